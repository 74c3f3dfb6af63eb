import type { TransferId } from "#kernel/ids.ts";
import { type Db, one, sql, type Tx } from "#platform/database/db.ts";
import type { BookedAgain, LostBooking } from "../model/lost-booking.ts";
import type { OperatorBooking } from "../model/operator-booking.ts";

/** What operators booked of their own money, newest first. */
export async function listOperatorBookings(db: Db, limit: number): Promise<OperatorBooking[]> {
  const rows = await db.query<Omit<OperatorBooking, "undoes"> & { undoes: TransferId | null }>(sql`
    select id, kind, amount_msats as amount, reason, booked_at as "bookedAt", undoes
      from lightning.operator_booking
     order by booked_at desc, id
     limit ${limit}`);
  return rows.map(({ undoes, ...row }) => ({ ...row, undoes: undoes ?? undefined }));
}

/** Of these ids those that are bookings here. */
export async function listBookedIds(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(sql`
    select id
      from lightning.operator_booking
     where id = any (${ids}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}

/** Runs `lightning.bring_back_booking`. */
export async function insertBroughtBack(
  db: Db,
  { id, kind, reason, now, ...booking }: LostBooking & { readonly reason: string; readonly now: Date },
): Promise<BookedAgain> {
  const amount = "amount" in booking ? booking.amount : null;
  const undoes = "undoes" in booking ? booking.undoes : null;
  const rows = await db.query<{ outcome: BookedAgain }>(sql`
    select lightning.bring_back_booking(${now}, ${id}, ${kind}, ${amount}, ${undoes}, ${reason}) as outcome`);
  return one(rows).outcome;
}

/**
 * Bookings without a transfer of their kind and amount between their accounts, such transfers without a booking, and
 * those that do not undo what they say.
 */
export async function listBookingBreaches(tx: Tx, limit: number): Promise<{ readonly id: string }[]> {
  return await tx.query(sql`
    select coalesce(b.id, p.cause) as id
      from (
        select b.*, mistake.amount_msats as mistaken_msats,
               lightning.accounts_of_booking(coalesce(mistake.kind, b.kind)) as accounts
          from lightning.operator_booking b
          left join lightning.operator_booking mistake
            on mistake.id = b.undoes
           and mistake.undoes is null
      ) b
      full join ledger.caused_by(array['equity_deposit', 'equity_withdrawal', 'chain_cost', 'to_channels', 'to_chain',
                                      'routing_income', 'booking_undone']) p
        on p.cause = b.id
       and p.transfer = b.id
       and p.cause_kind = b.kind
       and p.amount = b.amount_msats
       and array[p.debit, p.credit] = case
             when b.undoes is null then b.accounts
             else array[b.accounts[2], b.accounts[1]]
           end
     where b.id is null
        or p.cause is null
        or b.mistaken_msats <> b.amount_msats
     order by 1
     limit ${limit}`);
}
