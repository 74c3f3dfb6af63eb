import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import { type LightningNode, listForeignHashes } from "#lightning";
import { listKnownHashes, listSettled } from "#payments";
import type { Db } from "#platform/database/db.ts";
import { BREACHES_MAX } from "#platform/database/invariant.ts";
import { listNodeReceipts } from "#receiving";
import type { AuditLine } from "./run-audit.ts";

export const LISTS = {
  id: "I10r",
  title: "the node lists each payment that it has completed for us and each receipt, and we know what it lists",
} as const;

type ListDeps = { readonly db: Db; readonly clock: Clock; readonly node: LightningNode };

const PAGE = 1_000;
/** What the node received a moment ago may not be recorded yet. */
const FRESH_MS = 600_000;

/**
 * Compares the node's lists with ours, both ways. A backend that deletes old payments from its list must not be told to
 * do so: then this line warns.
 * @throws {NodeUnavailable}
 */
export async function compareLists(deps: ListDeps): Promise<AuditLine> {
  const breaches = [...(await comparePayments(deps)), ...(await compareReceipts(deps))];
  return { ...LISTS, warns: true, breaches: breaches.slice(0, BREACHES_MAX) };
}

async function comparePayments({ db, node }: ListDeps): Promise<string[]> {
  const ours = await all((after) => listSettled(db, { after, limit: PAGE }));
  const listed = new Set<string>();
  const strangers: Uint8Array[] = [];
  for (let cursor = ""; ; ) {
    const records = await node.outgoing(cursor);
    const last = records.at(-1);
    if (last === undefined) break;
    cursor = last.cursor;
    const settled = records.flatMap(({ paymentHash, status }) => (status.kind === "settled" ? [paymentHash] : []));
    for (const hash of settled) listed.add(bytesToHex(hash));
    const known = [...(await listKnownHashes(db, settled)), ...(await listForeignHashes(db, settled))];
    const names = new Set(known.map(bytesToHex));
    strangers.push(...settled.filter((hash) => !names.has(bytesToHex(hash))));
  }
  return [
    ...ours
      .filter(({ paymentHash }) => !listed.has(bytesToHex(paymentHash)))
      .map(({ id }) => `payment ${id} is completed, and the node has not settled it`),
    ...strangers.map((hash) => `the node has paid ${bytesToHex(hash)}, which nobody knows`),
  ];
}

async function compareReceipts({ db, clock, node }: ListDeps): Promise<string[]> {
  const ours = await all((after) => listNodeReceipts(db, { after, limit: PAGE }));
  const known = new Set(ours.map(({ paymentHash }) => bytesToHex(paymentHash)));
  const listed = new Set<string>();
  const strangers: string[] = [];
  const fresh = clock.now().getTime() - FRESH_MS;
  for (let cursor = ""; ; ) {
    const items = await node.received(cursor, 0);
    const last = items.at(-1);
    if (last === undefined) break;
    cursor = last.cursor;
    for (const item of items) {
      if (item.kind === "unreadable") continue;
      const hash = bytesToHex(item.paymentHash);
      listed.add(hash);
      if (!known.has(hash) && item.settledAt.getTime() < fresh) strangers.push(hash);
    }
  }
  return [
    ...ours
      .filter(({ paymentHash }) => !listed.has(bytesToHex(paymentHash)))
      .map(({ id }) => `receipt ${id} is recorded, and the node has not received it`),
    ...strangers.map((hash) => `the node has received ${hash}, and it is not recorded`),
  ];
}

/** Less than every id. */
const FIRST = "00000000-0000-0000-0000-000000000000";

async function all<Row extends { readonly id: string }>(
  page: (after: string) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let after = FIRST; ; ) {
    const next = await page(after);
    rows.push(...next);
    const last = next.at(-1);
    if (last === undefined || next.length < PAGE) return rows;
    after = last.id;
  }
}
