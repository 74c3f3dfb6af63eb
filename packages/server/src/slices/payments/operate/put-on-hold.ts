import { bytesToHex } from "@noble/hashes/utils.js";
import { recordIncident } from "#incidents";
import type { Clock, Random } from "#kernel/clock.ts";
import type { PaymentId } from "#kernel/ids.ts";
import { liftWhenOver, pauseSending } from "#ledger";
import { listForeign } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { isFinished, PaymentNotFound } from "../model/payment.ts";
import { findPayment, listAmountsOnHold, listIdsOnHold, updateOnHold, updateReleased } from "../store/payments.ts";

type OnHoldDeps = { readonly db: Db; readonly clock: Clock; readonly random: Random; readonly log: Log };

/**
 * Puts every pending payment on hold, when the node made payments that the database does not have: the
 * database was restored, and what was pending in it may have been paid since. Sending stays paused until each was
 * finished or let go on. Safe to repeat.
 */
export async function putPendingOnHold(deps: OnHoldDeps): Promise<void> {
  await updateOnHold(deps.db, "restore");
  await reportOnHold(deps);
}

/** Pauses sending while payments are on hold, and makes an incident of each. Safe to repeat. */
export async function reportOnHold(deps: OnHoldDeps): Promise<void> {
  const ids = await listIdsOnHold(deps.db);
  if (ids.length === 0) return;
  await pauseSending(deps, {
    kind: "restore",
    reason: "payments were pending when the database was restored; `leyden payment list --pending` shows them",
  });
  for (const id of ids)
    await recordIncident(deps, {
      subjectKind: "payment",
      subject: id,
      kind: "restored",
      detail: "it was pending when the database was restored, and may have been paid since",
    });
}

/**
 * Lets one payment on hold go on, or all of them, by an operator's decision: the node is asked again, and what it does
 * not know is sent. The pause ends with the last of them. Returns those that go on.
 *
 * @throws {PaymentNotFound} when the one that is named is not on hold.
 * @throws {OperatorError} when the one that is named was brought back; and when one has no invoice and the node made a
 *   payment of the same amount that is not booked: it may be paid already. `despiteForeign` takes that risk.
 */
export async function releasePayments(
  { db, clock, log }: OnHoldDeps,
  {
    id,
    reason,
    despiteForeign,
  }: { readonly id?: PaymentId | undefined; readonly reason: string; readonly despiteForeign: boolean },
): Promise<readonly PaymentId[]> {
  if (!despiteForeign) await refuseUnbooked(db, id);
  const released = await updateReleased(db, { id, now: clock.now() });
  if (id !== undefined && released.length === 0) throw await whyNotReleased(db, id);
  if (released.length > 0) log.warn({ payments: released, reason }, "payments.released");
  await endRestore(db);
  return released;
}

async function whyNotReleased(db: Db, id: PaymentId): Promise<Error> {
  const payment = await findPayment(db, id);
  if (payment === undefined || !payment.isBroughtBack || isFinished(payment)) return new PaymentNotFound();
  return new OperatorError(
    "it left before the database was restored, and is never sent again",
    "The node's report ends it, or `npm run leyden -- payment end <id>` does.",
  );
}

/**
 * @throws {OperatorError} when a payment on hold without an invoice, or the one that is named, may be one that the node
 * made and nobody has booked.
 */
export async function refuseUnbooked(db: Db, id: PaymentId | undefined): Promise<void> {
  const amounts = await listAmountsOnHold(db, id);
  const fits = (await listForeign(db)).find(({ amount, isSetAside }) => !isSetAside && amounts.has(amount));
  if (fits !== undefined)
    throw new OperatorError(
      `the node made a payment of ${fits.amount} msats that is not booked: ${bytesToHex(fits.paymentHash)}`,
      "If it was this payment, `npm run leyden -- payment end <id> --as completed --paid-by <hash>`. If you know that it was another one, add --although-the-node-paid.",
    );
}

/**
 * Lifts the pause of a restore when no payment is on hold any more. Payments are on hold before the pause is set, so a
 * count that misses one lifts nothing.
 */
export async function endRestore(db: Db): Promise<void> {
  await liftWhenOver({ db }, "restore", async () => (await listIdsOnHold(db)).length === 0);
}
