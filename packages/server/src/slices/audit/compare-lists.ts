import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import { type LightningNode, listForeignHashes, listPastHashes, NodeUnavailable, type OutgoingItem } from "#lightning";
import { listKnownHashes, listSettled, listSettledHashes } from "#payments";
import type { Db } from "#platform/database/db.ts";
import { BREACHES_MAX } from "#platform/database/invariant.ts";
import { listNodeReceipts, listReceivedHashes } from "#receiving";
import { findMissing, type Recorded } from "./find-missing.ts";
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
 * Compares the node's lists with ours, both ways and by page: neither list is ever in memory. A backend that deletes
 * old payments from its list must not be told to do so: then this line warns.
 * @throws {NodeUnavailable}
 */
export async function compareLists(deps: ListDeps): Promise<AuditLine> {
  const breaches = [...(await comparePayments(deps)), ...(await compareReceipts(deps))];
  return { ...LISTS, warns: true, breaches: breaches.slice(0, BREACHES_MAX) };
}

async function comparePayments({ db, node }: ListDeps): Promise<string[]> {
  const strangers = new Set<string>();
  const missing = await findMissing(
    {
      ours: () => pagesOf((after) => listSettled(db, { after, limit: PAGE })),
      async *listed() {
        for await (const page of pagesAt((cursor) => node.outgoing(cursor))) {
          const settled = page.flatMap((item) =>
            item.kind === "payment" && item.status.kind === "settled" ? [item.paymentHash] : [],
          );
          addUnknown(strangers, settled, [
            ...(await listKnownHashes(db, settled, { isSameBook: true })),
            ...(await listForeignHashes(db, settled)),
            ...(await listPastHashes(db, settled, { isReceipt: false })),
          ]);
          yield await listSettledHashes(db, [...settled, ...page.flatMap(unreadableHash)]);
        }
      },
    },
    BREACHES_MAX,
  );
  return [
    ...missing.map((id) => `payment ${id} is completed, and the node has not settled it`),
    ...[...strangers].map((hash) => `the node has paid ${hash}, which nobody knows`),
  ];
}

/** Of one that is there and cannot be read: that it was settled is not said, nor that it was not. */
function unreadableHash(item: OutgoingItem): readonly Uint8Array[] {
  return item.kind === "unreadable" && item.paymentHash !== undefined ? [item.paymentHash] : [];
}

async function compareReceipts({ db, clock, node }: ListDeps): Promise<string[]> {
  const strangers = new Set<string>();
  const fresh = clock.now().getTime() - FRESH_MS;
  const missing = await findMissing(
    {
      ours: () => pagesOf((after) => listNodeReceipts(db, { after, limit: PAGE })),
      async *listed() {
        for await (const page of pagesAt((cursor) => node.received(cursor, 0))) {
          const items = page.filter((item) => item.kind !== "unreadable");
          const known = await listReceivedHashes(db, hashesOf(items));
          const old = items.filter(({ settledAt }) => settledAt.getTime() < fresh);
          const past = await listPastHashes(db, hashesOf(old), { isReceipt: true });
          addUnknown(strangers, hashesOf(old), [...known, ...past]);
          yield known;
        }
      },
    },
    BREACHES_MAX,
  );
  return [
    ...missing.map((id) => `receipt ${id} is recorded, and the node has not received it`),
    ...[...strangers].map((hash) => `the node has received ${hash}, and it is not recorded`),
  ];
}

/** Adds those of `hashes` that are not known, up to what one line of the audit names. */
function addUnknown(unknown: Set<string>, hashes: readonly Uint8Array[], known: readonly Uint8Array[]): void {
  const names = new Set(known.map(bytesToHex));
  for (const name of hashes.map(bytesToHex)) if (!names.has(name) && unknown.size < BREACHES_MAX) unknown.add(name);
}

function hashesOf(items: readonly { readonly paymentHash: Uint8Array }[]): readonly Uint8Array[] {
  return items.map(({ paymentHash }) => paymentHash);
}

/** Less than every id. */
const FIRST = "00000000-0000-0000-0000-000000000000";

/** Our records, in the order of their ids. */
async function* pagesOf(page: (after: string) => Promise<readonly Recorded[]>): AsyncGenerator<readonly Recorded[]> {
  for (let after = FIRST; ; ) {
    const rows = await page(after);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
  }
}

/** A list of the node, in its order. */
async function* pagesAt<Item extends { readonly cursor: string }>(
  page: (cursor: string) => Promise<readonly Item[]>,
): AsyncGenerator<readonly Item[]> {
  for (let cursor = ""; ; ) {
    const items = await page(cursor);
    const last = items.at(-1);
    if (last === undefined) return;
    if (last.cursor === cursor || last.cursor === "") throw new NodeUnavailable("the node's list does not go on");
    yield items;
    cursor = last.cursor;
  }
}
