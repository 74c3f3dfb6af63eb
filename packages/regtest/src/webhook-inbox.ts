import type { IncomingMessage } from "node:http";

/** Where the merchant takes webhooks: `/hooks/<name>`, for any name. */
export const INBOX = "/hooks/";

/** Of all names together; the oldest one goes. */
const KEPT_MAX = 200;
const BODY_BYTES_MAX = 65_536;
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

export type TakenWebhook = {
  readonly at: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As it arrived: its bytes are what is signed. */
  readonly body: string;
};

type Answer = { readonly status: number; readonly body: object };

/** Takes webhooks (POST) and shows what it took under a name (GET), oldest first. Nothing is kept over a restart. */
export function createInbox(): (request: IncomingMessage, path: string) => Promise<Answer> {
  const kept: (TakenWebhook & { readonly name: string })[] = [];
  return async (request, path) => {
    const name = path.slice(INBOX.length);
    if (!NAME.test(name)) return { status: 404, body: { error: "unknown name" } };
    if (request.method !== "POST")
      return { status: 200, body: kept.filter((one) => one.name === name).map(({ name: _, ...taken }) => taken) };
    const body = await readBody(request);
    if (body === undefined) return { status: 413, body: { error: "the body is too long" } };
    kept.push({ name, at: new Date().toISOString(), headers: signedHeaders(request), body });
    if (kept.length > KEPT_MAX) kept.shift();
    return { status: 200, body: {} };
  };
}

/** Headers of the Standard Webhooks specification. */
function signedHeaders({ headers }: IncomingMessage): Record<string, string> {
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  return Object.fromEntries(names.map((name) => [name, String(headers[name] ?? "")]));
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > BODY_BYTES_MAX) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}
