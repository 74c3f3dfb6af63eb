import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock, Random } from "#kernel/clock.ts";
import { NodeUnavailable } from "#lightning";

/**
 * An item of a node's list. `at`: milliseconds since 1970, by which the list is resumed. `name`: no other one has it.
 * `item`: undefined where it is none that callers want.
 */
export type Listed<Item> = { readonly at: number; readonly name: string; readonly item: Item | undefined };

export type ListedAfter<Item> = { readonly cursor: string; readonly item: Item };

type ListOptions<Item> = {
  readonly random: Random;
  /** No place is later than it says: a node whose clock was ahead would hide all that comes until then. */
  readonly clock: Pick<Clock, "now">;
  /** One page of the items from this time on, which begins at `offset`. In which order does not matter. */
  readonly page: (from: number, offset: number) => Promise<readonly Listed<Item>[]>;
  /**
   * A page has so many places, and may show fewer items: the node leaves some out after it has counted. Absent: a page
   * shows all that it counts.
   */
  readonly sparse?: number;
  /** Items that may be in no page that was read. `names`: of those that were. */
  readonly more?: (names: ReadonlySet<string>) => Promise<readonly Listed<Item>[]>;
  /** How much older an item may be than those that were seen before it. */
  readonly overlapMs: number;
};

