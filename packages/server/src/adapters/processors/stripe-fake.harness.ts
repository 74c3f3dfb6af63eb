import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { serveHttp, type TestServer } from "#platform/outbound/outbound.harness.ts";
import { type FakeBook, Refusal, stripeBook } from "./stripe-fake-book.harness.ts";

/** How the next call that fits fails. `late_…`: after the work was done. */
export type FakeFault = {
  /** With what the call begins, such as "POST /v1/refunds" or "POST"; any call when absent. */
  readonly on?: string;
  readonly how:
    | "hang"
    | "reset"
    | "late_hang"
    | "late_reset"
    | "500"
    | "late_500"
    | "429"
    | "refused"
    /** The bank has given the payment up. */
    | "card_error"
    | "html"
    | "list"
    | "huge"
    | "redirect";
};

export type FakeCall = {
  readonly call: string;
  readonly key: string | undefined;
  readonly params: Readonly<Record<string, string>>;
};

/** As Stripe's live keys and test keys look. */
export const FAKE_KEYS = {
  secretKey: "sk_test_51FakeFakeFake",
  publishableKey: "pk_test_51FakeFakeFake",
  webhookSecret: "whsec_fakefakefakefake",
};

/**
 * Exactly those calls of Stripe that the adapter makes: it checks the key, the form encoding and the parameters, and
 * keeps answers by Idempotency-Key. For tests.
 */
export type FakeStripe = FakeBook & {
  readonly server: TestServer;
  readonly calls: readonly FakeCall[];
  /** Calls that have a key take so long, and others with the same key are refused meanwhile (409). */
  slowMs: number;
  /** What an answer says instead. */
  rewrite: (body: object) => object;
  fail(fault: FakeFault): void;
  /** As Stripe does after a day. */
  forgetKeys(): void;
  /** The message about an event, as Stripe would send it. */
  sign(
    event: object,
    options?: { readonly at?: number; readonly secret?: string },
  ): { body: Uint8Array<ArrayBuffer>; headers: Record<string, string> };
  /** Sends events to a URL: each twice, the newest first. */
  sendAll(url: string): Promise<void>;
};

type Kept = { readonly hash: string; readonly status: number; readonly body: string };

export async function fakeStripe(): Promise<FakeStripe> {
  const book = stripeBook();
  const calls: FakeCall[] = [];
  const faults: FakeFault[] = [];
  const kept = new Map<string, Kept | "in flight">();
  const state = { slowMs: 0, rewrite: (body: object) => body };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://stripe.test");
    const call = `${request.method} ${url.pathname.replace(/\/(pi|vs)_[^/]+/, "/:id")}`;
    const text = await textOf(request);
    const found = faults.findIndex(({ on }) => call.startsWith(on ?? ""));
    const [fault] = found < 0 ? [] : faults.splice(found, 1);
    const send = (status: number, body: string, headers: Record<string, string> = {}) => {
      if (fault?.how === "late_hang") return;
      if (fault?.how === "late_reset") return void response.socket?.destroy();
      response.writeHead(status, { "content-type": "application/json", "request-id": "req_1", ...headers }).end(body);
    };
    const fail = (status: number, error: object, headers?: Record<string, string>) =>
      send(status, JSON.stringify({ error: { message: "sk_test_51FakeFakeFake is in this text", ...error } }), headers);

    if (request.headers.authorization !== `Bearer ${FAKE_KEYS.secretKey}`)
      return fail(401, { type: "invalid_request_error" });
    if (failsBefore(fault, response)) return;
    if (fault?.how === "card_error") {
      for (const intent of book.intents.values()) if (url.pathname.includes(intent.id)) intent.status = "canceled";
      return fail(402, { type: "card_error", code: "expired_card" });
    }
    if (request.method === "POST" && request.headers["content-type"] !== "application/x-www-form-urlencoded")
      return fail(400, { type: "invalid_request_error" });
    const params = Object.fromEntries(request.method === "POST" ? new URLSearchParams(text) : url.searchParams);
    const key = request.headers["idempotency-key"] as string | undefined;
    calls.push({ call, key, params });

    const hash = createHash("sha256").update(`${request.url}\n${text}`).digest("hex");
    if (request.method === "POST") {
      if (key === undefined) return fail(400, { type: "invalid_request_error", code: "no_key" });
      const old = kept.get(key);
      if (old === "in flight") return fail(409, { type: "idempotency_error", code: "idempotency_key_in_use" });
      if (old !== undefined && old.hash !== hash) return fail(400, { type: "idempotency_error" });
      if (old !== undefined) return send(old.status, old.body, { "idempotent-replayed": "true" });
      kept.set(key, "in flight");
      await new Promise((resolve) => setTimeout(resolve, state.slowMs));
    }
    const done = fault?.how === "500" ? OUR_FAULT : work({ book, rewrite: state.rewrite }, call, url.pathname, params);
    const shown = fault?.how === "late_500" ? OUR_FAULT : done;
    const body = JSON.stringify(shown.body);
    if (request.method === "POST") kept.set(String(key), { hash, status: shown.status, body });
    send(shown.status, body);
  }

  const server = await serveHttp((request, response) => answer(request, response));
  const sign: FakeStripe["sign"] = (
    event,
    { at = Math.floor(Date.now() / 1000), secret = FAKE_KEYS.webhookSecret } = {},
  ) => {
    const body = JSON.stringify(event);
    const mac = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
    return { body: new TextEncoder().encode(body), headers: { "stripe-signature": `t=${at},v1=${mac}` } };
  };
  return Object.assign(state, book, {
    server,
    calls,
    sign,
    fail: (fault: FakeFault) => void faults.push(fault),
    forgetKeys: () => kept.clear(),
    async sendAll(url: string) {
      const newestFirst = book.events.toReversed();
      for (const event of [...newestFirst, ...newestFirst]) await fetch(url, { method: "POST", ...sign(event) });
    },
  });
}

const OUR_FAULT = { status: 500, body: { error: { type: "api_error", message: "sk_test_51FakeFakeFake" } } };

/** True when the call got its answer, or will never get one. */
function failsBefore(fault: FakeFault | undefined, response: ServerResponse): boolean {
  switch (fault?.how) {
    case "hang":
      return true;
    case "reset":
      response.socket?.destroy();
      return true;
    case "429":
      response.writeHead(429).end(JSON.stringify({ error: { type: "invalid_request_error", code: "rate_limit" } }));
      return true;
    case "refused":
      response.writeHead(400).end(JSON.stringify({ error: { type: "invalid_request_error", code: "not_now" } }));
      return true;
    case "html":
      response.writeHead(502).end("<html>Bad gateway</html>");
      return true;
    case "list":
      response.writeHead(200).end("[]");
      return true;
    case "huge":
      response.writeHead(200).end(JSON.stringify({ id: "x".repeat(3_000_000) }));
      return true;
    case "redirect":
      response.writeHead(302, { location: "/elsewhere" }).end();
      return true;
    default:
      return false;
  }
}

function work(
  { book, rewrite }: { book: FakeBook; rewrite: (body: object) => object },
  call: string,
  path: string,
  params: Readonly<Record<string, string>>,
) {
  try {
    return { status: 200, body: rewrite(book.work(call, path, params)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, code } = error;
    return { status, body: { error: { type: "invalid_request_error", code, message: "sk_test_51FakeFakeFake" } } };
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
