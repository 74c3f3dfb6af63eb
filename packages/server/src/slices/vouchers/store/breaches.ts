import type { ProjectKeyId } from "#kernel/ids.ts";
import { sql, type Tx } from "#platform/database/db.ts";

export type TransferBreach = { readonly id: string; readonly state: string | null };

/**
 * Vouchers whose transfers are not those of their state, and postings of vouchers that do not exist (`state` null).
 * What a voucher is worth went to the account of vouchers when it was issued, and our fee, where there is one, to its
 * income with the same transfer. When it has ended the same has left it: to a wallet, or with its payment and the rest
 * to the issuer.
 */
export async function listTransferBreaches(tx: Tx, limit: number): Promise<TransferBreach[]> {
  return await tx.query<TransferBreach>(sql`
    with booked as (
      select l.cause,
             count(*) filter (where l.cause_kind = 'voucher') as issues,
             (sum(l.amount) filter (where l.cause_kind = 'voucher'))::bigint as issued,
             coalesce(sum(l.amount) filter (where l.cause_kind = 'voucher_ended'), 0)::bigint as ended,
             min(l.transfer::text) filter (where l.cause_kind = 'voucher') as issue_transfer,
             min(l.transfer::text) filter (where l.cause_kind = 'voucher_ended') as end_transfer,
             coalesce(sum(l.amount) filter (where l.cause_kind = 'voucher_fee'), 0)::bigint as fee,
             max(l.transfer::text) filter (where l.cause_kind = 'voucher_fee') as fee_transfer,
             max(l.debit) filter (where l.cause_kind = 'voucher_fee') as fee_payer,
             bool_and(case l.cause_kind
               when 'voucher' then l.credit = ledger.system('vouchers_outstanding')
               when 'voucher_fee' then l.credit = ledger.system('fee_income_email')
               else l.debit = ledger.system('vouchers_outstanding') end) as in_account,
             min(l.debit) filter (where l.cause_kind = 'voucher') as payer,
             min(l.credit) filter (where l.cause_kind = 'voucher_ended') as taker
        from ledger.caused_by(array['voucher', 'voucher_fee', 'voucher_ended']) l
       group by l.cause),
    paid as (
      select l.cause,
             sum(case
               when l.debit = ledger.system('vouchers_outstanding') then l.amount
               when l.credit = ledger.system('vouchers_outstanding') then -l.amount
               else 0 end)::bigint as taken
        from ledger.caused_by(array['payment', 'payment_finished']) l
       group by l.cause)
    select coalesce(v.id, b.cause) as id, v.state
      from (select * from vouchers.voucher where kind = 'voucher') v
      full join booked b
        on b.cause = v.id
      left join paid p
        on p.cause = v.payment_id
     where v.id is null
        or b.issues is distinct from 1
        or b.issued is distinct from v.amount_msats
        or b.payer is distinct from v.account_no
        or b.issue_transfer is distinct from v.create_transfer_id::text
        or b.fee <> v.our_fee_msats
        or b.fee > 0 and (b.fee_transfer, b.fee_payer) is distinct from (v.create_transfer_id::text, v.account_no)
        or not b.in_account
        or case
             when v.state in ('open', 'claiming') then b.ended <> 0
             when v.payment_id is null
               then b.ended <> v.amount_msats
                 or b.end_transfer is distinct from v.end_transfer_id::text
                 or v.state <> 'redeemed' and b.taker is distinct from v.account_no
             else b.ended + coalesce(p.taken, 0) <> v.amount_msats
               or b.end_transfer is distinct from v.rest_transfer_id::text
               or b.ended > 0 and b.taker is distinct from v.account_no
           end
     limit ${limit}`);
}

/**
 * The balance of the account of vouchers, and what it should be: what can still be redeemed, without what payments of
 * claims have taken.
 */
export async function findOutstanding(tx: Tx): Promise<{ readonly balance: bigint; readonly owed: bigint }> {
  const [row] = await tx.query<{ balance: bigint; owed: bigint }>(sql`
    with claims as materialized (
      select v.payment_id
        from vouchers.voucher v
       where v.state = 'claiming'
         and v.kind = 'voucher'),
    taken as (
      select coalesce(sum(case
               when l.debit = ledger.system('vouchers_outstanding') then l.amount
               when l.credit = ledger.system('vouchers_outstanding') then -l.amount
               else 0 end), 0)::bigint as amount
        from ledger.caused_by(array['payment', 'payment_finished']) l
        join claims c
          on c.payment_id = l.cause)
    select ledger.balance(ledger.system('vouchers_outstanding')) as balance,
           coalesce(sum(v.amount_msats), 0)::bigint - (select t.amount from taken t) as owed
      from vouchers.voucher v
     where v.kind = 'voucher'
       and v.state in ('open', 'claiming')`);
  return row ?? { balance: 0n, owed: 0n };
}

export type EventBreach = { readonly id: string; readonly state: string | null; readonly events: number };

/**
 * Vouchers and withdrawal requests that have ended and have several events of it, one of another end, or another
 * owner's; those with a callbackUrl that ended after `since` and have none; and events of what does not exist (`state`
 * null) or has not ended.
 */
