import { msats } from "#kernel/money.ts";
import type { OnchainRequest } from "../model/onchain-payment.ts";
import type { OnchainDeps } from "./deps.ts";

/**
 * Whether the node has published a transaction for a thing, also one that the database does not know because it was
 * restored from an older copy. To be asked before what is paid out goes elsewhere. Nothing is built: no transaction
 * is within a fee limit of 0, and one that was published is answered whatever the limit.
 * @throws {NodeUnavailable} when it is not known.
 */
export async function wasPublished(
  { node }: Pick<OnchainDeps, "node">,
  { origin, address, amount }: Pick<OnchainRequest, "origin" | "address" | "amount">,
): Promise<boolean> {
  if (!node.capabilities.onchain) return false;
  const answer = await node.buildOnchain({ address, amount, feeLimit: msats(0n), reference: origin.id });
  return answer.kind === "built";
}
