import { type IdRange, NO_RANGE } from "#kernel/ids.ts";
import { type Part, part } from "./db.ts";

/**
 * Rows of a wallet whose ids are in `range`: those that the caller has not seen, made at about the time that it asks
 * for.
 */
export type PageOfWallet<Wallet extends string = string> = {
  readonly wallet: Wallet;
  readonly range?: IdRange;
  readonly limit: number;
};

export type MadeIn = {
  /** Made at `from` or later, and before `to`. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
};

export type PageFilter = MadeIn & { readonly internalId?: string | undefined };

/** A column of an index, as the index has it, and what it must be. */
export type Column = readonly [column: Part, is: Part];

/** A page of a table with `id` and `created_at`, newest first: its condition and its order belong together. */
export type Page = { readonly isIn: Part; readonly order: Part };

/**
 * A page by the index of these columns and `id`, where `last` stands before `id`. With `last` the page is read by a
 * comparison of rows, in an order that no other index has: a plan for any value would rather walk the ids of the whole
 * table, which takes long where what is wanted is rare there. Without it the ids are walked: for what most rows are.
 */
export function pageBy(
  columns: readonly Column[],
  { last, range = NO_RANGE }: { readonly last?: Column | undefined; readonly range?: IdRange | undefined },
  made: MadeIn = {},
): Page {
  const isOf = columns.map(([column, is]) => part`${column} = ${is}`);
  const isIn = [
    ...isOf,
    ...(last === undefined
      ? [part`id >= ${range.from}`, part`id < ${range.before}`]
      : [
          part`(${last[0]}, id) >= (${last[1]}, ${range.from})`,
          part`(${last[0]}, id) < (${last[1]}, ${range.before})`,
        ]),
    part`created_at >= ${made.from ?? "-infinity"}::timestamptz`,
    part`created_at < ${made.to ?? "infinity"}::timestamptz`,
  ];
  return {
    isIn: isIn.reduce(
      (all, next) => part`${all}
       and ${next}`,
    ),
    order: last === undefined ? part`id desc` : part`${last[0]} desc, id desc`,
  };
}

const INTERNAL_ID = part`internal_id`;

/** A wallet's rows, or those of one `internalId`, which have an index of their own. */
export function inPage({ wallet, range }: Omit<PageOfWallet, "limit">, { internalId, ...made }: PageFilter): Page {
  const ofWallet: Column = [part`wallet_id`, part`${wallet}`];
  if (internalId === undefined) return pageBy([ofWallet], { range }, made);
  const { isIn, order } = pageBy([ofWallet], { last: [INTERNAL_ID, part`${internalId}`], range }, made);
  return { isIn: part`${isIn} and internal_id is not null`, order };
}
