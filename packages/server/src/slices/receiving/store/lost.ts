import type { EventId } from "#events";
import type { TransferId } from "#kernel/ids.ts";
import { type Db, one, sql } from "#platform/database/db.ts";
import type { ChargeBack, LostCharge } from "../model/lost.ts";

type Ids = { readonly transfer: TransferId; readonly receiptEvent: EventId; readonly chargeEvent: EventId };

/** Runs `receiving.bring_back`. */
export async function insertLost(
  db: Db,
  { id, wallet, paymentHash, amount, internalId, issuedAt, expiresAt, idempotency }: LostCharge,
  { now, transfer, receiptEvent, chargeEvent }: Ids & { readonly now: Date },
): Promise<ChargeBack> {
  const input = idempotency === undefined ? null : Buffer.from(idempotency.input, "hex");
  const rows = await db.query<ChargeBack>(sql`
    select outcome, credited
      from receiving.bring_back(
             ${now}, ${id}, ${wallet}, ${paymentHash}, ${amount}, ${internalId ?? null}, ${issuedAt}, ${expiresAt},
             ${idempotency?.scope ?? null}, ${input}, ${transfer}, ${receiptEvent}, ${chargeEvent})`);
  return one(rows);
}

/** Those of these charges that there are. */
export async function listKnownCharges(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(sql`
    select id
      from receiving.charge
     where id = any (${ids}::uuid[])`);
  return new Set(rows.map((row) => row.id));
}
