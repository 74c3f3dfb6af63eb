import type { ServerResponse } from "node:http";

/** Without a reason each abort makes an error with its stack. */
const NOBODY = "nobody waits for the answer";

/**
 * Aborts when the caller is gone or the server stops: what it waits for need not be waited for. An answer that was
 * given aborts it too. Not Fastify's `request.signal`: that one follows the request, which Node closes as soon as it
 * was read.
 */
export function hungUp({ raw, server }: Reply): AbortSignal {
  const gone = new AbortController();
  const { stopping } = server;
  const abort = () => {
    stopping.removeEventListener("abort", abort);
    gone.abort(NOBODY);
  };
  if (raw.destroyed || stopping.aborted) gone.abort(NOBODY);
  else {
    raw.once("close", abort);
    stopping.addEventListener("abort", abort);
  }
  return gone.signal;
}

/** Runs `work` once, when the answer is out or the caller is gone, whichever is first. */
export function whenAnswered({ raw }: Pick<Reply, "raw">, work: () => void): void {
  if (raw.destroyed) work();
  else raw.once("close", work);
}

type Reply = { readonly raw: ServerResponse; readonly server: { readonly stopping: AbortSignal } };
