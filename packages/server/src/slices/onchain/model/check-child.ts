import type { Msats } from "#kernel/money.ts";
import { NodeUnavailable, type OnchainBuilt } from "#lightning";
import { type BitcoinTransaction, parseBitcoinTransaction } from "#protocol/bitcoin-transaction.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";

type Built = Extract<OnchainBuilt, { readonly kind: "built" }>;

export type WantedChild = {
  readonly parent: { readonly txid: string; readonly index: number };
  readonly change: Msats;
  readonly maxCost: Msats;
};

/**
 * A node's child is what was asked for: it spends the change and nothing else, and all but a fee within the limit is
 * in one output.
 * @throws {NodeUnavailable} when it is not: it is neither written down nor published.
 */
export function checkChild({ txid, transaction, fee }: Built, { parent, change, maxCost }: WantedChild): void {
  const read = parsed(transaction);
  if (read.txid !== txid) throw new NodeUnavailable("the node named its transaction wrongly");
  const [output] = read.outputs;
  const isAlone = read.inputs.join() === `${parent.txid}:${parent.index}` && read.outputs.length === 1;
  if (!isAlone || output === undefined)
    throw new NodeUnavailable("the node built a transaction that does not spend just the change to one output");
  if (output.sats * 1_000n + fee !== change) throw new NodeUnavailable("the node named the fee wrongly");
  if (fee <= 0n || fee > maxCost)
    throw new NodeUnavailable("the node built a transaction whose fee is not within the limit");
}

function parsed(transaction: Uint8Array): BitcoinTransaction {
  try {
    return parseBitcoinTransaction(transaction);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new NodeUnavailable("the node built something that is no transaction", { cause: error });
  }
}
