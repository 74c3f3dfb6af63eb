import type { EventId } from "#events";
import type { Idempotency } from "#idempotency";
import { newId, type PaymentId, type ProjectKeyId, type TransferId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import { type BegunAttempt, firstDispatched } from "../model/attempt.ts";
import { LEASE_MS } from "../model/lease.ts";
import type { Origin, Payer, Payment, Progress } from "../model/payment.ts";
import { type Reserve, reserveMany } from "../store/batched.ts";
import type { PayDeps } from "./deps.ts";
import type { Terms } from "./find-terms.ts";
import { refusalOf } from "./refusal.ts";

/** Who pays, and what for. */
export type ReserveRequest = {
  readonly id: PaymentId;
  readonly payer: Payer;
  readonly origin: Origin;
  /** The owner on whom it counts where no wallet pays; undefined then: the operator. */
  readonly fundedBy?: string | undefined;
  readonly comment?: string | undefined;
  readonly internalId?: string | undefined;
  readonly internalIdIsUnique?: boolean;
  readonly callbackUrl?: string | undefined;
  readonly callbackDelayMs?: number;
  readonly idempotency?: Idempotency | undefined;
  /** Hash of a payment of the node that may be this one, as the payer has named it. */
  readonly payAnyway?: string | undefined;
  /** Of the request that asks for it; undefined: none does. */
  readonly requestId?: string | undefined;
  /** The project key whose policy counts; undefined when none does. */
  readonly restrictedKey?: ProjectKeyId | undefined;
};

export type Accepted =
  | { readonly kind: "made"; readonly payment: Payment }
  /** An earlier call has made it. */
  | { readonly kind: "replay"; readonly id: PaymentId };

/**
 * Reserves what a payment takes, and has it driven. The one way in for every payment: when this has returned, the
 * payment exists and finishes by itself.
 *
 * @throws {InsufficientFunds} {PaymentRefused} {IdempotencyMismatch} when nothing was reserved.
 */
export async function reservePayment(deps: PayDeps, request: ReserveRequest, terms: Terms): Promise<Accepted> {
  const { driver } = deps;
  const begun = terms.invoice && driver?.firstAttempt(terms.invoice);
  const draft = draftOf(deps, request, terms, begun);
  await deps.reached("before-reserve");
  const outcome = await deps.batch(reserveMany, draft);
  await deps.reached("after-reserve");

  switch (outcome.kind) {
    case "replay":
      return outcome;
    case "completed": {
      const payment = paymentFrom(draft, outcome);
      deps.waiters.notify(payment.id, { outcome: "completed", via: "ledger", origin: payment.origin });
      return { kind: "made", payment };
    }
    case "reserved": {
      const payment = paymentFrom(draft, outcome);
      if (driver !== undefined) deps.scheduler.spawn("payments.drive", () => driver.drive(payment, begun));
      return { kind: "made", payment };
    }
    default:
      throw await refusalOf(deps, outcome, draft);
  }
}

function draftOf(deps: PayDeps, request: ReserveRequest, terms: Terms, begun: BegunAttempt | undefined): Reserve {
  const { restrictedKey: key } = request;
  const newEventId = () => newId<EventId>(deps.random);
  return {
    id: request.id,
    transactionId: newId<TransferId>(deps.random),
    payer: request.payer,
    origin: request.origin,
    fundedBy: request.fundedBy,
    host: terms.host,
    payAnyway: request.payAnyway,
    requestId: request.requestId,
    recipient: terms.recipient,
    destination: terms.destination,
    keysendPreimage: terms.keysendPreimage,
    invoice: terms.invoice,
    amount: terms.amount,
    feeLimit: terms.feeLimit,
    comment: request.comment,
    internalId: request.internalId,
    internalIdIsUnique: request.internalIdIsUnique ?? false,
    callbackUrl: request.callbackUrl,
    callbackDelayMs: request.callbackDelayMs ?? 0,
    event: newEventId(),
    receiptEvent: terms.recipient && newEventId(),
    idempotency: request.idempotency,
    restriction: key && { key, destination: terms.allowedAs },
    dispatchDeadline: begun?.deadline,
    pendingMax: deps.pendingMax(),
    leaseMs: deps.driver === undefined ? undefined : LEASE_MS,
  };
}

function paymentFrom(draft: Reserve, { kind, at }: { kind: "reserved" | "completed"; at: Date }): Payment {
  const { id, transactionId, payer, origin, destination, keysendPreimage, amount, feeLimit, leaseMs } = draft;
  const { comment, internalId, idempotency, restriction, callbackUrl } = draft;
  const isLeased = kind === "reserved" && leaseMs !== undefined;
  return {
    id,
    transactionId,
    payer,
    origin,
    destination,
    keysendPreimage,
    amount,
    feeLimit,
    comment,
    internalId,
    idempotency,
    restrictedKey: restriction?.key,
    callbackUrl,
    createdAt: at,
    version: 1,
    lease: isLeased ? { token: 1n, until: new Date(at.getTime() + leaseMs) } : { token: 0n, until: undefined },
    onHoldFor: undefined,
    isBroughtBack: false,
    isAtFormerNode: false,
    progress: progressFrom(draft, kind, at),
  };
}

function progressFrom(draft: Reserve, kind: "reserved" | "completed", at: Date): Progress {
  const { invoice, dispatchDeadline: deadline } = draft;
  if (kind === "completed")
    return { kind, at, fee: msats(0n), invoice: undefined, paymentHash: undefined, preimage: undefined };
  const waiting = { reason: undefined, dueAt: at, tries: 0 };
  if (invoice === undefined) return { kind: "resolving", ...waiting };
  return deadline === undefined
    ? { kind: "ready", invoice, ...waiting }
    : firstDispatched(invoice, { at, dueAt: at, deadline });
}
