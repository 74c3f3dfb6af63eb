import { sql, type Tx } from "../../platform/db.ts";
import { BREACHES_MAX, type Invariant } from "../../platform/invariant.ts";

const endings: Invariant = {
  id: "I4",
  title: "a payment has one reservation, and one end that gives out what was reserved",
  breaches: async (tx) => {
    // What was reserved is amount and fee limit; to a recipient here it is the amount, and that is the end as well.
    const rows = await tx.query<{ id: string; state: string | null; reserved: bigint | null; ended: bigint | null }>(sql`
      with booked as (
        select l.cause,
               count(*) filter (where l.cause_kind = 'payment') as reservations,
               (sum(l.amount) filter (where l.cause_kind = 'payment'))::bigint as reserved,
               (sum(l.amount) filter (where l.cause_kind = 'payment_end' and l.debit = ledger.system('reserved')))::bigint as ended,
               count(distinct l.transfer) filter (where l.cause_kind = 'payment_end') as ends
          from ledger.caused_by(array['payment', 'payment_end']) l
         group by l.cause)
      select coalesce(p.id, b.cause) as id, p.state, b.reserved, b.ended
        from payments.payment p
        full join booked b on b.cause = p.id
       where p.id is null
          or b.reservations is distinct from 1
          or b.reserved is distinct from p.amount_msats + p.fee_limit_msats
          or case
               when p.state in ('completed', 'failed') and not (p.recipient_no is not null and p.invoice is null)
                 then b.ends is distinct from 1 or b.ended is distinct from b.reserved
               else b.ends is distinct from 0
             end
       limit ${BREACHES_MAX}`);
    return rows.map(({ id, state, reserved, ended }) =>
      state === null
        ? `the ledger has postings of payment ${id}, which does not exist`
        : `payment ${id} is ${state}; reserved ${reserved ?? 0n}, given out ${ended ?? 0n}`,
    );
  },
};

const amounts: Invariant = {
  id: "I5",
  title: "a completed payment took its amount and its real fee, a failed one nothing",
  breaches: async (tx) => {
    const rows = await tx.query<{ id: string; state: string; kept: bigint }>(sql`
      with back as (
        select l.cause, sum(l.amount)::bigint as amount
          from ledger.caused_by(array['payment_end']) l
          join payments.payment p
            on p.id = l.cause
           and p.account_no = l.credit
         group by l.cause)
      select p.id, p.state, p.amount_msats + p.fee_limit_msats - coalesce(b.amount, 0) as kept
        from payments.payment p
        left join back b on b.cause = p.id
       where p.state in ('completed', 'failed')
         and p.amount_msats + p.fee_limit_msats - coalesce(b.amount, 0) <> case
               when p.state = 'failed' then 0
               else p.amount_msats + least(p.fee_msats, p.fee_limit_msats)
             end
       limit ${BREACHES_MAX}`);
    return rows.map(({ id, state, kept }) => `payment ${id} is ${state} and took ${kept} msats from its wallet`);
  },
};

/** Cheap enough for every run: there are few open payments. */
const reserved: Invariant = {
  id: "I4r",
  title: "the account of reservations holds what the open payments reserved, to the msat",
  breaches: async (tx) => {
    const open = await sumOfOpen(tx);
    const [row] = await tx.query<{ balance: bigint }>(sql`
      select ledger.balance(ledger.system('reserved')) as balance`);
    const balance = row?.balance ?? 0n;
    return open === balance ? [] : [`open payments reserved ${open} msats, the account holds ${balance}`];
  },
};

async function sumOfOpen(tx: Tx): Promise<bigint> {
  const [row] = await tx.query<{ open: bigint }>(sql`
    select coalesce(sum(amount_msats + fee_limit_msats), 0)::bigint as open
      from payments.payment
     where state not in ('completed', 'failed')`);
  return row?.open ?? 0n;
}

const incidents: Invariant = {
  id: "I11",
  title: "no payment is open for more than a day after its invoice without an incident",
  breaches: async (tx) => {
    const rows = await tx.query<{ id: string; state: string }>(sql`
      select p.id, p.state
        from payments.payment p
       where p.state not in ('completed', 'failed')
         and coalesce(p.invoice_expires_at, p.created_at) < now() - interval '24 hours'
         and not exists (select from payments.incident n where n.payment_id = p.id)
       limit ${BREACHES_MAX}`);
    return rows.map(({ id, state }) => `payment ${id} is ${state}`);
  },
};

/** What must hold between payments and ledger; the audit runs them. */
export const invariants: readonly Invariant[] = [endings, amounts, reserved, incidents];
/** Those that cost the same however many payments there have been. */
export const incrementalInvariants: readonly Invariant[] = [reserved, incidents];
