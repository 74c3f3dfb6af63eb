import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Where the service is, and a key of it. */
export type Target = { readonly host: string; readonly port: number; readonly apiKey: string };

/** Each is one abuse, over when its answer was read or after seconds. Resolves with the status, `cut` or `held`. */
export const KINDS: Readonly<Record<string, (target: Target) => Promise<string>>> = {
  "unknown paths of many addresses": (to) => send(to, { path: `/${word()}` }),
  "wrong keys": (to) => send(to, { path: "/v0/wallet", headers: { apikey: `ley_${word()}` } }),
  "broken JSON with a key": (to) => send(to, { ...withKey(to), body: `{"amount":${word()}` }),
  "JSON of 20,000 levels": (to) => send(to, { ...withKey(to), body: "[".repeat(20_000) }),
  "64 KiB of unknown fields": (to) => send(to, { ...withKey(to), body: unknownFields() }),
  "2 MB of body": (to) => send(to, { ...withKey(to), body: "x".repeat(2_000_000) }),
  "charges that nobody pays": (to) =>
    send(to, { ...withKey(to), body: JSON.stringify({ amount: "1000", description: word() }) }),
  "payments to addresses that are refused": (to) =>
    send(to, { ...withKey(to, "/v0/ln-address/send-payment"), body: payment() }),
  "junk codes of an application": (to) =>
    send(to, {
      path: "/v1/oauth2/token",
      method: "POST",
      headers: FORM,
      body: `grant_type=authorization_code&code=${word()}`,
    }),
  "forged forms of a login": (to) =>
    send(to, { path: "/login", method: "POST", headers: FORM, body: `email=${word()}%40example.com` }),
  "large pages": (to) => send(to, { path: "/openapi.json" }),
  "half a request": (to) => raw(to, `GET /${word()} HTTP/1.1\r\nHost: x\r\nA: `, 5_000),
  nothing: (to) => raw(to, "", 5_000),
  "an answer that is not read": (to) => raw(to, "GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(50), 5_000),
};

const FORM = { "content-type": "application/x-www-form-urlencoded" };

type Asked = {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

function withKey({ apiKey }: Target, path = "/v0/charges") {
  return {
    path,
    method: "POST",
    headers: { apikey: apiKey, "content-type": "application/json", "idempotency-key": randomUUID() },
  };
}

function payment(): string {
  return JSON.stringify({ lnAddress: `${word()}@${word()}.invalid`, amount: "1000" });
}

function unknownFields(): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: 1_500 }, () => [word(), word()])));
}

function word(): string {
  return randomBytes(8).toString("hex");
}

/** One of 16,000 addresses of this machine: limits count each by itself. */
function address(): string {
  return `127.1.${randomInt(64)}.${randomInt(1, 255)}`;
}

function send({ host, port }: Target, { path, method = "GET", headers = {}, body }: Asked): Promise<string> {
  return new Promise((resolve) => {
    const asked = request({
      host,
      port,
      path,
      method,
      headers,
      agent: false,
      localAddress: address(),
      timeout: 10_000,
    });
    asked.on(
      "response",
      (response: IncomingMessage) => void response.resume().on("close", () => resolve(String(response.statusCode))),
    );
    asked.on("timeout", () => asked.destroy()).on("error", () => resolve("cut"));
    asked.end(body);
  });
}

async function raw({ host, port }: Target, bytes: string, heldMs: number): Promise<string> {
  const socket = connect({ host, port, localAddress: address() });
  socket.on("error", () => undefined).write(bytes);
  await sleep(heldMs);
  const isCut = socket.destroyed;
  socket.destroy();
  return isCut ? "cut" : "held";
}
