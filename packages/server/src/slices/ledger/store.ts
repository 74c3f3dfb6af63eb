import type { AccountNo } from "#kernel/ids.ts";
import { type Msats, msats } from "#kernel/money.ts";
import { type Db, one, type Statement, sql, type Tx } from "#platform/database/db.ts";
import type { Totals } from "./model/account.ts";
import {
  type Easing,
  hourOf,
  type LimitChanges,
  type Limits,
  leavesAt,
  type Remaining,
  remaining,
  WINDOW_HOURS,
} from "./model/limits.ts";
import type { Pause, PauseKind } from "./model/pause.ts";
import type { Position } from "./model/position.ts";
import { remainingOf, type StandingRow } from "./model/standing.ts";
import type { HistoryEntry, HistoryPage, PostingNo } from "./model/transfer.ts";

/** What a customer may spend. Amounts that are reserved for pending payments are not in it. */
export async function findBalance(db: Db, account: AccountNo): Promise<Msats> {
  const rows = await db.query<{ balance: bigint }>(sql`
    select balance
      from ledger.account
     where no = ${account}`);
  return msats(one(rows).balance);
}

type LimitsRow = Record<keyof Limits, Msats | null>;

export async function findLimits(db: Db, account: AccountNo): Promise<Limits> {
  const rows = await db.query<LimitsRow>(sql`
    select limit_day as daily, limit_week as weekly, limit_month as monthly, max_balance as "maxBalance"
      from ledger.account
     where no = ${account}`);
  const { daily, weekly, monthly, maxBalance } = one(rows);
  return {
    daily: daily ?? undefined,
    weekly: weekly ?? undefined,
    monthly: monthly ?? undefined,
    maxBalance: maxBalance ?? undefined,
  };
}

/** How much more the account may receive; undefined: it has no maximum balance. */
export async function findHeadroom(db: Db, account: AccountNo): Promise<Msats | undefined> {
  const rows = await db.query<{ balance: bigint; maxBalance: Msats | null }>(sql`
    select balance, max_balance as "maxBalance"
      from ledger.account
     where no = ${account}`);
  const { balance, maxBalance } = one(rows);
  return remaining(maxBalance ?? undefined, balance);
}

/** How much more the account may receive, and all wallets together; undefined: any amount. */
export async function findHeadrooms(
  db: Db,
  account: AccountNo,
): Promise<{ readonly own: Msats | undefined; readonly all: Msats | undefined }> {
  const rows = await db.query<{ balance: bigint; maxBalance: Msats | null; all: bigint | null }>(sql`
    select balance, max_balance as "maxBalance", ledger.service_headroom() as "all"
      from ledger.account
     where no = ${account}`);
  const { balance, maxBalance, all } = one(rows);
  return { own: remaining(maxBalance ?? undefined, balance), all: all === null ? undefined : msats(all) };
}

/** What the account's limits leave at `now`. */
export async function findRemaining(db: Db, account: AccountNo, now: Date): Promise<Remaining> {
  const rows = await db.query<StandingRow>(sql`
    select *
      from ledger.standing_many(${now}, array[${account}]::bigint[])`);
  return remainingOf(one(rows));
}

type FirstHours = Record<keyof Easing, number | null>;

/**
 * When the account's limits leave more again. After a restore a window may count as full, until what is not known has
 * left it.
 */
