import { InvalidInput } from "#kernel/errors.ts";
import type { UserId, WalletId } from "#kernel/ids.ts";
import { type LightningAddress, lnurlpUrl, parseLightningAddress } from "#protocol/lightning-address.ts";
import { decodeLnurl } from "#protocol/lnurl.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";

/** Whom a payment goes to, as the payment keeps it. A new kind needs its terms in `accept/find-terms.ts`. */
export type Destination = ToAddress | ToInvoice | ToWallet | ToNode | ToGamertag | ToUnknown;
/** Whom a payment goes to, as the request names it: the user behind a gamertag is found with the terms. */
export type AskedDestination = ToAddress | ToInvoice | ToWallet | ToNode | ByGamertag;

/** A Lightning address (LUD-16), or a bech32 LNURL (LUD-01): its server is asked for an invoice. */
export type ToAddress = { readonly kind: "address"; readonly lnAddress: string };
/** A BOLT 11 invoice that comes with the request. In a payment it is in lower case and without "lightning:". */
export type ToInvoice = { readonly kind: "invoice"; readonly invoice: string };
/** Another wallet of this service. */
export type ToWallet = { readonly kind: "wallet"; readonly walletId: WalletId };
/** A user of this service by the present gamertag, upper and lower case alike. */
export type ByGamertag = { readonly kind: "gamertag"; readonly gamertag: string };
/** The same with the user that was paid. The gamertag is that of the request: the user may have another one since. */
export type ToGamertag = ByGamertag & { readonly userId: UserId };
/** A Lightning node, by keysend (BLIP 3): it makes no invoice. */
export type ToNode = {
  readonly kind: "node";
  /** Its public key, 33 bytes compressed, lower-case hex. */
  readonly nodeId: string;
  /** Sent along with the money. */
  readonly records: readonly TlvRecord[];
  /** The payer's own JSON object, not sent. */
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
};

/** Nobody knows whom: the payment was brought back after a restore, from a record that does not say. */
export type ToUnknown = { readonly kind: "unknown" };

/** A custom record of a payment (BOLT 1, "Type-Length-Value Format"; BOLT 4). */
export type TlvRecord = {
  readonly type: number;
  /** Lower-case hex. */
  readonly value: string;
};

/** Whom to ask for an invoice: a Lightning address, or the web address that an LNURL stands for. */
export type Target = LightningAddress | URL;

const NO_TARGET = "must be a Lightning address, such as name@example.com, or an LNURL";

/** @throws {InvalidInput} when `text` is neither a Lightning address nor an LNURL. */
export function readTarget(text: string): Target {
  try {
    return /^(lightning:)?lnurl1/i.test(text) ? decodeLnurl(text) : parseLightningAddress(text);
  } catch (error) {
    if (error instanceof ProtocolError) throw new InvalidInput("lnAddress", `${NO_TARGET}: ${error.message}`);
    throw error;
  }
}

/** As what the policy of a key names every wallet of this service, and every invoice that its node made. */
export const INTERNAL = "internal";

/** Where LUD-16 has the LNURL of a Lightning address. */
const WELL_KNOWN = /^\/\.well-known\/lnurlp\/([^/]+)$/;

/**
 * The Lightning address that is paid, in lower case, as the policy of a key names it. An LNURL is one when it is the
 * address's own (LUD-16); undefined for any other.
 */
export function destinationOf(target: Target): string | undefined {
  if (!(target instanceof URL)) return target.text;
  const user = WELL_KNOWN.exec(target.pathname)?.[1];
  if (user === undefined) return undefined;
  try {
    const address = parseLightningAddress(`${user}@${target.host}`);
    return lnurlpUrl(address, { insecure: false }).href === target.href ? address.text : undefined;
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}
