import type { BitcoinAddress } from "#protocol/bitcoin-address.ts";
import { type BitcoinTransaction, paidTo, parseBitcoinTransaction } from "#protocol/bitcoin-transaction.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";
import type { OnchainPayment } from "./onchain-payment.ts";

/** A transaction that took the place of ours and pays the same address at least the amount: it is the payment. */
export type Replacement = {
  readonly txid: string;
  /**
   * What it cost more than ours, in msats; below zero: less. 0 where it spends other coins as well: then nobody can say
   * it from the two.
   */
  readonly extra: bigint;
};

/**
 * Whether the transaction that has spent the coins of ours pays what ours was to pay: somebody raised its fee.
 * Undefined when it does not, or cannot be read.
 */
export function replacementOf(
  { amount, transaction }: Pick<OnchainPayment, "amount" | "transaction">,
  by: Uint8Array | undefined,
  { script }: Pick<BitcoinAddress, "script">,
): Replacement | undefined {
  const rival = by && parsed(by);
  if (rival === undefined) return undefined;
  if (paidTo(rival, script).reduce((sum, paid) => sum + paid, 0n) < amount) return undefined;
  const ours = parseBitcoinTransaction(transaction);
  const isSame = rival.inputs.toSorted().join() === ours.inputs.toSorted().join();
  return { txid: rival.txid, extra: isSame ? paidBy(ours) - paidBy(rival) : 0n };
}

/** What is not paid goes to miners. In msats. */
function paidBy({ outputs }: BitcoinTransaction): bigint {
  return outputs.reduce((sum, { sats }) => sum + sats * 1_000n, 0n);
}

function parsed(transaction: Uint8Array): BitcoinTransaction | undefined {
  try {
    return parseBitcoinTransaction(transaction);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return undefined;
  }
}