export async function listEventBreaches(
  tx: Tx,
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<EventBreach[]> {
  return await tx.query<EventBreach>(sql`
    with written as (
      select t.object, count(*)::int as events, min(t.type) as type, min(t.owner::text) as owner,
             min(t.callback_url) as callback_url
        from events.of_types(array['voucher.redeemed', 'voucher.revoked', 'voucher.expired', 'withdrawal.completed',
                                   'withdrawal.expired']) t
       group by t.object)
    select coalesce(v.id, t.object) as id, v.state, coalesce(t.events, 0) as events
      from vouchers.voucher v
      full join written t
        on t.object = v.id
     where case
             when v.id is null then true
             when t.object is null then v.ended_at >= ${since} and v.callback_url <> ''
             else t.events <> 1
               or v.ended_at is null
               or t.type <> vouchers.event_of_end(v)
               or t.owner is distinct from v.owner_id::text
               or t.callback_url is distinct from nullif(v.callback_url, '')
           end
     limit ${limit}`);
}

/** An hour or a day (since 1970) of a key's budgets. */
export type BudgetBreach = {
  readonly key: ProjectKeyId;
  readonly unit: "hour" | "day";
  readonly no: number;
  readonly counted: bigint | null;
  readonly taken: bigint | null;
};

/**
 * Hours and days in which the budgets of a key count something else than its payments and vouchers took, over the 25
 * hours and the 31 days that are counted; all of them when their sums are others. `counted` null: an hour or a day that
 * the budgets do not know, although it has not left them.
 */
export async function listBudgetBreaches(tx: Tx, limit: number): Promise<BudgetBreach[]> {
  return await tx.query(sql`
      with counted as materialized (
        select c.key_id, c.unit, c.no, c.spent, c.is_summed
          from projects.spending_of_keys() c),
      taken as materialized (
        select u.key_id, u.hour, sum(u.taken)::bigint as taken
          from (
            select t.key_id, t.hour, t.taken
              from payments.taken_by_keys() t
             union all
            select v.key_id, v.key_hour, vouchers.counted(v)
              from vouchers.voucher v
             where v.key_id is not null) u
         group by u.key_id, u.hour),
      paid as (
        select t.key_id, 'hour' as unit, t.hour as no, t.taken
          from taken t
         union all
        select t.key_id, 'day', t.hour / 24, sum(t.taken)::bigint
          from taken t
         group by t.key_id, t.hour / 24)
      select key_id as key, unit, no, c.spent as counted, p.taken
        from counted c
        full join paid p using (key_id, unit, no)
       where case
               when c.spent is null then p.no > coalesce(
                 (select max(d.no) from counted d where d.key_id = p.key_id and d.unit = p.unit), 0)
               else c.spent <> coalesce(p.taken, 0) or not c.is_summed
             end
       limit ${limit}`);
}

/** Vouchers and withdrawal requests whose account is not their issuer's. */
export async function listIssuerBreaches(tx: Tx, limit: number): Promise<{ readonly id: string }[]> {
  return await tx.query(sql`
    select v.id
      from vouchers.voucher v
      left join lateral wallets.with_account(v.account_no) w on true
     where (w.id, w.owner) is distinct from (v.wallet_id, v.owner_id)
     limit ${limit}`);
}

/**
 * Payments for a voucher or a withdrawal request that it does not name, or over another amount than its claim: it could
 * be taken once more.
 */
export async function listClaimBreaches(tx: Tx, limit: number): Promise<{ readonly id: string }[]> {
  return await tx.query(sql`
    select p.origin as id
      from payments.of_origins(array['voucher', 'withdrawal']) p
      left join vouchers.voucher v
        on v.id = p.origin
       and v.payment_id = p.id
     where v.id is null
        or v.claim_msats <> p.amount
        or v.state not in ('claiming', 'redeemed')
     limit ${limit}`);
}

/** Those that wait, and that nobody will look at in time: an open one when it expires, a claim within minutes. */
export async function listForgotten(
  tx: Tx,
  { before, until, limit }: { readonly before: Date; readonly until: Date; readonly limit: number },
): Promise<{ readonly id: string; readonly state: string }[]> {
  return await tx.query(sql`
    select v.id, v.state
      from vouchers.voucher v
     where v.state = 'open' and (v.expires_at < ${before} or v.due_at > greatest(v.expires_at, ${until}))
        or v.state = 'claiming' and v.due_at > ${until}
     limit ${limit}`);
}

/** Postings of vouchers, after this one, that no voucher explains. */
export async function listStrayPostings(
  tx: Tx,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<{ readonly kind: string; readonly id: string }[]> {
  return await tx.query(sql`
    select l.cause_kind as kind, l.cause as id
      from ledger.caused_after(array['voucher', 'voucher_fee', 'voucher_ended'], ${after}) l
      left join vouchers.voucher v
        on v.id = l.cause
       and v.kind = 'voucher'
     where case l.cause_kind
             when 'voucher' then (l.transfer, l.debit, l.amount) = (v.create_transfer_id, v.account_no, v.amount_msats)
             when 'voucher_fee' then (l.transfer, l.debit, l.amount) = (v.create_transfer_id, v.account_no, v.our_fee_msats)
             else l.transfer in (v.end_transfer_id, v.rest_transfer_id) and l.amount <= v.amount_msats
           end is not true
     limit ${limit}`);
}
