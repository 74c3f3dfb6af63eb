import type { LightningNode, OnchainPublished } from "#lightning";
import { type BitcoinTransaction, parseBitcoinTransaction } from "#protocol/bitcoin-transaction.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";

/** A transaction of the node's wallet whose bytes are what the node says. */
export type Published = OnchainPublished & Pick<BitcoinTransaction, "outputs">;

type Deps = {
  readonly node: Pick<LightningNode, "listOnchain"> & { readonly capabilities: { readonly onchain: boolean } };
};

/**
 * What the node's wallet has published since then; older ones may be among them. One that is not as the node says is
 * left out: that something is not in the list proves nothing anyway.
 * @throws {NodeUnavailable}
 */
export async function listPublished({ node }: Deps, since: Date): Promise<readonly Published[]> {
  if (!node.capabilities.onchain) return [];
  return (await node.listOnchain(since)).flatMap(readPublished);
}

/**
 * What it has published for this thing, named by its id: also for one that the database does not have. None proves
 * nothing.
 * @throws {NodeUnavailable}
 */
export async function findPublishedFor(
  deps: Deps,
  { id, since }: { readonly id: string; readonly since: Date },
): Promise<readonly Published[]> {
  return (await listPublished(deps, since)).filter(({ reference }) => reference === id);
}

function readPublished(one: OnchainPublished): readonly Published[] {
  try {
    const { txid, outputs } = parseBitcoinTransaction(one.transaction);
    return txid === one.txid && one.fee >= 0n && one.fee % 1_000n === 0n ? [{ ...one, outputs }] : [];
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return [];
  }
}
