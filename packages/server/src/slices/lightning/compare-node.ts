import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock, Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { NodeUnavailable } from "./model/node-unavailable.ts";
import type { LightningNode, OutgoingRecord, OutgoingStatus, UnreadablePayment } from "./port.ts";
import type { Probes } from "./probes.ts";
import { listPastHashes } from "./store/first-start.ts";
import { insertUnreadable } from "./store/unreadable.ts";
import { countSigns, findNode, insertForeign, listStandingForeign, updateComparison } from "./store.ts";

/**
 * Which of the node's payments our records explain; the payments slice knows. `isSameBook`: nothing was restored, so a
 * payment of ours that has failed, and that the node settled since, is a late success.
 */
export type KnownHashes = (
  hashes: readonly Uint8Array[],
  asked: { readonly isSameBook: boolean },
) => Promise<readonly Uint8Array[]>;

type UnreadableListed = UnreadablePayment & { readonly cursor: string };

type CompareDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly node: LightningNode;
  readonly knownHashes: KnownHashes;
  /** Stops sending before the comparison is written: after a crash in between it is found again. */
  readonly onSigns: (found: number) => Promise<void>;
  /**
   * This process has seen the ledger before, and it is the same one: nothing was restored. A payment that nobody
   * explains is then an incident alone.
   */
  readonly isSameBook: boolean;
  /** At a start: what is in flight may be a probe, which ends as failed. Absent: nothing is waited for. */
  readonly probes?: Probes | undefined;
};

/**
 * Goes on through the node's list of payments from where it was left, and records those that no payment of ours
 * explains: after a restore of the database, or when another program uses the node. What has failed took nothing, and
 * what the node paid to itself only moved between its channels: neither stops anything. What cannot be read and is none
 * of ours is an incident by its place, and at a start a sign all the same: what it was is unknown. Returns how many
 * signs of a restore have no explanation yet, found by any process.
 *
 * @throws {NodeUnavailable} also while what it has in flight may be a probe: it has to be asked again.
 */
export async function compareNode(deps: CompareDeps): Promise<number> {
  const { db, clock, random, node, onSigns, isSameBook } = deps;
  let probes = isSameBook ? undefined : deps.probes;
  for (;;) {
    const bound = await findNode(db);
    const items = await node.outgoing(bound?.outgoingCursor ?? "");
    const last = items.at(-1);
    if (last === undefined) return await countSigns(db);
    const records = items.filter((item) => item.kind === "payment");
    const { read, unreadable } = await readAgain(
      deps,
      items.filter((item) => item.kind === "unreadable"),
    );
    const some = await unexplained(deps, [...records, ...read]);
    const young = begunSince(probes, some);
    probes = undefined; // what is on a later page may have been there at the first look
    const foreign = (await withSelf(node, some)).map((one) => ({
      ...one,
      isAlone: isSameBook || young.has(bytesToHex(one.paymentHash)),
      incident: random.uuid(),
    }));
    const unreadableSigns = isSameBook ? 0 : unreadable.length;
    const signs = foreign.filter(({ isSelf, isAlone }) => !isSelf && !isAlone).length + unreadableSigns;
    if (signs > 0) await onSigns(signs);
    await db.transaction(async (tx) => {
      await insertForeign(tx, foreign, clock.now());
      await insertUnreadable(
        tx,
        unreadable.map((one) => ({ ...one, incident: random.uuid() })),
        clock.now(),
      );
      const settled = records.findLast(({ status }) => status.kind === "settled");
      await updateComparison(tx, { cursor: last.cursor, settledHash: settled?.paymentHash });
    });
  }
}

type ExplainDeps = Pick<CompareDeps, "db" | "node" | "knownHashes" | "isSameBook">;

