import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import { msats } from "#kernel/money.ts";
import { NO_LONGER } from "#kernel/no-longer.ts";
import { NodeUnavailable, type ReceivedItem } from "#lightning";
import { amountOf, type Fields, LIST_MAX, listOf } from "../answers.ts";
import { Late } from "../errors.ts";
import { AMP_SET, ampReceipt, settledIn } from "./amp.ts";
import { base64Bytes32Of, secondsOf, textOrEmpty, uint64Of } from "./answers.ts";
import type { Connection, Connections } from "./connections.ts";
import { askPage } from "./pages.ts";

export type Receipts = {
  received(cursor: string, waitMs: number, signal?: AbortSignal): Promise<readonly ReceivedItem[]>;
  close(): void;
};

/** Number of a receipt among those of the node, and the hash that it had there. */
type Place = { readonly number: bigint; readonly hash: string };

/** The settled invoices after a place, as they come. */
type Feed = {
  readonly place: () => Place;
  /**
   * What has come and was not taken. Waits for the first; where numbers are left out, or without `waitMs`, also until
   * the stream is quiet.
   */
  take(waitMs: number, signal?: AbortSignal): Promise<readonly ReceivedItem[]>;
  isAlive(): boolean;
  close(): void;
};

/** What a stream has to send comes without a pause. */
const QUIET_MS = 200;
/** Within it a stream sends a receipt that is known to be there. */
const KNOWN_MS = 5_000;
/** A stream may fall silent without a word: after so long another one is opened. */
const FEED_MS = 300_000;
/** The longest that one call waits. */
const WAIT_MAX_MS = 25_000;
/** Before the first receipt of a node there is no place to wait at. */
const FIRST_MS = 1_000;
const BEGINNING: Place = { number: 0n, hash: "" };

/**
 * Receipts by LND's `settle_index`, which counts settled invoices. Its stream sends what comes after a number, and
 * nothing at all when the node has not come so far: a node that was put back is silent. So a place has the hash of its
 * receipt too, and a node that has another receipt there, or none, is read from its beginning.
 */
export function createReceipts({ connections, clock }: { connections: Connections; clock: Clock }): Receipts {
  /** The one that the last call left, for the next one that goes on where it was. */
  let left: Feed | undefined;
  /** The newest receipt that the node is known to have. */
  let newestKnown = 0n;
  const deps: OpenDeps = { connections, clock, newestKnown: () => newestKnown };

  async function openAt(place: Place): Promise<Feed | undefined> {
    const first = place.number === 0n ? undefined : await openAfter(deps, place);
    if (first !== undefined) return first;
    // There is no stream from the beginning: it is the first receipt, and what comes after it.
    const invoices = await walk(connections);
    for (const { number } of invoices.map(placeOf)) if (number > newestKnown) newestKnown = number;
    const at = place.number === 0n ? undefined : invoices.find((item) => placeOf(item).number === place.number);
    if (at !== undefined && hashOf(at) === place.hash) return await openAfter(deps, place, "alone");
    const [beginning] = invoices.map(placeOf).sort(byNumber);
    if (beginning === undefined) return undefined;
    const item = invoices.find((one) => placeOf(one).number === beginning.number);
    return await openAfter(deps, beginning, "alone", item && receivedOf(item));
  }

  async function feedAt(cursor: string, isFresh: boolean): Promise<Feed | undefined> {
    const place = readCursor(cursor);
    const kept = left;
    left = undefined;
    if (kept !== undefined && !isFresh && kept.isAlive() && cursorOf(kept.place()) === cursor) return kept;
    kept?.close();
    return await openAt(place);
  }

  return {
    async received(cursor, wantedMs, signal) {
      const until = clock.monotonicMs() + Math.min(wantedMs, WAIT_MAX_MS);
      let feed = await feedAt(cursor, wantedMs <= 0);
      while (feed === undefined) {
        const restMs = Math.min(until - clock.monotonicMs(), FIRST_MS);
        if (restMs <= 0 || signal?.aborted) return [];
        await clock.sleep(restMs, signal);
        feed = await feedAt(cursor, true);
      }
      try {
        const items = await feed.take(Math.max(0, until - clock.monotonicMs()), signal);
        if (left === undefined) left = feed;
        else feed.close();
        return items;
      } catch (error) {
        feed.close();
        throw error;
      }
    },
    close() {
      left?.close();
      left = undefined;
    },
  };
}

