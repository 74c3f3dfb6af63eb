import { type JournalEntry, JournalUnavailable } from "#kernel/journal.ts";
import { findClosure, listPauses } from "#ledger";
import { CLTV_LIMIT_BLOCKS, PAY_DEADLINE_MS, type SendLimits, type SendOutcome } from "#lightning";
import { amountInInvoice } from "#protocol/bolt11.ts";
import type { Report } from "../model/next-step.ts";
import type { ReadyPayment, SentPayment } from "../model/payment.ts";
import { dispatchMany } from "../store/batched.ts";
import type { DriveDeps } from "./deps.ts";
import { keepReference } from "./keep-reference.ts";

/** For clocks that differ and for an attempt on its way, beyond its deadline. */
const DEADLINE_MARGIN_MS = 5_000;

/** When an attempt that is made now has left its process, or never will. */
export function attemptOverAt(now: Date): Date {
  return new Date(now.getTime() + PAY_DEADLINE_MS + DEADLINE_MARGIN_MS);
}

/**
 * A payment that was not sent at once is asked about first: while sending is paused or the ledger is closed its retries
 * write no lines. Ours.
 */
const AT_ONCE_MS = 5_000;

type Bound = ReadyPayment | SentPayment;
type Reported = { readonly payment: Bound; readonly report: Report };

/**
 * Gives the invoice to the node: first the row that says so and the line of the journal, side by side, then the call,
 * then what the node reports. For the first attempt and for every further one with the same invoice. Undefined when the
 * lease was lost.
 */
export async function dispatchPayment(deps: DriveDeps, payment: Bound): Promise<Reported | undefined> {
  const { clock } = deps;
  // Taken before the row is written: after `deadline` nothing of this attempt can follow it.
  const deadlineMonotonicMs = clock.monotonicMs() + PAY_DEADLINE_MS;
  const deadline = attemptOverAt(clock.now());
  await deps.reached("before-dispatch");
  const { id, version, lease } = payment;
  const dispatch = () => deps.batch(dispatchMany, { id, leaseToken: lease.token, version, deadline });
  const isLate = clock.now().getTime() - payment.createdAt.getTime() > AT_ONCE_MS;
  const [dispatched, inJournal] =
    isLate && !(await isOpen(deps.db))
      ? [await dispatch(), undefined]
      : await Promise.all([dispatch(), writeLine(deps, payment)]);
  if (dispatched.kind === "lease_lost") return undefined;
  if (dispatched.kind !== "dispatched") return { payment, report: { kind: "not_dispatched", reason: dispatched.kind } };
  await deps.reached("after-dispatch");

  const { attempt } = dispatched;
  const sent = afterDispatch(payment, { attempt, at: dispatched.at, deadline });
  if (!(inJournal ?? (await writeLine(deps, payment))))
    return { payment: sent, report: { kind: "not_sent", reason: "journal" } };
  const reference = keepReference(deps, { id, attempt });
  const outcome = await send(deps, payment, {
    paymentHash: payment.progress.invoice.paymentHash,
    feeLimit: payment.feeLimit,
    cltvLimitBlocks: CLTV_LIMIT_BLOCKS,
    expiresAt: payment.progress.invoice.expiresAt,
    deadlineMonotonicMs,
    onReference: reference.named,
  });
  await reference.answered(outcome);
  return { payment: sent, report: outcome };
}

async function isOpen(db: DriveDeps["db"]): Promise<boolean> {
  const [pauses, closure] = await Promise.all([listPauses(db), findClosure(db)]);
  return pauses.length === 0 && closure === undefined;
}

/** False when the line is not on disk: then nothing may leave. */
async function writeLine({ journal, reached }: DriveDeps, payment: Bound): Promise<boolean> {
  try {
    await journal.append(lineOf(payment));
  } catch (error) {
    if (!(error instanceof JournalUnavailable)) throw error;
    return false;
  }
  await reached("after-journal");
  return true;
}

function lineOf({ id, payer, origin, restrictedKey, progress, ...payment }: Bound): JournalEntry {
  const { wallet } = payer;
  const { idempotency, internalId, amount, feeLimit } = payment;
  return {
    what: "payment.dispatch",
    id,
    wallet: wallet?.id,
    origin,
    actor: restrictedKey ? { kind: "key", id: restrictedKey } : wallet && { kind: "owner", id: wallet.ownerId },
    idempotency,
    internalId,
    paymentHash: progress.invoice.paymentHash,
    amount,
    feeLimit,
  };
}

/** Pays the invoice, or the node that made none. */
async function send({ node }: DriveDeps, payment: Bound, limits: SendLimits): Promise<SendOutcome> {
  const { destination, keysendPreimage: preimage, amount, progress } = payment;
  const { text } = progress.invoice;
  if (text !== undefined)
    return await node.pay({
      ...limits,
      invoice: text,
      amount: amountInInvoice(text) === undefined ? amount : undefined,
    });
  if (destination.kind !== "node" || preimage === undefined)
    throw new Error(`payment ${payment.id} to a ${destination.kind} has no invoice`);
  const { nodeId, records } = destination;
  return await node.keysend({ ...limits, nodeId, preimage, amount, records });
}

function afterDispatch(
  payment: Bound,
  { attempt, at, deadline }: { attempt: number; at: Date; deadline: Date },
): SentPayment {
  const { progress } = payment;
  return {
    ...payment,
    version: payment.version + 1,
    progress: {
      kind: "dispatched",
      invoice: progress.invoice,
      reason: undefined,
      dueAt: progress.dueAt,
      tries: attempt === 1 ? 0 : progress.tries,
      attempt,
      attemptsNotSent: "attemptsNotSent" in progress ? progress.attemptsNotSent : 0,
      dispatchedAt: at,
      dispatchDeadline: deadline,
      reference: undefined,
      wasInFlight: "wasInFlight" in progress && progress.wasInFlight,
      absentSince: undefined,
      missingSince: undefined,
    },
  };
}