/** Hashes of these, in hexadecimal digits, that a record of ours has, or the past of the node before us. */
async function explainedOf(
  { db, knownHashes, isSameBook }: ExplainDeps,
  hashes: readonly Uint8Array[],
): Promise<Set<string>> {
  const known = await knownHashes(hashes, { isSameBook });
  const past = await listPastHashes(db, hashes, { isReceipt: false });
  return new Set([...known, ...past].map(bytesToHex));
}

/**
 * What of these no record of ours has by its hash: where the list does not say enough, a look-up may. `unreadable`: not
 * even that says what it is.
 */
async function readAgain(
  deps: ExplainDeps,
  listed: readonly UnreadableListed[],
): Promise<{ readonly read: readonly OutgoingRecord[]; readonly unreadable: readonly UnreadableListed[] }> {
  const hashes = listed.flatMap(({ paymentHash }) => (paymentHash === undefined ? [] : [paymentHash]));
  const known = await explainedOf(deps, hashes);
  const read: OutgoingRecord[] = [];
  const unreadable: UnreadableListed[] = [];
  for (const one of listed) {
    const { cursor, paymentHash, amount } = one;
    if (paymentHash !== undefined && known.has(bytesToHex(paymentHash))) continue;
    const status = paymentHash && (await deps.node.lookupOutgoing(paymentHash).catch(unanswered));
    if (paymentHash === undefined || amount === undefined || status === undefined || status.kind === "not_found")
      unreadable.push(one);
    else read.push({ cursor, paymentHash, amount, status });
  }
  return { read, unreadable };
}

function unanswered(error: unknown): undefined {
  if (!(error instanceof NodeUnavailable)) throw error;
}

/** The list is older than our records: a payment of ours may have failed in between, so the node is asked again. */
async function unexplained(deps: ExplainDeps, records: readonly OutgoingRecord[]): Promise<OutgoingRecord[]> {
  const { db, node, knownHashes } = deps;
  const known = await explainedOf(deps, hashesOf(records));
  for (const hash of await listStandingForeign(db, hashesOf(records))) known.add(bytesToHex(hash));
  const some = records.filter(
    ({ paymentHash, status }) => status.kind !== "failed" && !known.has(bytesToHex(paymentHash)),
  );
  if (some.length === 0) return [];
  const rows = new Set((await knownHashes(hashesOf(some), { isSameBook: true })).map(bytesToHex));
  const left: OutgoingRecord[] = [];
  for (const record of some) {
    const mayHaveFailed = record.status.kind === "in_flight" && rows.has(bytesToHex(record.paymentHash));
    if (mayHaveFailed && isOver(await node.lookupOutgoing(record.paymentHash))) continue;
    left.push(record);
  }
  return left;
}

/** It has failed, or was lost at the node and ended here as failed: no channel has an HTLC of it. */
function isOver(status: OutgoingStatus): boolean {
  return status.kind === "failed" || (status.kind === "in_flight" && status.htlcs?.place === "gone");
}

function hashesOf(records: readonly OutgoingRecord[]): readonly Uint8Array[] {
  return records.map(({ paymentHash }) => paymentHash);
}

/**
 * What the node has begun since the first look of this process, so that no restore has lost it.
 * @throws {NodeUnavailable} while it cannot be told from what was there.
 */
function begunSince(probes: Probes | undefined, records: readonly OutgoingRecord[]): ReadonlySet<string> {
  if (probes === undefined) return new Set();
  const { hashes, isOver } = probes.young(records);
  if (hashes.size > 0 && !isOver)
    throw new NodeUnavailable("it has payments in flight that are not ours, and is asked again: probes end as failed");
  return hashes;
}

/** Whether the invoice was the node's own. */
async function withSelf(node: LightningNode, records: readonly OutgoingRecord[]) {
  const found: { readonly paymentHash: Uint8Array; readonly amount: OutgoingRecord["amount"]; isSelf: boolean }[] = [];
  for (const { paymentHash, amount } of records) {
    const { kind } = await node.lookupIncoming(paymentHash);
    found.push({ paymentHash, amount, isSelf: kind !== "not_found" });
  }
  return found;
}
