import { hexToBytes } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import { type LightningNode, NodeUnavailable } from "#lightning";
import { machineRandom } from "#platform/machine/random.ts";
import type { Fields } from "../answers.ts";
import { createList, type Listed } from "../lists.ts";
import { isOfType, type ListedReceipt, listedReceipt, listedSent, receivedOf, sentItemOf } from "./answers.ts";
import type { NwcLink } from "./link.ts";
import { createPages, itemsOf } from "./pages.ts";
import { listedReceipts } from "./receipt-pages.ts";

type ListsOptions = {
  readonly clock: Clock;
  readonly link: NwcLink;
  readonly find: (paymentHash: Uint8Array) => Promise<Fields | undefined>;
};

export type NwcLists = Pick<LightningNode, "received" | "outgoing"> & {
  /** A notification has come, or a connection stands anew. */
  notify(paymentHash: string | undefined): void;
};

/** An invoice that was made so long before the newest receipt is found by its notification, or by a look-up. */
const OVERLAP_MS = 3_600_000;
/** Between two readings of a list: while a notified receipt is in no list, with notifications, and without. */
const POLL_MS = { pending: 5_000, notified: 60_000, silent: 10_000 } as const;
/** The longest that one long poll stays open. */
export const WAIT_MAX_MS = 25_000;
/** Payments of notifications that no list has shown yet. */
const NOTIFIED_MAX = 1_000;
/** A notification may come before the look-up says the same. */
const LOOKUPS_MAX = 6;
const HASH = /^[0-9a-f]{64}$/;

function unanswered(error: unknown): "no answer" {
  if (!(error instanceof NodeUnavailable)) throw error;
  return "no answer";
}

/**
 * Lists of a wallet service. They are by the time at which an invoice was made: so a receipt of an old one is in no
 * part that is read, and its notification is looked up.
 */
export function createNwcLists({ clock, link, find }: ListsOptions): NwcLists {
  /** Look-ups so far, by the payment hash of a notification. */
  const notified = new Map<string, number>();
  let news = new AbortController();
  /** The last reading that found nothing after this place. `since`: the news at its beginning. */
  let quiet: { readonly cursor: string; readonly since: AbortSignal; readonly atMs: number } | undefined;

  const incoming = createPages({ clock, link, type: "incoming" });
  const outgoing = createPages({ clock, link, type: "outgoing" });

  async function findNotified(names: ReadonlySet<string>): Promise<readonly Listed<ListedReceipt>[]> {
    for (const hash of names) notified.delete(hash);
    const found: Listed<ListedReceipt>[] = [];
    for (const [hash, lookups] of [...notified]) {
      const item = await find(hexToBytes(hash)).catch(unanswered);
      notified.delete(hash);
      if (item === "no answer") {
        notified.set(hash, lookups); // behind the others
        break;
      }
      const receipt = item && listedReceipt(item);
      if (receipt?.item !== undefined) found.push({ ...receipt, item: { kind: "read", item: receipt.item } });
      else if ((item === undefined || isOfType(item, "incoming")) && lookups + 1 < LOOKUPS_MAX)
        notified.set(hash, lookups + 1);
    }
    return found;
  }

  const random = machineRandom(clock);
  const receipts = createList<ListedReceipt>({
    random,
    clock,
    overlapMs: OVERLAP_MS,
    more: findNotified,
    page: async (from, offset) => listedReceipts(await incoming({ from, offset }), from),
  });
  const payments = createList<Fields>({
    random,
    clock,
    overlapMs: OVERLAP_MS,
    page: async (from, offset) => itemsOf(await outgoing({ from, offset })).map(listedSent),
  });

  async function read(cursor: string, since: AbortSignal) {
    const atMs = clock.monotonicMs();
    const items = await receipts.after(cursor);
    quiet = items.length === 0 ? { cursor, since, atMs } : undefined;
    return items;
  }

  /** Until the list is read again. */
  async function restMs(cursor: string, since: AbortSignal): Promise<number> {
    const { notifies } = await link.service();
    if (quiet?.cursor !== cursor || quiet.since !== since) return 0;
    const everyMs = notified.size > 0 ? POLL_MS.pending : notifies ? POLL_MS.notified : POLL_MS.silent;
    return quiet.atMs + everyMs - clock.monotonicMs();
  }

  return {
    notify(paymentHash) {
      if (paymentHash !== undefined && HASH.test(paymentHash) && notified.size < NOTIFIED_MAX)
        notified.set(paymentHash, 0);
      const before = news;
      news = new AbortController();
      before.abort();
    },
    async received(cursor, wantedMs, signal) {
      const untilMs = clock.monotonicMs() + Math.min(wantedMs, WAIT_MAX_MS);
      for (;;) {
        const { signal: since } = news;
        const isDue = wantedMs === 0 || (await restMs(cursor, since)) <= 0;
        const items = isDue ? await read(cursor, since) : [];
        const leftMs = untilMs - clock.monotonicMs();
        if (items.length > 0 || leftMs <= 0 || signal?.aborted)
          return items.map(({ item, cursor }) => receivedOf(item, cursor));
        const pauseMs = Math.min(leftMs, await restMs(cursor, since));
        await clock.sleep(pauseMs, signal === undefined ? since : AbortSignal.any([since, signal]));
      }
    },
    outgoing: async (cursor) => (await payments.after(cursor)).map(({ item, cursor }) => sentItemOf(item, cursor)),
  };
}