export async function findEasing(db: Db, account: AccountNo, now: Date): Promise<Easing> {
  const hour = hourOf(now);
  const [first] = await db.query<FirstHours>(sql`
    with spent as (
      select h.hour
        from ledger.spend_hour h
       where h.account = ${account}
         and h.spent > 0
         and h.hour >= ${hour - WINDOW_HOURS.monthly}
       union all
      select a.hour
        from ledger.account a
       where a.no = ${account}
         and a.spent_hour > 0
    ),
    unknown as (
      select floor(extract(epoch from f.unknown_until) / 3600)::int as hour
        from ledger.full_windows('wallets', ${hour}) f
       where f.last_account >= ${account}
    ),
    bounds as (
      select ${hour - WINDOW_HOURS.daily}::int as daily,
             ${hour - WINDOW_HOURS.weekly}::int as weekly,
             ${hour - WINDOW_HOURS.monthly}::int as monthly
    )
    select coalesce((select u.hour from unknown u where u.hour >= b.daily),
                    (select min(s.hour) from spent s where s.hour >= b.daily)) as daily,
           coalesce((select u.hour from unknown u where u.hour >= b.weekly),
                    (select min(s.hour) from spent s where s.hour >= b.weekly)) as weekly,
           coalesce((select u.hour from unknown u where u.hour >= b.monthly),
                    (select min(s.hour) from spent s where s.hour >= b.monthly)) as monthly
      from bounds b`);
  const at = (window: keyof Easing) => {
    const found = first?.[window] ?? undefined;
    return found === undefined ? undefined : leavesAt(found, window);
  };
  return { daily: at("daily"), weekly: at("weekly"), monthly: at("monthly") };
}

/** Changes the limits that `changes` names; the others stay. */
export async function updateLimits(db: Db, account: AccountNo, changes: LimitChanges, now: Date): Promise<void> {
  const { daily, weekly, monthly, maxBalance } = changes;
  const rows = await db.query(sql`
    update ledger.account
       set limit_day = case when ${"daily" in changes} then ${daily ?? null} else limit_day end,
           limit_week = case when ${"weekly" in changes} then ${weekly ?? null} else limit_week end,
           limit_month = case when ${"monthly" in changes} then ${monthly ?? null} else limit_month end,
           limits_hour = greatest(hour, ${hourOf(now)}),
           max_balance = case when ${"maxBalance" in changes} then ${maxBalance ?? null} else max_balance end
     where no = ${account}
    returning no`);
  one(rows);
}

/**
 * Balances of the whole ledger. All accounts sum to zero (invariant I1), so the customers' total is what the system
 * accounts lack: 15 rows are read, however many customers there are.
 */
export async function findTotals(db: Db | Tx): Promise<Totals> {
  const rows = await db.query<{ kind: string; balance: bigint }>(sql`
    select kind, balance
      from ledger.account
     where no < 1000`);
  const system = new Map(rows.map(({ kind, balance }) => [kind, balance]));
  const customers = rows.reduce((sum, { balance }) => sum - balance, 0n);
  return { customers, system };
}

type HistoryRow = Omit<HistoryEntry, "direction"> & {
  readonly no: PostingNo;
  readonly incoming: boolean;
  readonly previous: PostingNo;
};

/**
 * A page of an account's history, newest first, from `from` on (absent: from the newest) and newer than `after`. Walks
 * from posting to posting by primary key; `limit 1` holds the planner to that.
 */
export async function listHistory(
  db: Db,
  account: AccountNo,
  {
    from,
    after = 0n as PostingNo,
    limit,
  }: { readonly from?: PostingNo | undefined; readonly after?: PostingNo; readonly limit: number },
): Promise<HistoryPage> {
  const rows = await db.query<HistoryRow>(sql`
    with recursive page as (
      select p.*, 1 as place
        from ledger.posting p
       where p.no = coalesce(
               ${from ?? null}::bigint,
               (select a.last_posting from ledger.account a where a.no = ${account})
             )
         and ${account}::bigint in (p.debit, p.credit)
         and p.no > ${after}
       union all
      select older.*, page.place + 1
        from page
       cross join lateral (
         select *
           from ledger.posting p
          where p.no = case when page.debit = ${account} then page.debit_previous else page.credit_previous end
          limit 1
       ) older
       where page.place < ${limit}::int
         and older.no > ${after}
    )
    select no, transfer as "transferId", amount, cause_kind as "causeKind", cause as "causeId", at,
           credit = ${account} as incoming,
           case when credit = ${account} then debit else credit end as other,
           case when credit = ${account} then credit_after else debit_after end as "balanceAfter",
           case when credit = ${account} then credit_previous else debit_previous end as previous
      from page
     order by place`);
  const last = rows.at(-1)?.previous ?? 0n;
  return {
    entries: rows.map(({ no: _, incoming, previous, ...entry }) => ({ ...entry, direction: incoming ? "in" : "out" })),
    older: rows.map(({ previous }) => (previous <= after ? undefined : previous)),
    newest: rows[0]?.no,
    next: last <= after ? undefined : (last as PostingNo),
  };
}

