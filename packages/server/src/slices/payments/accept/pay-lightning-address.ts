import { IdempotencyMismatch, idempotencyClaim } from "#idempotency";
import type { Caller } from "#kernel/caller.ts";
import type { Clock, Random, Reached, Scheduler } from "#kernel/clock.ts";
import { AppError, type Issue } from "#kernel/errors.ts";
import type { AccountNo, PaymentId, TransferId } from "#kernel/ids.ts";
import { type Msats, msats } from "#kernel/money.ts";
import { findRemaining, type Remaining } from "#ledger";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import type { AccountHere } from "#projects";
import type { LightningAddress } from "#protocol/lightning-address.ts";
import {
  type FeePolicy,
  feeLimitOf,
  InsufficientFunds,
  isFinal,
  type Payment,
  PaymentNotFound,
  PaymentRefused,
} from "../model/payment.ts";
import { readTarget } from "../model/target.ts";
import { type PendingMax, type Reserve, type Reserved, reserveMany } from "../store/batched.ts";
import { findPayment } from "../store/store.ts";
import type { Endings } from "./waiters.ts";

export type PayLightningAddress = {
  readonly caller: Caller;
  /** A Lightning address, or an LNURL in bech32. */
  readonly lnAddress: string;
  readonly amount: Msats;
  readonly maxFee: Msats | undefined;
  readonly comment: string | undefined;
  readonly internalId: string | undefined;
  readonly callbackUrl: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** How long to wait for the end of the payment, in milliseconds. */
  readonly waitMs: number;
  /** Aborts when nobody waits any more. Asked for only when there is something to wait for. */
  readonly hungUp: () => AbortSignal;
};

export type PayDeps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly endings: Endings;
  readonly reached: Reached;
  readonly fees: FeePolicy;
  readonly pendingMax: () => PendingMax;
  readonly recipientHere: (address: LightningAddress) => AccountHere | Promise<AccountHere>;
  /** Drives a payment in this process; absent where no node is connected, then a worker finds it. */
  readonly drive: ((payment: Payment) => Promise<void>) | undefined;
};

/** How long a reserving process may drive a payment before others may, unless it renews. */
export const LEASE_MS = 15_000;
/** How often those who wait look for an end that another process wrote: often at first, as most payments end soon. */
const POLL_MIN_MS = 50;
const POLL_MAX_MS = 500;
const POLL_GROWTH = 1.5;

/**
 * Pays a Lightning address. What the wallet gives is reserved and the payment exists before anything is sent; an answer
 * of `processing` is a promise that the payment ends by itself.
 *
 * @throws {InsufficientFunds} {PaymentRefused} {InvalidInput} when nothing was reserved; the idempotency key stays free.
 */
export async function payLightningAddress(
  deps: PayDeps,
  request: PayLightningAddress,
): Promise<{ payment: Payment; replayed: boolean }> {
  const recipient = await recipientOf(deps, request);
  const feeLimit =
    recipient === undefined
      ? feeLimitOf(request.amount, deps.fees, {
          maxFee: request.maxFee,
          ceilingBasisPoints: request.caller.feeCeilingBasisPoints,
        })
      : msats(0n);
  const draft = draftOf(deps, request, { recipient, feeLimit });

  await deps.reached("before-reserve");
  const outcome = await deps.batch(reserveMany, draft);
  await deps.reached("after-reserve");

  if (outcome.kind === "replay") return { payment: await waitForEnd(deps, request, outcome.id), replayed: true };
  if (outcome.kind !== "reserved" && outcome.kind !== "completed")
    throw await refusal(deps, outcome, { ...request, feeLimit });

  const payment = paymentFrom(draft, outcome);
  if (outcome.kind === "completed") {
    deps.endings.announce(payment.id, { outcome: "completed", via: "ledger" });
    return { payment, replayed: false };
  }
  const { drive } = deps;
  if (drive !== undefined) deps.scheduler.spawn("payment.drive", () => drive(payment));
  return { payment: await waitForEnd(deps, request, payment.id, payment), replayed: false };
}

function draftOf(
  deps: PayDeps,
  request: PayLightningAddress,
  { recipient, feeLimit }: { recipient: AccountNo | undefined; feeLimit: Msats },
): Reserve {
  const { caller, lnAddress, amount, comment, internalId, callbackUrl, maxFee, idempotencyKey } = request;
  return {
    id: deps.random.uuid() as PaymentId,
    transactionId: deps.random.uuid() as TransferId,
    caller,
    recipient,
    lnAddress,
    amount,
    feeLimit,
    comment,
    internalId,
    callbackUrl,
    claim:
      idempotencyKey === undefined
        ? undefined
        : idempotencyClaim(caller.projectId, "ln-address/send-payment", idempotencyKey, {
            lnAddress,
            amount,
            maxFee,
            comment,
            internalId,
            callbackUrl,
          }),
    pendingMax: deps.pendingMax(),
    leaseMs: deps.drive === undefined ? undefined : LEASE_MS,
  };
}

