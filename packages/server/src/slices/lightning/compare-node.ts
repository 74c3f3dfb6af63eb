import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { LightningNode, OutgoingRecord } from "./port.ts";
import { findNode, listForeign, saveComparison } from "./store.ts";

/** Which of these payment hashes an attempt of ours explains; the payments slice knows. */
export type KnownHashes = (hashes: readonly Uint8Array[]) => Promise<readonly Uint8Array[]>;

/**
 * Goes on through the node's list of payments from where it was left, and writes down those that no attempt of ours
 * explains: after a restore of the database, or when somebody else uses the node. Returns how many wait to be booked,
 * whoever found them.
 */
export async function compareNode(deps: {
  db: Db;
  clock: Clock;
  node: LightningNode;
  knownHashes: KnownHashes;
}): Promise<number> {
  for (;;) {
    const bound = await findNode(deps.db);
    const records = await deps.node.outgoing(bound?.outgoingCursor ?? "");
    const last = records.at(-1);
    if (last === undefined) return (await listForeign(deps.db)).length;
    const foreign = await unexplained(deps.knownHashes, records);
    await saveComparison(deps.db, { foreign, last, now: deps.clock.now() });
  }
}

async function unexplained(knownHashes: KnownHashes, records: readonly OutgoingRecord[]): Promise<OutgoingRecord[]> {
  const known = new Set((await knownHashes(records.map((record) => record.paymentHash))).map(hex));
  return records.filter((record) => !known.has(hex(record.paymentHash)));
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