/**
 * Why sending is paused; empty when it is not. For showing: what is about to send asks `ledger.lock_book` in the same
 * statement.
 */
export async function listPauses(db: Db): Promise<Pause[]> {
  return await db.query<Pause>(sql`
    select kind, reason, since, set_no as "setNo"
      from ledger.pause
     order by since, kind`);
}

/** Whether the service sends now: no pause holds, and the ledger is open. For showing, as `listPauses`. */
export async function findIsSending(db: Db): Promise<boolean> {
  const rows = await db.query<{ sends: boolean }>(sql`
    select b.closed is null and not exists (select from ledger.pause) as sends
      from ledger.book b`);
  return one(rows).sends;
}

/** Runs `ledger.pause`: false when sending was paused for this kind before; the first reason stays. */
export async function insertPause(db: Db, kind: PauseKind, reason: string, now: Date): Promise<boolean> {
  const rows = await db.query<{ paused: boolean }>(sql`
    select ledger.pause(${now}, ${kind}, ${reason}) as paused`);
  return one(rows).paused;
}

/** Runs `ledger.resume`: false when there was no pause of this kind, or none with this `setNo` where one is given. */
export async function deletePause(
  db: Db,
  { kind, setNo }: { readonly kind: PauseKind; readonly setNo?: bigint },
): Promise<boolean> {
  const rows = await db.query<{ lifted: boolean }>(sql`
    select ledger.resume(${kind}, ${setNo ?? null}) as lifted`);
  return one(rows).lifted;
}

/**
 * Why nothing that moves value is done; undefined: it is. `comparing`: the service has just started. `restoring`: a
 * restore is open. For showing, and before a call leaves: what writes asks `ledger.lock_open_book`.
 */
export async function findClosure(db: Db): Promise<"comparing" | "restoring" | undefined> {
  const rows = await db.query<{ closed: "comparing" | "restoring" | null }>(sql`
    select closed
      from ledger.book`);
  return one(rows).closed ?? undefined;
}

export async function findHead(tx: Db | Tx): Promise<Position> {
  return one(
    await tx.query<Position>(sql`
      select posting_no as no, head as hash
        from ledger.book`),
  );
}

/** The end of a ledger, and what is broken in its newest postings. */
export type NewestPostings = Position & {
  /** When the newest posting was made; undefined: there is none. */
  readonly at: Date | undefined;
  /** How many postings were compared with their hashes. */
  readonly examined: number;
  readonly breaches: readonly string[];
};

/** Reads the end of the ledger, and compares the newest `count` postings with their hashes. */
export async function findNewestPostings(tx: Db | Tx, count: number): Promise<NewestPostings> {
  const head = await findHead(tx);
  const [before] = await tx.query<Position>(sql`
    select no, hash
      from ledger.posting
     where no = ${head.no - BigInt(count)}`);
  const [newest] = await tx.query<{ at: Date }>(sql`
    select at
      from ledger.posting
     where no = ${head.no}`);
  const after = before ?? { no: 0n as PostingNo, hash: new Uint8Array(32) };
  const breaches = await listBreaches(tx, "chain", after, 10);
  return { ...head, at: newest?.at, examined: Number(head.no - after.no), breaches };
}

/** Whether the ledger still has the posting that it ended with before: it only grows, unless it is another one. */
export async function hasPosition(db: Db, { no, hash }: Position): Promise<boolean> {
  if (no === 0n) return true;
  const rows = await db.query(sql`
    select 1
      from ledger.posting
     where no = ${no}
       and hash = ${hash}`);
  return rows.length > 0;
}

