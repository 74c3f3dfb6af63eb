import type { Clock } from "#kernel/clock.ts";
import { NodeUnavailable } from "#lightning";
import type { Fields } from "../answers.ts";
import { NotConnected } from "../errors.ts";
import { transactionsOf } from "./answers.ts";
import { Refused } from "./errors.ts";
import type { NwcLink } from "./link.ts";

/** One place of the list. `unread`: alone it gave no answer, though the wallet service was there. */
export type Position =
  | { readonly kind: "item"; readonly item: Fields }
  | { readonly kind: "unread"; readonly detail: string };

/** Asked for together: NIP-47 says that more would not fit through relays. Texts of strangers take more room. */
export const PAGE_ITEMS = 20;
const SIZES = [PAGE_ITEMS, 10, 5, 1];
/** A size that fitted is kept for so long; where single ones were needed, the next larger one. Ours. */
const KEPT_MS = 3_600_000;
/** Of places that give no answer, one after the other. Ours. */
const UNREAD_MAX = 20;
/** Errors that have nothing to do with the size of an answer. */
const OTHERS = ["RATE_LIMITED", "NOT_IMPLEMENTED", "QUOTA_EXCEEDED", "RESTRICTED", "UNAUTHORIZED"];

type Range = { readonly from: number; readonly offset: number };

/**
 * Pages of `list_transactions`. One that gets no answer is asked for in smaller parts, as long as the wallet service
 * answers something else: an answer that is too long for NIP-44 or a relay is never sent.
 */
export function createPages({ clock, link, type }: { clock: Clock; link: NwcLink; type: "incoming" | "outgoing" }) {
  let kept = { size: 0, untilMs: 0 };

  async function ask({ from, offset }: Range, limit: number): Promise<readonly Position[]> {
    const params = { from: Math.floor(from / 1_000), limit, offset, type, unpaid: type === "outgoing" };
    const answer = await link.ask({ method: "list_transactions", params });
    return transactionsOf(answer).map((item) => ({ kind: "item", item }));
  }

  /** @throws what `ask` has thrown, where its size is not the reason. */
  async function requireThere(error: unknown): Promise<NodeUnavailable> {
    const isOther = error instanceof NotConnected || (error instanceof Refused && OTHERS.includes(error.code));
    if (!(error instanceof NodeUnavailable) || isOther) throw error;
    await link.ask({ method: "get_balance", params: {} }).catch(() => {
      throw error;
    });
    return error;
  }

  /** So many places of the list; fewer at its end, and where the service gives fewer at once. */
  async function part(range: Range, place: number): Promise<readonly Position[]> {
    const [size = 1, smaller] = [SIZES[place], SIZES[place + 1]];
    try {
      return await ask(range, size);
    } catch (cause) {
      const error = await requireThere(cause);
      if (smaller === undefined)
        return [{ kind: "unread", detail: `the wallet service gives no answer: ${error.message}` }];
      kept = { size: Math.min(place + 1, SIZES.length - 2), untilMs: clock.monotonicMs() + KEPT_MS };
      const found: Position[] = [];
      while (found.length < size) {
        const some = await part({ ...range, offset: range.offset + found.length }, place + 1);
        found.push(...some);
        if (some.length < smaller) break;
      }
      return found;
    }
  }

  /** The last place of a page was answered, or the list ends: the next page is recognized by it. */
  return async function page(range: Range): Promise<readonly Position[]> {
    const found: Position[] = [];
    for (let unread = 0; unread < UNREAD_MAX; unread++) {
      const place = clock.monotonicMs() < kept.untilMs ? kept.size : 0;
      const some = await part({ ...range, offset: range.offset + found.length }, place);
      found.push(...some);
      if (some.length === 0 || found.at(-1)?.kind === "item") return found;
    }
    throw new NodeUnavailable("the wallet service answers about none of many transactions in a row");
  };
}

/** Each as an item. @throws {NodeUnavailable} where one gave no answer. */
export function itemsOf(positions: readonly Position[]): readonly Fields[] {
  return positions.map((position) => {
    if (position.kind === "unread") throw new NodeUnavailable(position.detail);
    return position.item;
  });
}
