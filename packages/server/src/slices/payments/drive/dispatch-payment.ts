import { type JournalEntry, JournalUnavailable } from "#kernel/journal.ts";
import { findClosure, listPauses } from "#ledger";
import { CLTV_LIMIT_BLOCKS, type SendLimits, type SendOutcome } from "#lightning";
import { amountInInvoice } from "#protocol/bolt11.ts";
import { type BegunAttempt, beginAttempt, firstDispatched } from "../model/attempt.ts";
import type { Report } from "../model/next-step.ts";
import type { BoundInvoice, ReadyPayment, SentPayment } from "../model/payment.ts";
import { dispatchMany } from "../store/batched.ts";
import type { DriveDeps } from "./deps.ts";
import { keepReference } from "./keep-reference.ts";

/**
 * A payment that was not sent at once is asked about first: while sending is paused or the ledger is closed its retries
 * write no lines. Ours.
 */
const AT_ONCE_MS = 5_000;

type Bound = ReadyPayment | SentPayment;
type Reported = { readonly payment: Bound; readonly report: Report };

/**
 * The first attempt of a new payment, to be written down with its invoice: one commit less
 * (docs/decisions/0079-the-first-attempt-is-in-the-same-commit.md). Undefined where something is looked up before it:
 * in the books for an invoice of ours, at a node that pays a hash again.
 */
export function firstAttempt(
  { clock, node, formerIds }: Pick<DriveDeps, "clock" | "node" | "formerIds">,
  { isOwn, expiresAt }: BoundInvoice,
): BegunAttempt | undefined {
  const isLookedUp = isOwn || formerIds.length > 0 || !node.capabilities.paysHashOnce || clock.now() >= expiresAt;
  return isLookedUp ? undefined : beginAttempt(clock);
}

/**
 * Writes an attempt down and makes it: first the row that says so and the line of the journal, side by side, then the
 * call, then what the node reports. For the first attempt and for every further one with the same invoice. Undefined
 * when the lease was lost.
 */
export async function dispatchPayment(deps: DriveDeps, payment: Bound): Promise<Reported | undefined> {
  const { clock } = deps;
  const begun = beginAttempt(clock);
  const { deadline } = begun;
  await deps.reached("before-dispatch");
  const { id, version, lease } = payment;
  const dispatch = () => deps.batch(dispatchMany, { id, leaseToken: lease.token, version, deadline });
  const isLate = clock.now().getTime() - payment.createdAt.getTime() > AT_ONCE_MS;
  const [dispatched, isInJournal] =
    isLate && !(await isOpen(deps.db))
      ? [await dispatch(), undefined]
      : await Promise.all([dispatch(), writeLine(deps, payment)]);
  if (dispatched.kind === "lease_lost") return undefined;
  if (dispatched.kind !== "dispatched") return { payment, report: { kind: "not_dispatched", reason: dispatched.kind } };
  const sent = afterDispatch(payment, { attempt: dispatched.attempt, at: dispatched.at, deadline });
  return await makeAttempt(deps, sent, begun, isInJournal);
}

/**
 * Makes the attempt that is written down: gives the invoice to the node, after the line of the journal, which is
 * written here unless `isInJournal` says what became of it.
 */
export async function makeAttempt(
  deps: DriveDeps,
  payment: SentPayment,
  { deadlineMonotonicMs }: Pick<BegunAttempt, "deadlineMonotonicMs">,
  isInJournal?: boolean,
): Promise<Reported> {
  await deps.reached("after-dispatch");
  if (!(isInJournal ?? (await writeLine(deps, payment))))
    return { payment, report: { kind: "not_sent", reason: "journal" } };
  const { id, progress, feeLimit } = payment;
  const reference = keepReference(deps, { id, attempt: progress.attempt });
  const outcome = await send(deps, payment, {
    paymentHash: progress.invoice.paymentHash,
    feeLimit,
    cltvLimitBlocks: CLTV_LIMIT_BLOCKS,
    expiresAt: progress.invoice.expiresAt,
    deadlineMonotonicMs,
    onReference: reference.named,
  });
  await reference.answered(outcome);
  return { payment, report: outcome };
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
  const first = firstDispatched(progress.invoice, { at, dueAt: progress.dueAt, deadline });
  return {
    ...payment,
    version: payment.version + 1,
    progress: {
      ...first,
      attempt,
      tries: attempt === 1 ? 0 : progress.tries,
      attemptsNotSent: "attemptsNotSent" in progress ? progress.attemptsNotSent : 0,
      wasInFlight: "wasInFlight" in progress && progress.wasInFlight,
    },
  };
}
