import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { listenWhenFree } from "./children/listen.ts";
import { createServer } from "./children/node-http.ts";
import { type Control, ControlError } from "./control-client.ts";
import { createInbox, INBOX } from "./webhook-inbox.ts";

/** The merchant's name: its address is `merchant@127.0.0.1:<port>`. */
export const MERCHANT = "merchant";

const MSATS_MIN = 1_000n;
const MSATS_MAX = 10_000_000_000n;
const COMMENT_MAX = 200;
const EXPIRY_SECONDS = 600;
/** A restart of the merchant's node takes less; a payer's wallet waits longer. */
const HOLD_MAX_MS = 8_000;
const RETRY_MS = 50;

type CreateInvoice = Control["createInvoice"];

/**
 * The merchant's web server: a Lightning address (LUD-16) that takes comments (LUD-12) and gives invoices (LUD-06), and
 * an inbox for webhooks. It runs apart from the merchant's node. While the node restarts, a request for an invoice
 * waits for up to `holdMaxMs`; then it is answered with 503.
 */
export async function serveLightningAddress(
  createInvoice: CreateInvoice,
  port: number,
  holdMaxMs = HOLD_MAX_MS,
): Promise<{ close(): void }> {
  const base = `http://127.0.0.1:${port}`;
  const stopping = new AbortController();
  const patient: CreateInvoice = (params) => untilAnswered(() => createInvoice(params), holdMaxMs, stopping.signal);
  const inbox = createInbox();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", base);
    const answered = url.pathname.startsWith(INBOX) ? inbox(request, url.pathname) : answer(patient, base, url);
    void answered
      .catch(() => ({ status: 503, body: refusal("the merchant's node does not answer") }))
      .then(({ status, body }) => send(response, status, body));
  });
  await listenWhenFree(server, port);
  return {
    close() {
      stopping.abort();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Calls the node until it answers. @throws {ControlError} when it does not within `maxMs`. */
async function untilAnswered<T>(call: () => Promise<T>, maxMs: number, signal: AbortSignal): Promise<T> {
  const giveUpMs = performance.now() + maxMs;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ControlError) || signal.aborted || performance.now() > giveUpMs) throw error;
    }
    await sleep(RETRY_MS);
  }
}

type Answer = { readonly status: number; readonly body: object };

async function answer(createInvoice: CreateInvoice, base: string, url: URL): Promise<Answer> {
  const metadata = metadataOf(new URL(base).host);
  switch (url.pathname) {
    case `/.well-known/lnurlp/${MERCHANT}`:
      return { status: 200, body: payRequest(base, metadata) };
    case `/lnurlp/${MERCHANT}/callback`:
      return { status: 200, body: await invoiceFor(createInvoice, metadata, url.searchParams) };
    default:
      return { status: 404, body: refusal("unknown name") };
  }
}

/** LUD-06, first answer. `metadata` travels as text, because its hash is in the invoice. */
function payRequest(base: string, metadata: string): object {
  return {
    tag: "payRequest",
    callback: `${base}/lnurlp/${MERCHANT}/callback`,
    minSendable: Number(MSATS_MIN),
    maxSendable: Number(MSATS_MAX),
    metadata,
    commentAllowed: COMMENT_MAX,
  };
}

/** LUD-06, second answer. */
async function invoiceFor(createInvoice: CreateInvoice, metadata: string, query: URLSearchParams): Promise<object> {
  const amount = query.get("amount") ?? "";
  if (!/^[1-9][0-9]{0,15}$/.test(amount)) return refusal("amount must be a whole number of millisatoshis");
  const msats = BigInt(amount);
  if (msats < MSATS_MIN || msats > MSATS_MAX) return refusal(`amount must be from ${MSATS_MIN} to ${MSATS_MAX}`);
  if ([...(query.get("comment") ?? "")].length > COMMENT_MAX) return refusal("the comment is too long");
  const sha256 = createHash("sha256").update(metadata).digest("hex");
  const { invoice } = await createInvoice({
    amountMsats: amount,
    description: { sha256 },
    expirySeconds: EXPIRY_SECONDS,
  });
  return { pr: invoice, routes: [] };
}

function metadataOf(host: string): string {
  return JSON.stringify([
    ["text/plain", "A payment to the merchant of the test network"],
    ["text/identifier", `${MERCHANT}@${host}`],
  ]);
}

function refusal(reason: string): object {
  return { status: "ERROR", reason };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json", "access-control-allow-origin": "*" });
  response.end(JSON.stringify(body));
}
