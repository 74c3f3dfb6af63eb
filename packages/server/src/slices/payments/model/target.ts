import { InvalidInput } from "#kernel/errors.ts";
import { type LightningAddress, lnurlpUrl, parseLightningAddress } from "#protocol/lightning-address.ts";
import { decodeLnurl } from "#protocol/lnurl.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";

/** Whom a payment goes to: a Lightning address (LUD-16), or the address that an LNURL stands for (LUD-01). */
export type Target = LightningAddress | URL;

/** @throws {InvalidInput} when `text` is neither. */
export function readTarget(text: string): Target {
  try {
    return /^(lightning:)?lnurl1/i.test(text) ? decodeLnurl(text) : parseLightningAddress(text);
  } catch (error) {
    if (error instanceof ProtocolError) throw new InvalidInput("lnAddress", error.message);
    throw error;
  }
}

/** Where LUD-16 has the LNURL of a Lightning address. */
const WELL_KNOWN = /^\/\.well-known\/lnurlp\/([^/]+)$/;

/**
 * The Lightning address that is paid, in lower case, as the policy of a key names it. An LNURL is one when it is the address's own
 * (LUD-16); undefined for any other.
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
