import { bytesToHex } from "@noble/hashes/utils.js";
import { type LightningNode, NodeUnavailable } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import { listUncharged } from "../store/receipts.ts";

/**
 * Which of these receipts the node has paid itself, by their hashes in hexadecimal: money that only moved between its
 * channels. A receipt for a charge is not asked about: it is its wallet's, whoever paid. A node that does not answer
 * keeps no receipt waiting: what is not known to be its own is one for nobody.
 */
export async function findOwnPayments(
  { db, node }: { readonly db: Db; readonly node: Pick<LightningNode, "lookupOutgoing"> },
  hashes: readonly Uint8Array[],
): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  if (hashes.length === 0) return own;
  try {
    for (const hash of await listUncharged(db, hashes)) {
      const { kind } = await node.lookupOutgoing(hash);
      if (kind === "settled" || kind === "in_flight") own.add(bytesToHex(hash));
    }
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
  }
  return own;
}
