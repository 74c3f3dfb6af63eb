import { NodeUnavailable, type OnchainBuilt } from "#lightning";
import type { BitcoinAddress } from "#protocol/bitcoin-address.ts";
import { paidTo, parseBitcoinTransaction } from "#protocol/bitcoin-transaction.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";
import type { OnchainRequest } from "./onchain-payment.ts";

type Built = Extract<OnchainBuilt, { readonly kind: "built" }>;

/**
 * A node's transaction is what was asked for: it pays the address the amount, once, and miners at most the limit.
 * @throws {NodeUnavailable} when it is not: it is neither written down nor published.
 */
export function checkBuilt(
  { txid, transaction, fee }: Built,
  { script }: Pick<BitcoinAddress, "script">,
  { amount, feeLimit }: Pick<OnchainRequest, "amount" | "feeLimit">,
): void {
  const read = parsed(transaction);
  const paid = paidTo(read, script);
  const isWanted = paid.length === 1 && paid[0] === amount;
  if (!isWanted) throw new NodeUnavailable("the node built a transaction that does not pay what was asked for");
  if (read.txid !== txid) throw new NodeUnavailable("the node named its transaction wrongly");
  if (fee < 0n || fee % 1_000n !== 0n || fee > feeLimit)
    throw new NodeUnavailable("the node built a transaction whose fee is not within the limit");
}

function parsed(transaction: Uint8Array) {
  try {
    return parseBitcoinTransaction(transaction);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new NodeUnavailable("the node built something that is no transaction", { cause: error });
  }
}
