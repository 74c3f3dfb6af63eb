import type { AccountNo } from "#kernel/ids.ts";
import { type Db, one, sql } from "#platform/database/db.ts";
import { machineRandom } from "#platform/machine/random.ts";

const random = machineRandom();

/** One element of `ledger.post_many`. */
export type Posting = {
  /** Postings next to each other with one id are one transfer; absent: a transfer of its own. */
  readonly transfer?: string;
  readonly debit: bigint;
  readonly credit: bigint;
  /** `null`: the element is skipped. */
  readonly amount: bigint | null;
  readonly spend?: bigint;
  readonly spendAt?: Date;
};

/** What became of one element (`sql/post_many.sql`). */
export type Outcome =
  | "skipped"
  | "posted"
  | "insufficient_funds"
  | "limit_exceeded"
  | "over_max_balance"
  | "unknown_account";

export type Posted = {
  readonly outcome: readonly Outcome[];
  readonly no: readonly (bigint | null)[];
  readonly debitAfter: readonly (bigint | null)[];
  readonly creditAfter: readonly (bigint | null)[];
  readonly available: readonly (bigint | null)[];
};

/** One call of `ledger.post_many`, as another slice's function would make it. */
export async function post(db: Pick<Db, "query">, at: Date, postings: readonly Posting[]): Promise<Posted> {
  const rows = await db.query<Posted>(sql`
    select outcome, no, debit_after as "debitAfter", credit_after as "creditAfter", available
      from ledger.post_many(
        ${at},
        ${postings.map(({ transfer }) => transfer ?? random.uuid())}::uuid[],
        ${postings.map(({ debit }) => debit)}::bigint[],
        ${postings.map(({ credit }) => credit)}::bigint[],
        ${postings.map(({ amount }) => amount)}::bigint[],
        ${postings.map(({ spend }) => spend ?? null)}::bigint[],
        ${postings.map(({ spendAt }) => spendAt ?? null)}::timestamptz[],
        ${postings.map(() => "test")}::text[],
        ${postings.map(() => random.uuid())}::uuid[]
      )`);
  return one(rows);
}

export const LIGHTNING_NODE = 2n;
export const RESERVED = 1n;

/** A customer's new account that holds `balance`. */
export async function openWallet(db: Db, balance = 0n, at = new Date()): Promise<AccountNo> {
  const { no } = one(await db.query<{ no: AccountNo[] }>(sql`select ledger.open_accounts(array['wallet']) as no`));
  const account = no[0] as AccountNo;
  if (balance > 0n) await post(db, at, [{ debit: LIGHTNING_NODE, credit: account, amount: balance }]);
  return account;
}
