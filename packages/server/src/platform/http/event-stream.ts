/** Answers that go on: server-sent events (WHATWG HTML, section 9.2). */
import type { FastifyReply } from "fastify";
import type { Clock } from "#kernel/clock.ts";

/** For `contentType` in the schema of the route. */
export const EVENT_STREAM_TYPE = "text/event-stream";

/** How long the reader may leave what was sent to it unread. */
export const UNREAD_MS = 30_000;

/**
 * `hung_up`: by the caller or because the server stops. `not_read`: cut, because the caller left what was sent unread.
 */
export type StreamEnd = "ended" | "hung_up" | "not_read";

type Reply = Pick<FastifyReply, "raw" | "hijack" | "getHeaders">;

/**
 * Sends `texts` as they come; the next one is asked for when the last one has left. Returns when all are sent, when
 * `signal` aborts (give that of `hungUp`), or when the caller does not read. Of the hooks of the server only those
 * before the handler see such an answer.
 * @throws what `texts` throws before `signal` aborts, after the answer was ended.
 */
export async function sendEventStream(
  reply: Reply,
  texts: AsyncIterable<string>,
  { clock, signal }: { readonly clock: Pick<Clock, "sleep">; readonly signal: AbortSignal },
): Promise<StreamEnd> {
  const { raw } = reply;
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    "content-type": `${EVENT_STREAM_TYPE}; charset=utf-8`,
    "x-accel-buffering": "no", // nginx holds answers back otherwise
  });
  const end = () => {
    if (raw.writableNeedDrain)
      raw.destroy(); // its end would wait for the reader
    else if (!raw.destroyed) raw.end();
  };
  signal.addEventListener("abort", end);
  try {
    for await (const text of texts) {
      if (signal.aborted) break;
      if (raw.write(text)) continue;
      await drained(raw, { clock, signal });
      if (raw.writableNeedDrain && !signal.aborted) return "not_read";
    }
    return signal.aborted ? "hung_up" : "ended";
  } catch (error) {
    if (signal.aborted) return "hung_up";
    throw error;
  } finally {
    signal.removeEventListener("abort", end);
    end();
  }
}

/** Resolves when the caller has read what was sent, when `signal` aborts, and in any case after `UNREAD_MS`. */
async function drained(
  raw: Reply["raw"],
  { clock, signal }: { readonly clock: Pick<Clock, "sleep">; readonly signal: AbortSignal },
): Promise<void> {
  const done = new AbortController();
  const finish = () => done.abort();
  raw.once("drain", finish);
  signal.addEventListener("abort", finish);
  await clock.sleep(UNREAD_MS, done.signal);
  raw.off("drain", finish);
  signal.removeEventListener("abort", finish);
}
