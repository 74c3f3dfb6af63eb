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

export type PageFilter = {
  readonly internalId?: string | undefined;
  /** Made at `from` or later, and before `to`. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
};

/**
 * The condition that a row is in such a page, for tables with `wallet_id`, `internal_id`, `id` and `created_at`. Two
 * texts: with one, a plan for any value could not use the index over internal ids.
 */
export function inPage(
  { wallet, range = NO_RANGE }: Omit<PageOfWallet, "limit">,
  { internalId, from, to }: PageFilter,
): Part {
  const ofWallet = part`wallet_id = ${wallet}`;
  const named = part`wallet_id = ${wallet}
       and internal_id = ${internalId}`;
  return part`${internalId === undefined ? ofWallet : named}
       and id >= ${range.from}
       and id < ${range.before}
       and created_at >= ${from ?? "-infinity"}::timestamptz
       and created_at < ${to ?? "infinity"}::timestamptz`;
}
