import pg from "pg";
import type { Batch } from "../../packages/server/src/platform/database/batch.ts";
import type { Reserve } from "../../packages/server/src/slices/payments/store/batched.ts";
import type { Environment } from "./environment.ts";

/**
 * The tables of a service that pays in one transaction for each request; its payments are as wide and indexed as ours.
 */
const SCHEMA = `
  create schema naive;
  create table naive.account (
    no bigint primary key,
    balance bigint not null check (balance >= 0),
    spent_day bigint not null default 0,
    spent_week bigint not null default 0,
    spent_month bigint not null default 0
  ) with (fillfactor = 50);
  create table naive.transfer (
    id uuid primary key,
    debit bigint not null,
    credit bigint not null,
    amount bigint not null check (amount > 0),
    debit_after bigint not null,
    credit_after bigint not null,
    at timestamptz not null
  );
  create table naive.claim (scope uuid primary key, input bytea not null, resource uuid not null);
  create table naive.payment (like payments.payment including all);
  insert into naive.account (no, balance) select no, balance from ledger.account where no >= 1000;`;

const POOL = 32;
/** The embedded server has 60 connections, of which TPC-B wants 32 as well. */
export const NAIVE_POOL_IDLE_MS = 250;

export async function prepareNaive({ admin }: Environment): Promise<void> {
  await admin.query({ text: SCHEMA, values: [] });
}

/**
 * What most services do: a pool of 32 connections, one transaction with five prepared statements for each payment. Not
 * even as much as ours: no history, no hash chain, no windows that roll, no pause switch.
 */
export function naiveBatch(url: string): Batch {
  const pool = new pg.Pool({ connectionString: url, max: POOL, idleTimeoutMillis: NAIVE_POOL_IDLE_MS });
  return async (fn, input) => {
    const client = await pool.connect();
    try {
      await client.query("begin");
      const at = await pay(client, input as Reserve);
      await client.query("commit");
      return fn.decode({ i: 1, outcome: "completed" }, input, at);
    } catch (error) {
      await client.query("rollback");
      throw error;
    } finally {
      client.release();
    }
  };
}

async function pay(client: pg.PoolClient, r: Reserve): Promise<Date> {
  const at = new Date();
  const { account: debit } = r.payer;
  const credit = r.recipient?.account ?? 0n;
  const run = async (name: string, text: string, values: unknown[]) => {
    const { rows } = await client.query({ name, text, values });
    if (rows.length !== 1) throw new Error(`${name} was refused`);
    return rows[0] as Record<string, unknown>;
  };
  const take = () =>
    run(
      "take",
      `update naive.account
          set balance = balance - $2, spent_day = spent_day + $2, spent_week = spent_week + $2, spent_month = spent_month + $2
        where no = $1 and balance >= $2 returning balance`,
      [debit, r.amount],
    );
  const give = () =>
    run("give", "update naive.account set balance = balance + $2 where no = $1 returning balance", [credit, r.amount]);

  await run("claim", "insert into naive.claim values ($1, $2, $3) on conflict do nothing returning scope", [
    r.idempotency?.scope,
    Buffer.from(r.idempotency?.input ?? []),
    r.id,
  ]);
  // The lower account first: otherwise two payments in opposite directions would deadlock.
  const first = debit < credit ? await take() : await give();
  const second = debit < credit ? await give() : await take();
  const [debitAfter, creditAfter] = debit < credit ? [first, second] : [second, first];
  await run("transfer", "insert into naive.transfer values ($1, $2, $3, $4, $5, $6, $7) returning id", [
    r.transactionId,
    debit,
    credit,
    r.amount,
    debitAfter["balance"],
    creditAfter["balance"],
    at,
  ]);
  await run(
    "payment",
    `insert into naive.payment (
       id, owner_id, wallet_id, account_no, recipient_no, destination_kind, destination, amount_msats, fee_limit_msats, fee_msats, comment,
       internal_id, internal_id_is_unique, callback_url, transfer_id, reserve_no, origin_kind, previous_state, state, created_at, processed_at)
     values ($1, $2, $3, $4, $5, 'address', $6, $7, 0, 0, $8, $9, $10, $11, $12, 0, 'request', 'created', 'completed', $13, $13) returning id`,
    [
      r.id,
      r.payer.wallet?.ownerId,
      r.payer.wallet?.id,
      debit,
      credit,
      r.destination.kind === "address" ? r.destination.lnAddress : undefined,
      r.amount,
      r.comment,
      r.internalId,
      r.internalIdIsUnique,
      r.callbackUrl,
      r.transactionId,
      at,
    ],
  );
  return at;
}