type OpenDeps = {
  readonly connections: Connections;
  readonly clock: Clock;
  readonly newestKnown: () => bigint;
};

/**
 * The receipts after a place. To see that the node still has its receipt, the stream begins with it; where there is
 * none of that number, or another, there is no feed. `alone`: the place is known to be there.
 */
async function openAfter(
  { connections, clock, newestKnown }: OpenDeps,
  place: Place,
  how: "checked" | "alone" = "checked",
  beginning?: ReceivedItem,
): Promise<Feed | undefined> {
  if (how === "checked" && place.number === 1n) return undefined; // "after 0" is nothing
  const connection = await connections.take();
  try {
    const after = how === "checked" ? place.number - 1n : place.number;
    const stream = connection.stream({ method: "GET", path: `/v1/invoices/subscribe?settle_index=${after}` });
    if (how === "checked") {
      const first = await nextSettled(() => stream.next(KNOWN_MS));
      const found = first?.map(placeOf).find(({ number }) => number === place.number);
      if (found?.hash !== place.hash) {
        connection.close();
        return undefined;
      }
    }
    const waiting = beginning === undefined ? [] : [beginning];
    return createFeed(connection, { stream, clock, newestKnown, place, waiting });
  } catch (error) {
    connection.close();
    if (error instanceof Late) return undefined;
    throw error;
  }
}

type FeedDeps = Pick<OpenDeps, "clock" | "newestKnown"> & {
  readonly stream: ReturnType<Connection["stream"]>;
  readonly place: Place;
  readonly waiting: ReceivedItem[];
};

function createFeed(connection: Connection, { stream, clock, newestKnown, place: start, waiting }: FeedDeps): Feed {
  const dueAt = clock.monotonicMs() + FEED_MS;
  let place = start;
  let newest = start.number;
  /** What the stream had to send when it was opened has come. */
  let isLive = false;
  let end: Error | undefined;
  let wake: () => void = () => undefined;

  /** @throws {NodeUnavailable} when one before it did not come. */
  function add(invoice: Fields): void {
    const { number } = placeOf(invoice);
    const item = receivedOf(invoice);
    if (number <= place.number || waiting.some(({ cursor }) => cursor === item.cursor)) return; // it comes once more
    // LND's own log knows of clients that missed one; from its database it comes in order.
    if (isLive && number > newest + 1n) throw skipped();
    newest = number > newest ? number : newest;
    waiting.push(item);
  }

  /** Never throws: `take` does. */
  async function read(): Promise<void> {
    try {
      for (;;) {
        const settled = await nextSettled(() => stream.next());
        if (settled === undefined) throw new NodeUnavailable("the node ended its list of receipts");
        for (const invoice of settled) add(invoice);
        wake();
      }
    } catch (error) {
      connection.close();
      end = error as Error;
      wake();
    }
  }

  /** A stream that has not come to what is known to be there is slow, and not at its end. */
  const pauseMs = () => (newest < newestKnown() ? KNOWN_MS : QUIET_MS);

  /**
   * How many follow the place number by number. No other one comes before them, so they need not wait until the stream
   * is quiet, which it may never be.
   */
  function following(): number {
    const numbers = waiting.sort(byPlace).map(({ cursor }) => readCursor(cursor).number);
    const gap = numbers.findIndex((number, i) => number > (numbers[i - 1] ?? place.number) + 1n);
    return gap < 0 ? numbers.length : gap;
  }

  /** False when nothing came. */
  async function more(ms: number, signal?: AbortSignal): Promise<boolean> {
    const before = waiting.length;
    const woken = new AbortController();
    wake = () => woken.abort(NO_LONGER);
    await clock.sleep(ms, signal === undefined ? woken.signal : AbortSignal.any([woken.signal, signal]));
    return waiting.length > before;
  }

  void read();
  return {
    place: () => place,
    async take(waitMs, signal) {
      if (waiting.length === 0 && end === undefined) await more(Math.max(waitMs, pauseMs()), signal);
      const ready = () => (waitMs > 0 ? following() : 0);
      const isFew = () => end === undefined && waiting.length > 0 && waiting.length < LIST_MAX;
      while (ready() === 0 && isFew() && (await more(pauseMs(), signal)));
      const count = ready();
      if (count === 0 && waiting.length > 0 && place.number > start.number && waitMs > 0) throw skipped();
      if (count === 0) isLive = true;
      const items = waiting.sort(byPlace).splice(0, count === 0 ? LIST_MAX : Math.min(count, LIST_MAX));
      if (items.length === 0 && end !== undefined) throw end;
      place = readCursor(items.at(-1)?.cursor ?? cursorOf(place));
      return items;
    },
    isAlive: () => end === undefined && connection.isOpen() && clock.monotonicMs() < dueAt,
    close: () => connection.close(),
  };
}

