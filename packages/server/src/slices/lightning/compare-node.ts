import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { LightningNode, OutgoingRecord } from "./port.ts";
import { findNode, insertForeign, listForeign, updateComparison } from "./store.ts";

/** Which of these payment hashes a payment of ours explains; the payments slice knows. */
export type KnownHashes = (hashes: readonly Uint8Array[]) => Promise<readonly Uint8Array[]>;

type CompareDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly node: LightningNode;
  readonly knownHashes: KnownHashes;
  /** Stops sending before the comparison is written: after a crash in between it is found again. */
  readonly onForeign: (found: number) => Promise<void>;
};

/**
 * Goes on through the node's list of payments from where it was left, and records those that no payment of ours explains:
 * after a restore of the database, or when another program uses the node. Returns how many have no explanation yet, found
 * by any process.
 */
export async function compareNode(deps: CompareDeps): Promise<number> {
  const { db, clock, node, knownHashes, onForeign } = deps;
  for (;;) {
    const bound = await findNode(db);
    const records = await node.outgoing(bound?.outgoingCursor ?? "");
    const last = records.at(-1);
    if (last === undefined) return (await listForeign(db)).filter(({ reason }) => reason === undefined).length;
    const foreign = await unexplained(knownHashes, records);
    if (foreign.length > 0) await onForeign(foreign.length);
    await db.transaction(async (tx) => {
      await insertForeign(tx, foreign, clock.now());
      await updateComparison(tx, last);
    });
  }
}

async function unexplained(knownHashes: KnownHashes, records: readonly OutgoingRecord[]): Promise<OutgoingRecord[]> {
  const known = new Set((await knownHashes(records.map((record) => record.paymentHash))).map(bytesToHex));
  return records.filter((record) => !known.has(bytesToHex(record.paymentHash)));
}
