import { bytesToHex } from "@noble/hashes/utils.js";
import { NodeUnavailable } from "#lightning";
import { fieldsOf } from "../answers.ts";
import { isSame, type Sent, sentOf } from "./answers.ts";
import { type Order, type PhoenixdLink, parseJson } from "./exchange.ts";

/** What phoenixd knows of all attempts with the hash: paid, else under way, else failed. */
export async function findByHash(link: PhoenixdLink, paymentHash: Uint8Array): Promise<Sent | undefined> {
  const sent = await sentAt(link, `/payments/outgoingbyhash/${bytesToHex(paymentHash)}`);
  if (sent === undefined || isSame(sent.paymentHash, paymentHash)) return sent;
  throw new NodeUnavailable("phoenixd answered about another payment");
}

/**
 * One attempt. By a reference that phoenixd does not have, what it has of the hash, unless that has failed: then it is
 * another attempt.
 */
export async function findAttempt(
  link: PhoenixdLink,
  paymentHash: Uint8Array,
  reference: string,
): Promise<Sent | undefined> {
  const named = await sentAt(link, `/payments/outgoing/${encodeURIComponent(reference)}`);
  if (named !== undefined && isSame(named.paymentHash, paymentHash)) return named;
  const sent = await findByHash(link, paymentHash);
  return sent?.status.kind === "failed" ? undefined : sent;
}

async function sentAt(link: PhoenixdLink, path: string): Promise<Sent | undefined> {
  const text = await answeredOrAbsent(link, { method: "GET", path });
  return text === undefined ? undefined : sentOf(fieldsOf(parseJson(text)));
}

export async function answeredOrThrow(link: PhoenixdLink, order: Order): Promise<string> {
  const { status, text } = await link.send(order);
  if (status === 200) return text;
  throw new NodeUnavailable(`phoenixd answered ${status}: ${text.slice(0, 200)}`);
}

/** Undefined: phoenixd looked and has none. A path that it does not know is 404 as well, with another text. */
export async function answeredOrAbsent(link: PhoenixdLink, order: Order): Promise<string | undefined> {
  const { status, text } = await link.send(order);
  if (status === 200) return text;
  if (status === 404 && text.trim() === "Not found") return undefined;
  throw new NodeUnavailable(`phoenixd answered ${status}: ${text.slice(0, 200)} (0.6.0 or newer is needed)`);
}
