import { createHash } from "node:crypto";
import { createServer, type Server, type ServerResponse } from "node:http";
import { listenPatiently } from "../children/listen.ts";
import { type Log, textOf } from "../children/log.ts";
import type { Incoming } from "../lightning/incoming.ts";

/** The merchant's name: its address is `merchant@127.0.0.1:<port>`. */
export const MERCHANT = "merchant";

const MSATS_MIN = 1_000n;
const MSATS_MAX = 10_000_000_000n;
const COMMENT_MAX = 200;
const EXPIRY_SECONDS = 600;

/** The merchant's web server: a Lightning address (LUD-16) that takes comments (LUD-12) and gives invoices (LUD-06). */
export async function serveLightningAddress(incoming: Incoming, port: number, log: Log): Promise<Server> {
  const base = `http://127.0.0.1:${port}`;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", base);
    answer(incoming, base, url)
      .then(({ status, body }) => send(response, status, body))
      .catch((error) => {
        log("error", "merchant.failed", { error: textOf(error) });
        send(response, 500, refusal("the merchant's node did not answer"));
      });
  });
  await listenPatiently(server, port);
  return server;
}

type Answer = { readonly status: number; readonly body: object };

async function answer(incoming: Incoming, base: string, url: URL): Promise<Answer> {
  const metadata = metadataOf(new URL(base).host);
  switch (url.pathname) {
    case `/.well-known/lnurlp/${MERCHANT}`:
      return { status: 200, body: payRequest(base, metadata) };
    case `/lnurlp/${MERCHANT}/callback`:
      return { status: 200, body: await invoiceFor(incoming, metadata, url.searchParams) };
    default:
      return { status: 404, body: refusal("nobody of this name here") };
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
async function invoiceFor(incoming: Incoming, metadata: string, query: URLSearchParams): Promise<object> {
  const amount = query.get("amount") ?? "";
  if (!/^[1-9][0-9]{0,15}$/.test(amount)) return refusal("amount must be a whole number of millisatoshis");
  const msats = BigInt(amount);
  if (msats < MSATS_MIN || msats > MSATS_MAX) return refusal(`amount must be from ${MSATS_MIN} to ${MSATS_MAX}`);
  if ([...(query.get("comment") ?? "")].length > COMMENT_MAX) return refusal("the comment is too long");
  const sha256 = Uint8Array.from(createHash("sha256").update(metadata).digest());
  const { invoice } = await incoming.create({
    msats,
    description: { sha256 },
    expirySeconds: EXPIRY_SECONDS,
    hold: false,
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
