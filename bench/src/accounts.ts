import { randomUUID } from "node:crypto";
import { arrayLiteral } from "../../packages/server/src/platform/database/array-literal.ts";
import { type Connection, connect } from "../../packages/server/src/platform/database/pool.ts";
import type { Rate } from "./contender.ts";
import type { Environment } from "./environment.ts";

/** Accounts of the ledger alone, without a project. */
export type Accounts = readonly bigint[];

/** Posted in one call of the ledger's function. */
export const TRANSFERS_A_CALL = 1_000;
const LIGHTNING_NODE = 2n;
const FUNDS = 1_000_000_000_000n;

/** Opens accounts and gives each of them money. */
export async function createAccounts({ url, role, scale }: Environment): Promise<Accounts> {
  const db = connect({ url, role, max: 1, name: "bench accounts" });
  const connection = await db.connection();
  const [row] = await connection.query({
    name: "open",
    text: "select ledger.open_accounts(array_fill('wallet'::text, array[$1::int])) as no",
    values: [scale.accounts],
  });
  const accounts = row?.["no"] as bigint[];
  for (let i = 0; i < accounts.length; i += TRANSFERS_A_CALL) {
    const credits = accounts.slice(i, i + TRANSFERS_A_CALL);
    await post(connection, { at: new Date(), debits: credits.map(() => LIGHTNING_NODE), credits, amount: FUNDS });
  }
  await db.close();
  return accounts;
}

export function bigints(values: readonly bigint[]): string {
  return arrayLiteral(["bigint", (value) => value], values);
}

/**
 * Has transfers made for so many seconds, a call after the other.
 * @param payers "uniform": any two of the accounts; "hot": one account pays all the others.
 */
export async function measureTransfers(
  seconds: number,
  { payers, accounts }: { readonly payers: "uniform" | "hot"; readonly accounts: Accounts },
  call: (transfers: { readonly debits: Accounts; readonly credits: Accounts }) => Promise<unknown>,
): Promise<Rate> {
  const start = performance.now();
  const paying = payers === "hot" ? accounts.slice(0, 1) : accounts;
  let made = 0;
  while (performance.now() - start < seconds * 1_000) {
    await call(transfersBetween(paying, accounts));
    made += TRANSFERS_A_CALL;
  }
  return { perSecond: (made * 1_000) / (performance.now() - start) };
}

type Transfers = {
  readonly at: Date;
  readonly debits: Accounts;
  readonly credits: Accounts;
  readonly amount: bigint;
  /** What they are for; the id of each transfer is that of its cause too. */
  readonly causeKind?: string;
};

/** One call of the ledger's function: a transfer for each place in `debits`, all of the same amount. */
export async function post(
  connection: Connection,
  { at, debits, credits, amount, causeKind = "bench" }: Transfers,
): Promise<void> {
  const amounts = bigints(debits.map(() => amount));
  const ids = arrayLiteral(
    ["uuid", (id) => id],
    Array.from(debits, () => randomUUID()),
  );
  const [row] = await connection.query({
    name: "post",
    text: `select nullif(array_remove(outcome, 'posted'), '{}') as refused
             from ledger.post_many($1, $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], null,
                                   array_fill($8::text, array[$7::int]), $2::uuid[])`,
    values: [at, ids, bigints(debits), bigints(credits), amounts, amounts, debits.length, causeKind],
  });
  if (row?.["refused"] !== null) throw new Error("a transfer was refused");
}

/** A call's worth of transfers from any of the payers to any of the payees. */
export function transfersBetween(payers: Accounts, payees: Accounts): { debits: Accounts; credits: Accounts } {
  const anyOf = (accounts: Accounts) => accounts[Math.floor(Math.random() * accounts.length)] ?? 0n;
  const debits = Array.from({ length: TRANSFERS_A_CALL }, () => anyOf(payers));
  const credits = debits.map((debit) => {
    const credit = anyOf(payees);
    return credit === debit ? LIGHTNING_NODE : credit;
  });
  return { debits, credits };
}
