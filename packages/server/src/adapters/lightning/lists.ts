import { NodeUnavailable } from "#lightning";

/**
 * An item of a node's list. `at`: milliseconds since 1970, by which the list is resumed. `name`: no other one has it.
 * `item`: undefined where it is none that callers want.
 */
export type Listed<Item> = { readonly at: number; readonly name: string; readonly item: Item | undefined };

export type ListedAfter<Item> = { readonly cursor: string; readonly item: Item };

type ListOptions<Item> = {
  /** One page of the items from this time on, which begins at `offset`. In which order does not matter. */
  readonly page: (from: number, offset: number) => Promise<readonly Listed<Item>[]>;
  /** Items that may be in no page that was read. `names`: of those that were. */
  readonly more?: (names: ReadonlySet<string>) => Promise<readonly Listed<Item>[]>;
  /** How much older an item may be than those that were seen before it. */
  readonly overlapMs: number;
};

/** Longer than this is nonsense. */
const LISTED_MAX = 1_000_000;
const ANSWER_MAX = 1_000;
const SEEN_MAX = 50_000;
const RESTARTS_MAX = 3;
const CURSOR = /^([0-9]{1,15}):(.+)$/;

/**
 * A list that a node answers in pages, resumed by time. Neighbouring pages overlap by one item, so that a list that
 * changes between two pages is noticed and read again; the size of a page does not matter. The time before the cursor
 * is read again as well: a node whose clock went back, or that stored two items in another order, hides nothing. What
 * turns up there has the caller's own cursor, once in this process. In a new process that whole time is reported again.
 */
export function createList<Item>({ page, more, overlapMs }: ListOptions<Item>) {
  const seen = new Set<string>();

  async function readAll(from: number): Promise<readonly Listed<Item>[] | undefined> {
    const all = new Map<string, Listed<Item>>();
    for (let offset = 0; ; ) {
      const items = await page(from, offset);
      const fresh = items.filter(({ name }) => !all.has(name));
      if (offset > 0 && fresh.length === items.length) return undefined; // nothing joins it to the page before
      if (fresh.length === 0) return [...all.values()];
      for (const one of fresh) all.set(one.name, one);
      if (all.size > LISTED_MAX) throw new NodeUnavailable("the node lists without an end");
      offset += items.length - 1;
    }
  }

  async function readWhole(from: number): Promise<readonly Listed<Item>[]> {
    for (let tries = 0; tries < RESTARTS_MAX; tries++) {
      const all = await readAll(from);
      if (all === undefined) continue;
      const names = new Set(all.map(({ name }) => name));
      return [...all, ...((await more?.(names)) ?? []).filter(({ name }) => !names.has(name))];
    }
    throw new NodeUnavailable("the node's list changes while it is read");
  }

  return {
    /** Items after the cursor, oldest first, at most 1,000. "" is the beginning. */
    async after(cursor: string): Promise<readonly ListedAfter<Item>[]> {
      const start = placeOf(cursor);
      const all = await readWhole(Math.max(0, start.at - overlapMs));
      const isAfter = (one: Place) => compare(one, start) > 0;
      const found = all.toSorted(compare).filter((one) => isAfter(one) || !seen.has(one.name));
      const wanted = found.flatMap(({ item, ...place }) => (item === undefined ? [] : [{ ...place, item }]));
      const some = wanted.slice(0, ANSWER_MAX);
      for (const { name } of some) seen.add(name);
      for (const name of seen) {
        if (seen.size <= SEEN_MAX) break;
        seen.delete(name);
      }
      return some.map((one) => ({ cursor: isAfter(one) ? `${one.at}:${one.name}` : cursor, item: one.item }));
    },
  };
}

type Place = { readonly at: number; readonly name: string };

function placeOf(cursor: string): Place {
  if (cursor === "") return { at: -1, name: "" };
  const [, at, name] = CURSOR.exec(cursor) ?? [];
  if (at === undefined || name === undefined) throw new NodeUnavailable("the place in the list is one of another node");
  return { at: Number(at), name };
}

function compare(one: Place, other: Place): number {
  if (one.at !== other.at) return one.at - other.at;
  if (one.name === other.name) return 0;
  return one.name < other.name ? -1 : 1;
}