/** Longer than this is nonsense. */
const LISTED_MAX = 1_000_000;
const ANSWER_MAX = 1_000;
const REPORTED_MAX = 50_000;
const FOUND_MAX = 1_000;
const RESTARTS_MAX = 3;
/** So many pages in a row show nothing new where a list is sparse: it has ended. Ours. */
const EMPTY_MAX = 4;
/** Of one cursor: more readers than go on from it. */
const CHAINS_MAX = 16;
const CURSOR = /^([0-9]{1,15}):(.+?)((?:#[0-9a-f]{8}\.[0-9]{1,15})*)$/;

/**
 * A list that a node answers in pages, resumed by time. Neighbouring pages overlap by one item, so that a list that
 * changes between two pages is noticed and read again; the size of a page does not matter. A sparse list shows no
 * neighbours, and only grows at its beginning: it ends with several pages that have nothing new. The time before the
 * cursor is read again as well: a node whose clock went back, or that stored two items in another order, hides
 * nothing. What turns up there is reported until the caller comes back with the cursor that it was reported with: the
 * reports to one reader are a chain with numbers, and the cursor has the chain and the number of the last one. A
 * reader that begins has a chain of its own. Processes that go on from one cursor have one each in it, and each
 * reports that time once.
 */
export function createList<Item>({ random, clock, page, more, overlapMs, sparse }: ListOptions<Item>) {
  const chains = new Map<string, Chain>();
  /** Items of `more`, which is not asked for them again. */
  const found = new Map<string, Listed<Item>>();

  /** That of this process on which the cursor goes on, or a new one. */
  function chainOf({ numbers }: Start): readonly [id: string, chain: Chain] {
    for (const id of numbers.keys()) {
      const chain = chains.get(id);
      if (chain !== undefined) return [id, chain];
    }
    return [bytesToHex(random.bytes(4)), { last: 0, reports: new Map() }];
  }

  async function readAll(from: number): Promise<readonly Listed<Item>[] | undefined> {
    const all = new Map<string, Listed<Item>>();
    let empty = 0;
    for (let offset = 0; ; ) {
      const items = await page(from, offset);
      const fresh = items.filter(({ name }) => !all.has(name));
      if (sparse !== undefined && fresh.length === 0) {
        empty += 1;
        if (empty > EMPTY_MAX) return [...all.values()];
        offset += sparse - 1;
        continue;
      }
      const isJoined = offset === 0 || fresh.length < items.length;
      if (sparse === undefined && !isJoined) return undefined; // nothing joins it to the page before
      if (fresh.length === 0) return [...all.values()];
      empty = 0;
      for (const one of fresh) all.set(one.name, one);
      if (all.size > LISTED_MAX) throw new NodeUnavailable("the node lists without an end");
      offset += sparse === undefined ? items.length - 1 : Math.max(1, items.length - 1);
    }
  }

  async function readWhole(from: number): Promise<readonly Listed<Item>[]> {
    for (let tries = 0; tries < RESTARTS_MAX; tries++) {
      const all = await readAll(from);
      if (all === undefined) continue;
      const names = new Set(all.map(({ name }) => name));
      for (const one of (await more?.(names)) ?? []) setNewest(found, one.name, one, FOUND_MAX);
      return [...all, ...[...found.values()].filter(({ name }) => !names.has(name))];
    }
    throw new NodeUnavailable("the node's list changes while it is read");
  }

  return {
    /** Items after the cursor, oldest first, at most 1,000. "" is the beginning. */
    async after(cursor: string): Promise<readonly ListedAfter<Item>[]> {
      const start = placeOf(cursor);
      const nowMs = clock.now().getTime();
      const all = await readWhole(Math.max(0, Math.min(start.at, nowMs) - overlapMs));
      const [id, chain] = chainOf(start);
      const upTo = start.numbers.get(id) ?? 0;
      const hasIt = ({ name }: Place) => (chain.reports.get(name) ?? Infinity) <= upTo;
      const some = all.toSorted(compare).filter((one) => !hasIt(one));
      const wanted = some.flatMap(({ item, ...place }) => (item === undefined ? [] : [{ ...place, item }]));
      const others = [...start.numbers].filter(([other]) => other !== id);
      if (wanted.length > 0) setNewest(chains, id, chain, CHAINS_MAX);
      return wanted.slice(0, ANSWER_MAX).map(({ item, ...place }) => {
        const { at, name } = compare(place, start) > 0 ? place : start;
        return {
          cursor: cursorOf({ at: Math.min(at, nowMs), name }, [[id, report(chain, place.name)], ...others]),
          item,
        };
      });
    },
  };
}

/** Whether an item of a list is `wanted`. Its pages, by the offset where they begin, are read to the first such one. */
export async function hasItem<Item>(
  page: (offset: number) => Promise<readonly Item[]>,
  wanted: (item: Item) => boolean,
): Promise<boolean> {
  for (let offset = 0; ; ) {
    const items = await page(offset);
    if (items.some(wanted)) return true;
    if (items.length === 0) return false;
    offset += items.length;
  }
}

/** `reports`: the number of the last report, by the name of the item; the oldest first. */
type Chain = { last: number; readonly reports: Map<string, number> };

/** The number of this report. */
function report(chain: Chain, name: string): number {
  chain.last += 1;
  setNewest(chain.reports, name, chain.last, REPORTED_MAX);
  return chain.last;
}

/** Adds it as the newest; of more than `max` the oldest goes. */
function setNewest<Value>(map: Map<string, Value>, name: string, value: Value, max: number): void {
  map.delete(name);
  map.set(name, value);
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}

type Place = { readonly at: number; readonly name: string };

/** `numbers`: up to which number the caller has what was reported, by the chain. */
type Start = Place & { readonly numbers: ReadonlyMap<string, number> };

function placeOf(cursor: string): Start {
  if (cursor === "") return { at: -1, name: "", numbers: new Map() };
  const [, at, name, numbers = ""] = CURSOR.exec(cursor) ?? [];
  if (at === undefined || name === undefined) throw new NodeUnavailable("the place in the list is one of another node");
  const pairs = numbers.split("#").slice(1);
  return { at: Number(at), name, numbers: new Map(pairs.map((pair) => [pair.slice(0, 8), Number(pair.slice(9))])) };
}

function cursorOf({ at, name }: Place, numbers: readonly (readonly [chain: string, number: number])[]): string {
  const ends = numbers.slice(0, CHAINS_MAX).map(([chain, number]) => `#${chain}.${number}`);
  return `${at}:${name}${ends.join("")}`;
}

function compare(one: Place, other: Place): number {
  if (one.at !== other.at) return one.at - other.at;
  if (one.name === other.name) return 0;
  return one.name < other.name ? -1 : 1;
}
