import type { ServerResponse } from "node:http";

/**
 * Aborts when the caller is gone: what he waits for need not be waited for. An answer that was given aborts it too. Not
 * Fastify's `request.signal`: that one follows the request, which Node closes as soon as it has been read.
 */
export function hungUp({ raw }: { readonly raw: ServerResponse }): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  else raw.once("close", () => gone.abort());
  return gone.signal;
}
