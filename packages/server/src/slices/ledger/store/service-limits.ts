import { type Msats, msats } from "#kernel/money.ts";
import { type Db, one, sql, type Tx } from "#platform/database/db.ts";
import type { ServiceLimitChanges, ServiceLimits } from "../model/service-limits.ts";

type LimitsRow = { readonly [Name in keyof ServiceLimits]: NonNullable<ServiceLimits[Name]> | null };

export async function findServiceLimits(db: Db): Promise<ServiceLimits> {
  const rows = await db.query<LimitsRow>(sql`
    select payment_msats as payment, day_msats as day, wallets_msats as wallets, in_flight as "inFlight"
      from ledger.service_limit`);
  const { payment, day, wallets, inFlight } = one(rows);
  return {
    payment: payment ?? undefined,
    day: day ?? undefined,
    wallets: wallets ?? undefined,
    inFlight: inFlight ?? undefined,
  };
}

/** What counts on the limits of the service, in msats. */
export type ServiceUse = {
  /** What left in 24 hours. */
  readonly sent: Msats;
  /** What may still leave; undefined: there is no limit. Nothing while it is not known what left before a restore. */
  readonly left: Msats | undefined;
  /** What all wallets and vouchers hold. */
  readonly held: bigint;
};

export async function findServiceUse(db: Db, now: Date): Promise<ServiceUse> {
  const rows = await db.query<{ sent: Msats; left: Msats | null; held: bigint }>(sql`
    select ledger.sent_in_day(${now}) as sent, ledger.left_of_day(${now}) as left,
           ledger.held_for_customers() as held`);
  const { left, ...use } = one(rows);
  return { ...use, left: left ?? undefined };
}

/** How much more all wallets may hold in all; undefined: any amount. */
export async function findServiceHeadroom(db: Db): Promise<Msats | undefined> {
  const rows = await db.query<{ headroom: bigint | null }>(sql`
    select ledger.service_headroom() as headroom`);
  const { headroom } = one(rows);
  return headroom === null ? undefined : msats(headroom);
}

/** Changes the limits that `changes` names; the others stay. They hold from the next payment on. */
export async function updateServiceLimits(tx: Tx, changes: ServiceLimitChanges): Promise<void> {
  const { payment, day, wallets, inFlight } = changes;
  await tx.query(sql`
    update ledger.service_limit
       set payment_msats = case when ${"payment" in changes} then ${payment ?? null}::bigint else payment_msats end,
           day_msats = case when ${"day" in changes} then ${day ?? null}::bigint else day_msats end,
           wallets_msats = case when ${"wallets" in changes} then ${wallets ?? null}::bigint else wallets_msats end,
           in_flight = case when ${"inFlight" in changes} then ${inFlight ?? null}::int else in_flight end`);
}

/** `name`: as the table has it. `value`: msats, or a number of payments; undefined: no limit. */
export type ServiceLimitChange = {
  readonly id: string;
  readonly name: string;
  readonly value: bigint | undefined;
  readonly reason: string;
  readonly changedAt: Date;
};

export async function insertServiceLimitChange(tx: Tx, change: ServiceLimitChange): Promise<void> {
  const { id, name, value, reason, changedAt } = change;
  await tx.query(sql`
    insert into ledger.service_limit_change (id, name, value, reason, changed_at)
    values (${id}, ${name}, ${value ?? null}, ${reason}, ${changedAt})`);
}

/** Newest first. */
export async function listServiceLimitChanges(db: Db, limit: number): Promise<readonly ServiceLimitChange[]> {
  const rows = await db.query<Omit<ServiceLimitChange, "value"> & { readonly value: bigint | null }>(sql`
    select id, name, value, reason, changed_at as "changedAt"
      from ledger.service_limit_change
     order by changed_at desc, id
     limit ${limit}`);
  return rows.map(({ value, ...row }) => ({ ...row, value: value ?? undefined }));
}