/**
 * How far an earlier process found the ledger whole; undefined when none did, or when that posting is another one now.
 */
export async function findAudited(tx: Tx, invariant: string): Promise<Position | undefined> {
  const [position] = await tx.query<Position>(sql`
    select p.no, p.hash
      from ledger.audited a
      join ledger.posting p
        on p.no = a.posting_no
       and p.hash = a.hash
     where a.invariant = ${invariant}`);
  return position;
}

export async function saveAudited(db: Db, invariant: string, { no, hash }: Position): Promise<void> {
  await db.query(sql`
    insert into ledger.audited as a (invariant, posting_no, hash)
    values (${invariant}, ${no}, ${hash})
        on conflict (invariant) do update
       set posting_no = excluded.posting_no,
           hash = excluded.hash
     where (a.posting_no, a.hash) <> (excluded.posting_no, excluded.hash)`);
}

/** What `sql/breaches_of_<what>.sql` finds in what was written after `position`: at most `limit` lines. */
export async function listBreaches(
  tx: Db | Tx,
  what: "sums" | "floors" | "balances" | "history" | "causes" | "spending" | "chain",
  { no, hash }: Position,
  limit: number,
): Promise<readonly string[]> {
  const check: Record<typeof what, Statement> = {
    sums: sql`select breach from ledger.breaches_of_sums(${no}) breach limit ${limit}`,
    floors: sql`select breach from ledger.breaches_of_floors(${no}) breach limit ${limit}`,
    balances: sql`select breach from ledger.breaches_of_balances(${no}) breach limit ${limit}`,
    history: sql`select breach from ledger.breaches_of_history(${no}) breach limit ${limit}`,
    causes: sql`select breach from ledger.breaches_of_causes(${no}) breach limit ${limit}`,
    spending: sql`select breach from ledger.breaches_of_spending(${no}) breach limit ${limit}`,
    chain: sql`select breach from ledger.breaches_of_chain(${no}, ${hash}) breach limit ${limit}`,
  };
  const rows = await tx.query<{ breach: string }>(check[what]);
  return rows.map(({ breach }) => breach);
}

/** What the ledger's row says, and its pauses and accounts do not. */
export async function listBookBreaches(tx: Tx, limit: number): Promise<readonly string[]> {
  const rows = await tx.query<{ breach: string }>(sql`
    select breach
      from ledger.breaches_of_book() breach
     limit ${limit}`);
  return rows.map(({ breach }) => breach);
}

/** Runs `ledger.breaches_of_deficits`. */
export async function listDeficitBreaches(tx: Tx): Promise<readonly string[]> {
  const rows = await tx.query<{ breach: string }>(sql`
    select breach
      from ledger.breaches_of_deficits() breach`);
  return rows.map(({ breach }) => breach);
}

export type FullAudit = { readonly endedAt: Date | undefined; readonly broken: readonly string[] };

/**
 * Takes the full audit when the newest one, or the installation if there was none, was begun before `before`; or when
 * it was begun before `lostBefore` and never ended. Of processes that race one gets it.
 */
export async function takeFullAudit(
  db: Db,
  { now, before, lostBefore }: { readonly now: Date; readonly before: Date; readonly lostBefore: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update ledger.full_audit
       set begun_at = ${now}
     where coalesce(begun_at, made_at) < ${before}
        or begun_at < ${lostBefore}
       and coalesce(ended_at < begun_at, true)
    returning one`);
  return rows.length > 0;
}

export async function saveFullAudit(db: Db, { now, broken }: { now: Date; broken: readonly string[] }): Promise<void> {
  await db.query(sql`
    update ledger.full_audit
       set ended_at = ${now},
           broken = ${broken}::text[]`);
}

export async function findFullAudit(db: Db): Promise<FullAudit> {
  const { endedAt, broken } = one(
    await db.query<{ endedAt: Date | null; broken: string[] }>(sql`
      select ended_at as "endedAt", broken
        from ledger.full_audit`),
  );
  return { endedAt: endedAt ?? undefined, broken };
}
