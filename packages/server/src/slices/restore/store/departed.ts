import { type Db, one, sql } from "#platform/database/db.ts";
import type { BroughtBack, Departed } from "../model/departed.ts";

type Ids = { readonly [id in "transfer" | "loan" | "incident" | "deficitIncident"]: string };

/** Runs `restore.bring_back_payment`. */
export async function insertDeparted(
  db: Db,
  { id, wallet, origin, idempotency, ...departed }: Departed,
  { now, overAt, transfer, loan, incident, deficitIncident }: Ids & { readonly now: Date; readonly overAt: Date },
): Promise<BroughtBack> {
  const { paymentHash, amount, feeLimit, attempts, firstAt, lastAt, internalId } = departed;
  const input = idempotency === undefined ? null : Buffer.from(idempotency.input, "hex");
  const rows = await db.query<BroughtBack>(sql`
    select outcome, lent
      from restore.bring_back_payment(
             ${now}, ${id}, ${wallet ?? null}, ${origin.kind}, ${"id" in origin ? origin.id : null}, ${paymentHash},
             ${amount}, ${feeLimit}, ${attempts}, ${firstAt}, ${lastAt}, ${overAt},
             ${internalId ?? null}, ${idempotency?.scope ?? null}, ${input}, ${transfer}, ${loan}, ${incident},
             ${deficitIncident})`);
  return one(rows);
}
