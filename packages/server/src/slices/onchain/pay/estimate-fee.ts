import type { Msats } from "#kernel/money.ts";
import { NodeUnavailable } from "#lightning";
import type { OnchainRequest } from "../model/onchain-payment.ts";
import type { OnchainTerms } from "./deps.ts";

/** A fee above a hundredth of a bitcoin is no fee but a mistake of the node. Ours. */
const FEE_MAX = 1_000_000_000n;

/**
 * What miners would get for a payment now. Undefined when the node cannot make it: it says so, is away, or pays no
 * addresses.
 */
export async function estimateOnchainFee(
  { node }: Pick<OnchainTerms, "node">,
  { address, amount }: Pick<OnchainRequest, "address" | "amount">,
): Promise<Msats | undefined> {
  if (!node.capabilities.onchain) return undefined;
  try {
    const estimate = await node.estimateOnchain({ address, amount });
    const isSound =
      estimate.kind === "fee" && estimate.fee > 0n && estimate.fee <= FEE_MAX && estimate.fee % 1_000n === 0n;
    return isSound ? estimate.fee : undefined;
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    return undefined;
  }
}