async function recipientOf(deps: PayDeps, { caller, lnAddress }: PayLightningAddress): Promise<AccountNo | undefined> {
  const target = readTarget(lnAddress);
  if (target instanceof URL) return undefined;
  const account = await deps.recipientHere(target);
  if (account === "unknown") throw new PaymentRefused("address_not_found", `nobody here has the address ${lnAddress}`);
  if (account === caller.account) throw new PaymentRefused("self_payment", "payer and recipient are the same wallet");
  return account;
}

/** Waits until the payment has ended, at most `waitMs` and while somebody listens, and answers it as it is then. */
async function waitForEnd(
  deps: PayDeps,
  { waitMs, hungUp }: Pick<PayLightningAddress, "waitMs" | "hungUp">,
  id: PaymentId,
  known?: Payment,
): Promise<Payment> {
  const until = deps.clock.monotonicMs() + waitMs;
  const signal = hungUp();
  let payment = known;
  // A process that drives payments hears of the end of its own.
  let pauseMs = deps.drive === undefined ? POLL_MIN_MS : POLL_MAX_MS;
  for (;;) {
    const left = until - deps.clock.monotonicMs();
    if (payment !== undefined && (isFinal(payment) || left <= 0 || signal.aborted)) return payment;
    if (payment !== undefined) await deps.endings.wait(id, Math.min(left, pauseMs), signal);
    payment = await reread(deps, id, { known: payment, maxAgeMs: pauseMs });
    pauseMs = Math.min(pauseMs * POLL_GROWTH, POLL_MAX_MS);
  }
}

/**
 * The payment as it is now. A database that does not answer changes nothing of what was reserved, so the payment is then
 * answered as it was known, and never as a refusal.
 */
async function reread(
  { db, endings }: PayDeps,
  id: PaymentId,
  { known, maxAgeMs }: { known: Payment | undefined; maxAgeMs: number },
): Promise<Payment> {
  const load = () => findPayment(db, id);
  try {
    const found = await (known === undefined ? load() : endings.read(id, maxAgeMs, load));
    if (found !== undefined) return found;
  } catch (cause) {
    if (known !== undefined) return known;
    throw new AppError("outcome_unknown", `the payment ${id} exists, but cannot be read now; read it later`, { cause });
  }
  throw new PaymentNotFound();
}

function paymentFrom(draft: Reserve, { kind, at }: { kind: "reserved" | "completed"; at: Date }): Payment {
  const { id, transactionId, caller, lnAddress, amount, feeLimit, comment, internalId, callbackUrl, leaseMs } = draft;
  return {
    id,
    transactionId,
    projectId: caller.projectId,
    walletId: caller.walletId,
    account: caller.account,
    lnAddress,
    amount,
    feeLimit,
    comment,
    internalId,
    callbackUrl,
    createdAt: at,
    version: 1,
    lease:
      kind === "completed" || leaseMs === undefined
        ? { token: 0n, until: undefined }
        : { token: 1n, until: new Date(at.getTime() + leaseMs) },
    progress:
      kind === "completed"
        ? { kind, at, fee: msats(0n), invoice: undefined, paymentHash: undefined, preimage: undefined }
        : { kind: "resolving", detail: undefined, dueAt: at },
  };
}

async function refusal(
  { db, clock }: PayDeps,
  outcome: Exclude<Reserved, { kind: "reserved" | "completed" | "replay" }>,
  { caller, amount, feeLimit }: { caller: Caller; amount: Msats; feeLimit: Msats },
): Promise<Error> {
  switch (outcome.kind) {
    case "insufficient_funds":
      return new InsufficientFunds(outcome.available, amount + feeLimit);
    case "mismatch":
      return new IdempotencyMismatch();
    case "limit_exceeded":
      return new PaymentRefused("limit_exceeded", `the wallet's spending limits leave ${outcome.available} msats`, {
        details: leftByLimit(await findRemaining(db, caller.account, clock.now())),
      });
    case "paused":
      return new PaymentRefused("sending_paused", "the operator has paused sending; nothing was reserved", {
        retryAfterSeconds: 60,
      });
    case "too_many_pending":
      return new PaymentRefused("too_many_pending", "too many payments are open; wait until some have ended", {
        retryAfterSeconds: 5,
      });
    case "recipient_full":
      return new PaymentRefused("receive_limit_exceeded", "the recipient's wallet may not hold this much more");
  }
}

/** A moment after the decision: what was spent meanwhile is gone, what came back is there again. */
function leftByLimit({ daily, weekly, monthly }: Remaining): Issue[] {
  return Object.entries({ daily, weekly, monthly }).flatMap(([field, left]) =>
    left === undefined ? [] : [{ field, issue: String(left) }],
  );
}
