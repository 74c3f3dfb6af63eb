import { bytesToHex } from "@noble/hashes/utils.js";
import { listTally, partOf } from "./list-tally.ts";

export type Recorded = { readonly id: string; readonly paymentHash: Uint8Array };

export type TwoLists = {
  /** What we have recorded, page by page; read anew each time. */
  readonly ours: () => AsyncIterable<readonly Recorded[]>;
  /** Hashes that the node lists, of what is in `ours`; page by page, read anew each time. */
  readonly listed: () => AsyncIterable<readonly Uint8Array[]>;
};

/** Rows that are compared one by one together. */
const TOGETHER_MAX = 20_000;

/**
 * Up to `limit` of our records that the node does not list. The two lists have no order in common and may be long, so
 * only a tally of each is kept; where all is right that is all. What differs is read again, `together` rows at a time.
 */
export async function findMissing(lists: TwoLists, limit: number, together = TOGETHER_MAX): Promise<string[]> {
  const tally = listTally();
  let total = 0;
  for await (const page of lists.ours())
    for (const { paymentHash } of page) {
      tally.count(paymentHash, 1);
      total++;
    }
  for await (const page of lists.listed()) for (const hash of page) tally.count(hash, -1);

  const differing = tally.differing();
  const atOnce = Math.max(1, Math.floor((65_536 * together) / Math.max(total, 1)));
  const missing: string[] = [];
  for (let i = 0; i < differing.length && missing.length < limit; i += atOnce)
    missing.push(...(await missingIn(lists, new Set(differing.slice(i, i + atOnce)))));
  return missing.slice(0, limit);
}

/** Ids of the records in these parts that are not listed. */
async function missingIn({ ours, listed }: TwoLists, parts: ReadonlySet<number>): Promise<readonly string[]> {
  const left = new Map<string, string>();
  for await (const page of ours())
    for (const { id, paymentHash } of page) if (parts.has(partOf(paymentHash))) left.set(bytesToHex(paymentHash), id);
  for await (const page of listed())
    for (const hash of page) if (parts.has(partOf(hash))) left.delete(bytesToHex(hash));
  return [...left.values()];
}
