import { hexToBytes } from "@noble/hashes/utils.js";
import { NodeUnavailable } from "#lightning";
import { readCredentialFile, uselessFile } from "../credential-file.ts";

/** What a connection to a wallet service needs (NIP-47, "Nostr Wallet Connect URI"). */
export type ServiceAddress = {
  /** Public key of the wallet service, 32 bytes, lower-case hex. */
  readonly service: string;
  /** In the order in which they are tried. */
  readonly relays: readonly string[];
  /** Signs our requests, and encrypts them. */
  readonly secret: Uint8Array;
  /** The operator has said yes to real money. */
  readonly mainnet: boolean;
};

const KEY = /^[0-9a-f]{64}$/;
const YES = "mainnet yes";
const NEAR = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;

/**
 * The file has the address in its first line. With real money it has a second line, `mainnet yes`: the operator's yes
 * to a service that can take all of it. @throws {NotConnected} without the secret.
 */
export async function readAddress(file: string): Promise<ServiceAddress> {
  return parseAddress((await readCredentialFile(file)).toString("utf8"));
}

export function parseAddress(text: string): ServiceAddress {
  const [address = "", ...lines] = text.split("\n").map((line) => line.trim());
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const [secret = "", relays] = [url?.searchParams.get("secret") ?? "", url?.searchParams.getAll("relay") ?? []];
  if (url?.protocol !== "nostr+walletconnect:" || !KEY.test(url.hostname) || !KEY.test(secret))
    throw uselessFile("has no nostr+walletconnect:// address in its first line");
  if (relays.length === 0 || !relays.every(isRelay)) throw uselessFile("names a relay that is no wss:// address");
  return { service: url.hostname, relays, secret: hexToBytes(secret), mainnet: lines.includes(YES) };
}

/** What is sent is encrypted anyway; plain `ws:` shows others when, and to whom, so only on this machine. */
function isRelay(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.hash) return false; // of no use, and the WebSocket takes none
  return url?.protocol === "wss:" || (url?.protocol === "ws:" && NEAR.test(url.hostname));
}

export function lacksYes(): NodeUnavailable {
  return new NodeUnavailable(
    `NWC with real money needs the operator's yes: a second line "${YES}" in the file of LEYDEN_NODE_CREDENTIAL`,
  );
}
