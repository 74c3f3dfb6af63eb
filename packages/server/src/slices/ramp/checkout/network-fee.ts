import type { Minor } from "#kernel/fiat.ts";
import { type Msats, maxOf, msats } from "#kernel/money.ts";
import { estimateOnchainFee, ONCHAIN_MIN, type OnchainTerms } from "#onchain";
import { isOnchain } from "../model/destination.ts";
import { sourceFor } from "../model/quote.ts";
import type { RampSettings } from "../model/settings.ts";

export type NetworkFeeDeps = { readonly onchain: Pick<OnchainTerms, "node"> };

/**
 * What miners get of `bought`, when it goes to an address of the chain. `none`: it goes over Lightning; undefined:
 * the node cannot pay such an address now.
 */
export async function networkFeeOf(
  { onchain }: NetworkFeeDeps,
  destination: string | undefined,
  bought: Msats,
): Promise<Msats | "none" | undefined> {
  if (destination === undefined || !isOnchain(destination)) return "none";
  return await estimateOnchainFee(onchain, { address: destination, amount: maxOf(bought, ONCHAIN_MIN) });
}

/** The least that buys what an address of the chain gets at least, and what miners get. */
export function leastOnchain({ rampFees }: Pick<RampSettings, "rampFees">, price: Minor, networkFee: Msats): Minor {
  return sourceFor(msats(ONCHAIN_MIN + networkFee), price, rampFees);
}
