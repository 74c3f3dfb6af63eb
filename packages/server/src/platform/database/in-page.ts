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
export type Columns = readonly [Column, ...Column[]];

const lastOf = (columns: Columns): Column => columns.at(-1) ?? columns[0];

/** A page of a table with `id`, newest first: its condition and its order belong together. */
export type Page = { readonly isIn: Part; readonly order: Part };

/**
 * A page by the index of these columns and `id`. The last one and `id` are compared as a row, in an order that no other
 * index has: a plan for any value would rather walk the ids of the whole table, which takes long where what is wanted
 * is rare there. A condition beside it that says what the last column is would take that order away.
 */
export function rowsBy(columns: Columns, { from, before }: IdRange = NO_RANGE): Page {
  const [last, is] = lastOf(columns);
  const isIn = [
    ...columns.slice(0, -1).map(([column, value]) => part`${column} = ${value}`),
    part`(${last}, id) >= (${is}, ${from})`,
    part`(${last}, id) < (${is}, ${before})`,
  ];
  return {
    isIn: isIn.reduce(
      (all, next) => part`${all}
       and ${next}`,
    ),
    order: part`${last} desc, id desc`,
  };
}

/** The same of a table with `created_at`, and of a time. */
export function pageBy(columns: Columns, range?: IdRange, { from, to }: MadeIn = {}): Page {
  const { isIn, order } = rowsBy(columns, range);
  return {
    isIn: part`${isIn}
       and created_at >= ${from ?? "-infinity"}::timestamptz
       and created_at < ${to ?? "infinity"}::timestamptz`,
    order,
  };
}

/** The same by an index that has only rows with a name, which is the last column. */
export function pageByName(columns: Columns, range?: IdRange, made?: MadeIn): Page {
  const [name] = lastOf(columns);
  const { isIn, order } = pageBy(columns, range, made);
  return { isIn: part`${isIn} and ${name} is not null`, order };
}

const INTERNAL_ID = part`internal_id`;

/** A wallet's rows, or those of one `internalId`, which have an index of their own. */
export function inPage({ wallet, range }: Omit<PageOfWallet, "limit">, { internalId, ...made }: PageFilter): Page {
  const ofWallet: Column = [part`wallet_id`, part`${wallet}`];
  if (internalId === undefined) return pageBy([ofWallet], range, made);
  return pageByName([ofWallet, [INTERNAL_ID, part`${internalId}`]], range, made);
}
