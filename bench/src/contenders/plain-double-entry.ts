import { type Connection, connect, type Database } from "../../../packages/server/src/platform/database/pool.ts";
import { type Accounts, bigints, measureTransfers, TRANSFERS_A_CALL } from "../accounts.ts";
import type { Contender } from "../contender.ts";
import type { Environment } from "../environment.ts";

const SCHEMA = `
  create schema if not exists plain;
  create table if not exists plain.account (no bigint primary key, balance bigint not null) with (fillfactor = 50);
  create table if not exists plain.transfer (
    no     bigint generated always as identity primary key,
    debit  bigint not null,
    credit bigint not null,
    amount bigint not null,
    at     timestamptz not null
  );
  create table if not exists plain.posting (
    account bigint,
    no      bigint generated always as identity,
    amount  bigint not null,
    primary key (account, no)
  );`;

const FIRST_ACCOUNT = 1_000;

const FILL = `
  insert into plain.account select no, 0 from generate_series(1, $1::bigint) as no on conflict do nothing`;

const TRANSFERS = `
  with asked as (select debit, credit from unnest($2::bigint[], $3::bigint[]) as _ (debit, credit)),
       moved as (select debit as account, -1 as amount from asked union all select credit, 1 from asked),
       written as (insert into plain.transfer (debit, credit, amount, at) select debit, credit, 1, $1 from asked),
       posted as (insert into plain.posting (account, amount) select account, amount from moved)
  update plain.account
     set balance = account.balance + total.amount
    from (select account, sum(amount)::bigint as amount from moved group by account) as total
   where account.no = total.account`;

/**
 * Double entry as it is commonly kept: a row for the transfer, one for each side, and the two balances; 1,000 transfers
 * in one statement on one connection. Nothing is checked, limited or chained by hashes.
 */
export function plainDoubleEntry(environment: Environment, payers: "uniform" | "hot"): Contender {
  let database: Database | undefined;
  let connection: Connection;
  let accounts: Accounts = [];

  return {
    name: `plain double entry, ${TRANSFERS_A_CALL} transfers a call, ${payers}`,
    async prepare() {
      const count = FIRST_ACCOUNT + environment.scale.accounts;
      await environment.admin.query({ text: SCHEMA, values: [] });
      await environment.admin.query({ text: FILL, values: [count] });
      accounts = Array.from({ length: environment.scale.accounts }, (_, i) => BigInt(FIRST_ACCOUNT + i));
      database = connect({ url: environment.url, max: 1, name: "bench plain" });
      connection = await database.connection();
    },
    measure: (seconds) =>
      measureTransfers(seconds, { payers, accounts }, ({ debits, credits }) =>
        connection.query({ name: "plain", text: TRANSFERS, values: [new Date(), bigints(debits), bigints(credits)] }),
      ),
    close: async () => await database?.close(),
  };
}
