import { InvalidInput } from "#kernel/errors.ts";
import { type LightningAddress, parseLightningAddress } from "#protocol/lightning-address.ts";
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
