import type { FastifyReply } from "fastify";

/** Says in the answer's headers that an `Idempotency-Key` gave back what it made before. */
export function markReplayed(reply: FastifyReply, { replayed }: { readonly replayed: boolean }): void {
  if (replayed) reply.header("idempotent-replayed", "true");
}
