import { setImmediate } from "node:timers/promises";
import { type ClientOptions, clientOn, type Leyden } from "./client.ts";
import type { Machine } from "./machine.ts";

/** What was sent, as the service would see it. */
export type Sending = {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly signal: AbortSignal;
  readonly redirect: RequestInit["redirect"];
};

/** What happens to one sending: an answer, or an error that `fetch` throws. "silence" is no answer for ever. */
export type Reply = Response | Error | "silence" | ((sending: Sending) => Response | Promise<Response>);

/** A service in memory whose time passes as soon as nothing else happens. For tests only. */
export type FakeService = {
  readonly leyden: Leyden;
  readonly machine: Machine;
  readonly sendings: Sending[];
  /** What happens to the next sendings, in order; what comes after that is a failure of the test. */
  readonly replies: Reply[];
  /** Milliseconds that have passed. */
  readonly passed: () => number;
  /** Called with the milliseconds that have passed, whenever some have. */
  onTime: (passedMs: number) => void;
  /** Timers that nobody cancelled. */
  readonly timersLeft: () => number;
};

export const KEY = "ley_secret";

export function fakeService(options: Partial<ClientOptions> = {}): FakeService {
  const sendings: Sending[] = [];
  const replies: Reply[] = [];
  const timers = new Map<() => void, number>();
  let passed = 0;
  let isPassing = false;
  let changes = 0;
  let uuids = 0;

  const machine: Machine = {
    async fetch(url, { method = "GET", headers, body, signal, redirect }) {
      const { pathname, search } = new URL(url);
      const sending: Sending = {
        method,
        target: `${pathname}${search}`,
        headers: new Headers(headers),
        body: typeof body === "string" ? JSON.parse(body) : undefined,
        signal: signal as AbortSignal,
        redirect,
      };
      sendings.push(sending);
      const reply = replies.shift();
      if (reply === undefined) throw new Error(`nobody expected ${sending.method} ${sending.target}`);
      if (reply === "silence") return await new Promise<Response>(() => undefined);
      if (reply instanceof Error) throw reply;
      return reply instanceof Response ? reply : await reply(sending);
    },
    now: () => passed,
    random: () => 0.5,
    uuid: () => `uuid-${++uuids}`,
    secret: () => `secret-${++uuids}`,
    timer: (ms, wake) => {
      timers.set(wake, passed + ms);
      changes++;
      if (!isPassing) void passTime();
      return () => timers.delete(wake);
    },
  };

  /** Wakes the earliest timer whenever the program has nothing else to do. */
  async function passTime(): Promise<void> {
    isPassing = true;
    while (timers.size > 0) {
      const before = changes;
      for (let i = 0; i < 3; i++) await setImmediate();
      if (changes !== before) continue;
      const [earliest] = [...timers].toSorted(([, a], [, b]) => a - b);
      if (earliest === undefined) break;
      const [wake, at] = earliest;
      timers.delete(wake);
      passed = Math.max(passed, at);
      service.onTime(passed);
      wake();
    }
    isPassing = false;
  }

  const service: FakeService = {
    machine,
    sendings,
    replies,
    leyden: clientOn(machine, { baseUrl: "https://pay.example", apiKey: KEY, ...options }),
    passed: () => passed,
    onTime: () => undefined,
    timersLeft: () => timers.size,
  };
  return service;
}

export function success(data: unknown, more: object = {}): Response {
  return Response.json({ success: true, data, message: "Done.", ...more });
}

/** A statement as it is answered: each entry in a line of its own. */
export function statementText(entries: readonly unknown[]): string {
  const lines = entries.map((entry) => `\n${JSON.stringify(entry)}`).join(",");
  return `{"success":true,"data":[${lines}\n],"message":"Statement listed."}\n`;
}

export function statement(entries: readonly unknown[]): Response {
  return new Response(statementText(entries), { headers: { "content-type": "application/json; charset=utf-8" } });
}

/** A failure as the service answers it (docs/contract.md, "Every answer"). */
export function refusal(
  status: number,
  code: string,
  { headers = {}, data, details }: { headers?: Record<string, string>; data?: unknown; details?: unknown } = {},
): Response {
  const message = `it is ${code}`;
  const error = { code, message, details, request_id: "req-1", doc_url: `https://pay.example/docs/errors#${code}` };
  return Response.json({ success: false, message, data, error }, { status, headers });
}

/** What a proxy answers when it does not reach the service. */
export function proxyPage(status: number, headers: Record<string, string> = {}): Response {
  return new Response("<html><h1>Bad Gateway</h1></html>", {
    status,
    headers: { "content-type": "text/html", ...headers },
  });
}

/** A payment as it is answered. */
export function samplePayment(fields: object = {}) {
  return {
    id: "01a1f9ba-a0a8-7169-bb85-f785abe3de6f",
    fee: "0",
    unit: "msats",
    amount: "10000",
    invoice: "",
    preimage: null,
    walletId: "01a1f9b9-814b-72a7-a4b1-03a677d52ba6",
    transactionId: "01a1f9ba-a0a8-716a-b2de-522ef9b5e182",
    lnAddress: "merchant@example.com",
    callbackUrl: null,
    internalId: null,
    comment: null,
    processedAt: null,
    createdAt: "2026-11-20T16:12:00.043Z",
    status: "completed",
    ...fields,
  };
}

/** A stream of events as it is answered, in these pieces. */
export type FakeStream = {
  readonly response: Response;
  /** How many pieces were read. */
  readonly pulled: () => number;
  /** Whether the reader has ended the connection. */
  readonly isCancelled: () => boolean;
};

/** What becomes of the connection after the last piece: it ends, it breaks, or nothing more comes. */
export type StreamEnd = "ends" | "breaks" | "is silent";

export function eventStream(pieces: readonly (string | Uint8Array)[], end: StreamEnd = "is silent"): FakeStream {
  let pulled = 0;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = pieces[pulled];
        if (piece !== undefined) {
          pulled++;
          controller.enqueue(typeof piece === "string" ? new TextEncoder().encode(piece) : piece);
        } else if (end === "ends") controller.close();
        else if (end === "breaks") controller.error(new TypeError("terminated"));
        else await new Promise(() => undefined);
      },
      cancel() {
        isCancelled = true;
      },
    },
    { highWaterMark: 0 }, // nothing is read before it is asked for
  );
  const headers = { "content-type": "text/event-stream; charset=utf-8" };
  return { response: new Response(body, { headers }), pulled: () => pulled, isCancelled: () => isCancelled };
}

/** How the service begins a stream. */
export const STREAM_BEGINS = "retry: 2000\n: listening\n\n";

/** An event as the service sends it. */
export function sentEvent(id: string, data: object = {}): string {
  const type = "payment.completed";
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ id, type, data })}\n\n`;
}