function skipped(): NodeUnavailable {
  return new NodeUnavailable("the node skipped a receipt");
}

/** What the next invoice with receipts has of them: opened ones come too. Undefined at the end. */
async function nextSettled(next: () => Promise<Fields | undefined>): Promise<readonly Fields[] | undefined> {
  for (;;) {
    const invoice = await next();
    if (invoice === undefined) return undefined;
    const settled = settledIn(invoice);
    if (settled.length > 0) return settled;
  }
}

/** All settled invoices of the node, once through its whole list. @throws {NodeUnavailable} */
async function walk(connections: Connections): Promise<readonly Fields[]> {
  const settled: Fields[] = [];
  for (let offset = 0n; ; ) {
    const answer = await askPage((count, limits) => {
      const path = `/v1/invoices?index_offset=${offset}&num_max_invoices=${count}`;
      return connections.ask({ method: "GET", path }, limits);
    });
    const page = listOf(answer["invoices"]);
    settled.push(...page.flatMap(settledIn));
    const last = uint64Of(answer["last_index_offset"]);
    if (page.length === 0) return settled;
    if (last <= offset) throw new NodeUnavailable("the node's list of invoices does not go on");
    offset = last;
  }
}

function placeOf(invoice: Fields): Place {
  return { number: uint64Of(invoice["settle_index"]), hash: hashOf(invoice) };
}

/** Of one that cannot be read the place alone is known. */
function hashOf(invoice: Fields): string {
  try {
    return bytesToHex(base64Bytes32Of(invoice["r_hash"])).slice(0, CURSOR_DIGITS);
  } catch (error) {
    if (error instanceof NodeUnavailable) return UNREADABLE;
    throw error;
  }
}

const CURSOR_DIGITS = 16;
const UNREADABLE = "unreadable";
const CURSOR = /^[0-9]{1,20}\.(?:[0-9a-f]{16}|unreadable)$/;

function readCursor(cursor: string): Place {
  if (cursor === "") return BEGINNING;
  const [number = "", hash = ""] = CURSOR.test(cursor) ? cursor.split(".") : [];
  return number === "" ? BEGINNING : { number: BigInt(number), hash };
}

function cursorOf({ number, hash }: Place): string {
  return number === 0n ? "" : `${number}.${hash}`;
}

function byPlace(one: ReceivedItem, other: ReceivedItem): number {
  return byNumber(readCursor(one.cursor), readCursor(other.cursor));
}

function byNumber(one: Place, other: Place): number {
  return one.number < other.number ? -1 : 1;
}

/** An item that cannot be read keeps its place. */
function receivedOf(invoice: Fields): ReceivedItem {
  const cursor = cursorOf(placeOf(invoice));
  if (invoice[AMP_SET] !== undefined) return ampReceipt(invoice, cursor);
  try {
    return {
      kind: "receipt",
      cursor,
      paymentHash: base64Bytes32Of(invoice["r_hash"]),
      amount: amountOf(invoice["amt_paid_msat"]),
      cost: msats(0n),
      settledAt: secondsOf(invoice["settle_date"]),
    };
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    const detail = `${textOrEmpty(invoice["state"])}: ${error.message}`;
    return { kind: "unreadable", cursor, place: cursor, detail };
  }
}
