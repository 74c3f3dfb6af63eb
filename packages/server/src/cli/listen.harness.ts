import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export const KEY = "ley_listened";

/** What the service has sent. */
type SentEvent = { readonly id: string; readonly type: string; readonly text: string };

/** A service that has nothing but its stream of events (docs/contract.md, "Events"). For tests only. */
export type FakeStreamService = {
  readonly url: string;
  /** The queries of the connections. */
  readonly queries: string[];
  /** What the next connections get instead of the stream. */
  readonly refusals: { readonly status: number; readonly code: string }[];
  /** An event happens. `text` is its body. */
  happen(id: string, type?: string, text?: string): void;
  /** Ends the connections that are open, as a restart does. */
  cut(): void;
  close(): Promise<void>;
};

export async function serveStream(): Promise<FakeStreamService> {
  const events: SentEvent[] = [];
  const open = new Set<ServerResponse>();
  const wire = ({ id, type, text }: SentEvent) => `id: ${id}\nevent: ${type}\ndata: ${text}\n\n`;
  const server = createServer((request, response) => {
    const { searchParams, search } = new URL(request.url ?? "", "http://service");
    service.queries.push(search);
    const refusal = request.headers["apikey"] === KEY ? service.refusals.shift() : { status: 401, code: "invalid_key" };
    if (refusal !== undefined) {
      const error = { code: refusal.code, message: `it is ${refusal.code}`, request_id: "r1", doc_url: "http://x" };
      response.writeHead(refusal.status, { "content-type": "application/json" });
      response.end(JSON.stringify({ success: false, message: error.message, error }));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    response.write("retry: 500\n: listening\n\n");
    const after = searchParams.get("after");
    const missed = after === null ? [] : events.slice(events.findIndex(({ id }) => id === after) + 1);
    for (const event of missed) response.write(wire(event));
    open.add(response);
    response.once("close", () => open.delete(response));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  const service: FakeStreamService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    queries: [],
    refusals: [],
    happen(id, type = "payment.completed", text = JSON.stringify({ id, type, data: { id: "p1" } })) {
      events.push({ id, type, text });
      for (const response of open) response.write(wire({ id, type, text }));
    },
    cut() {
      for (const response of open) response.end();
      open.clear();
    },
    async close() {
      const closed = once(server, "close");
      server.close().closeAllConnections();
      await closed;
    },
  };
  return service;
}

export type Received = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** A developer's program that takes webhooks. It answers 204 unless `answer` does something else. */
export async function serveReceiver(
  answer: (response: ServerResponse) => void = (response) => response.writeHead(204).end(),
) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ path: request.url ?? "", headers: request.headers, body: await buffer(request) });
    answer(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    received,
    url: `http://localhost:${(server.address() as AddressInfo).port}/hook?from=leyden`,
    async close() {
      const closed = once(server, "close");
      server.close().closeAllConnections();
      await closed;
    },
  };
}
