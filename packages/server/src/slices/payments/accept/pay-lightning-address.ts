import type { CallbackCheck, EventId } from "#events";
import { findClaimed, type IdempotencyClaim, idempotencyClaim } from "#idempotency";
import { type Caller, policyOf, restrictedKeyOf, type Wallet } from "#kernel/caller.ts";
import type { Clock, Random, Reached, Scheduler } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { PaymentId, TransferId } from "#kernel/ids.ts";
import { type Msats, msats } from "#kernel/money.ts";
import type { Capabilities } from "#lightning";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import type { InternalRecipient } from "#projects";
import type { LightningAddress } from "#protocol/lightning-address.ts";
import { LEASE_MS } from "../model/lease.ts";
import {
  type FeePolicy,
  feeLimitOf,
  isFinished,
  type Payment,
  PaymentNotFound,
  PaymentRefused,
} from "../model/payment.ts";
import { destinationOf, readTarget } from "../model/target.ts";
import { type PendingMax, type Reserve, reserveMany } from "../store/batched.ts";
import { findPayment } from "../store/payments.ts";
import { refusalOf } from "./refusal.ts";
import type { PaymentWaiters } from "./waiters.ts";

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
  /** How long to wait until the payment is finished, in milliseconds. */
  readonly waitMs: number;
  /** Aborts when the answer is no longer waited for. Asked for only when there is something to wait for. */
  readonly hungUp: () => AbortSignal;
};

export type PayDeps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly waiters: PaymentWaiters;
  readonly reached: Reached;
  readonly fees: FeePolicy;
  readonly pendingMax: () => PendingMax;
  readonly capabilities: Pick<Capabilities, "feeLimit" | "wholeSats">;
  readonly recipientOf: (address: LightningAddress) => InternalRecipient | Promise<InternalRecipient>;
  readonly checkCallback: CallbackCheck;
  /** Drives a payment in this process; absent in a process that drives none, then a worker finds it. */
  readonly drive: ((payment: Payment) => Promise<void>) | undefined;
};

/** How often a waiting request reads for an outcome that another process wrote: often at first, as most payments finish soon. */
const POLL_MIN_MS = 50;
const POLL_MAX_MS = 500;
const POLL_GROWTH = 1.5;

/** What an answer takes beside the waiting. */
const ANSWER_MS = 5_000;

type Paid = { readonly payment: Payment; readonly replayed: boolean };

/**
 * Pays a Lightning address. What the wallet gives is reserved and the payment exists before anything is sent; an answer
 * of `processing` is a promise that the payment finishes by itself.
 *
 * @throws {InsufficientFunds} {PaymentRefused} {InvalidInput} {CallbackHostClaimed} when nothing was reserved; the idempotency key stays free.
 */
export async function payLightningAddress(deps: PayDeps, request: PayLightningAddress): Promise<Paid> {
  const claim = claimOf(request);
  const recipient = await recipientOf(deps, request);
  if (recipient instanceof PaymentRefused) return await replayOr(deps, request, claim, recipient);
  const refusal = await deps.checkCallback(request.caller, request.callbackUrl);
  if (refusal !== undefined) return await replayOr(deps, request, claim, refusal);
  const feeLimit = recipient === undefined ? lightningFeeLimit(deps, request) : msats(0n);
  if (feeLimit instanceof PaymentRefused) return await replayOr(deps, request, claim, feeLimit);
  const draft = draftOf(deps, request, { claim, recipient, feeLimit });

  await deps.reached("before-reserve");
  const outcome = await deps.batch(reserveMany, draft);
  await deps.reached("after-reserve");

  switch (outcome.kind) {
    case "replay":
      return { payment: await waitUntilFinished(deps, request, outcome.id), replayed: true };
    case "completed": {
      const payment = paymentFrom(draft, outcome);
      deps.waiters.notify(payment.id, { outcome: "completed", via: "ledger" });
      return { payment, replayed: false };
    }
    case "reserved": {
      const payment = paymentFrom(draft, outcome);
      const { drive } = deps;
      if (drive !== undefined) deps.scheduler.spawn("payments.drive", () => drive(payment));
      return { payment: await waitUntilFinished(deps, request, payment.id, payment), replayed: false };
    }
    default:
      throw await refusalOf(deps, outcome, {
        account: request.caller.wallet.account,
        needed: draft.amount + draft.feeLimit,
      });
  }
}

function claimOf(request: PayLightningAddress): IdempotencyClaim | undefined {
  const { caller, lnAddress, amount, maxFee, comment, internalId, callbackUrl, idempotencyKey } = request;
  const input = { lnAddress, amount, maxFee, comment, internalId, callbackUrl };
  return idempotencyClaim(caller.actor, "ln-address/send-payment", idempotencyKey, input);
}

/** The internal recipient, if there is one, or why it cannot be paid. */
async function recipientOf(
  deps: PayDeps,
  { caller, lnAddress }: PayLightningAddress,
): Promise<Wallet | undefined | PaymentRefused> {
  const target = readTarget(lnAddress);
  const recipient = target instanceof URL ? undefined : await deps.recipientOf(target);
  if (recipient === "unknown")
    return new PaymentRefused("address_not_found", `no wallet of this service has the address ${lnAddress}`);
  if (recipient?.id === caller.wallet.id)
    return new PaymentRefused("self_payment", "payer and recipient are the same wallet");
  return recipient;
}

/** A key that has made a payment answers that payment, also when its recipient is gone or its callback's host was claimed since. */
async function replayOr(
  deps: PayDeps,
  request: PayLightningAddress,
  claim: IdempotencyClaim | undefined,
  refusal: AppError,
): Promise<Paid> {
  const earlier = claim && (await findClaimed(deps.db, claim));
  if (earlier === undefined) throw refusal;
  return { payment: await waitUntilFinished(deps, request, earlier as PaymentId), replayed: true };
}

function draftOf(
  deps: PayDeps,
  request: PayLightningAddress,
  {
    claim,
    recipient,
    feeLimit,
  }: { claim: IdempotencyClaim | undefined; recipient: Wallet | undefined; feeLimit: Msats },
): Reserve {
  const { caller, lnAddress, amount, comment, internalId, callbackUrl } = request;
  const { wallet, actor } = caller;
  const key = restrictedKeyOf(actor);
  return {
    id: deps.random.uuid() as PaymentId,
    transactionId: deps.random.uuid() as TransferId,
    payer: { account: wallet.account, wallet: { id: wallet.id, ownerId: wallet.owner.id } },
    origin: { kind: "request" },
    recipient: recipient?.account,
    lnAddress,
    amount,
    feeLimit,
    comment,
    internalId,
    internalIdIsUnique: policyOf(actor).internalIdIsUnique,
    callbackUrl,
    callbackDelayMs: request.waitMs + ANSWER_MS,
    event: deps.random.uuid() as EventId,
    claim,
    restriction: key && { key, destination: destinationOf(readTarget(lnAddress)) },
    pendingMax: deps.pendingMax(),
    leaseMs: deps.drive === undefined ? undefined : LEASE_MS,
  };
}

/** `not_supported` for a wish that the connected node cannot fulfil. */
function lightningFeeLimit(
  { fees, capabilities: { feeLimit, wholeSats } }: PayDeps,
  { caller, amount, maxFee }: PayLightningAddress,
): Msats | PaymentRefused {
  if (wholeSats && amount % 1_000n !== 0n)
    return new PaymentRefused("not_supported", "the connected Lightning node pays whole sats only");
  if (feeLimit.kind === "exact") {
    const { feeCeilingBasisPoints } = policyOf(caller.actor);
    return feeLimitOf(amount, fees, { maxFee, ceilingBasisPoints: feeCeilingBasisPoints });
  }
  if (maxFee !== undefined)
    return new PaymentRefused("not_supported", "the connected Lightning node has no fee limit; leave `maxFee` out");
  return feeLimit.reserve(amount);
}

/** Waits until the payment is finished, at most `waitMs` and while the answer is waited for, and returns it as it is then. */
async function waitUntilFinished(
  deps: PayDeps,
  { waitMs, hungUp }: Pick<PayLightningAddress, "waitMs" | "hungUp">,
  id: PaymentId,
  known?: Payment,
): Promise<Payment> {
  const until = deps.clock.monotonicMs() + waitMs;
  const signal = hungUp();
  let payment = known;
  // A process that drives payments is notified of the outcomes that it writes.
  let pauseMs = deps.drive === undefined ? POLL_MIN_MS : POLL_MAX_MS;
  for (;;) {
    const left = until - deps.clock.monotonicMs();
    if (payment !== undefined && (isFinished(payment) || left <= 0 || signal.aborted)) return payment;
    if (payment !== undefined) await deps.waiters.wait(id, { pauseMs, maxMs: left, signal });
    payment = await reread(deps, id, payment);
    pauseMs = Math.min(pauseMs * POLL_GROWTH, POLL_MAX_MS);
  }
}

/**
 * The payment as it is now. A database that does not answer changes nothing of what was reserved, so the payment is then
 * returned as it was known, and never as a refusal.
 */
async function reread({ db, waiters }: PayDeps, id: PaymentId, known: Payment | undefined): Promise<Payment> {
  try {
    const found = await waiters.read(id, () => findPayment(db, id));
    if (found !== undefined) return found;
  } catch (cause) {
    if (known !== undefined) return known;
    throw new AppError("outcome_unknown", `the payment ${id} exists, but cannot be read now; read it later`, { cause });
  }
  throw new PaymentNotFound();
}

function paymentFrom(draft: Reserve, { kind, at }: { kind: "reserved" | "completed"; at: Date }): Payment {
  const { id, transactionId, payer, origin, lnAddress, amount, feeLimit, comment, internalId, callbackUrl, leaseMs } =
    draft;
  const isLeased = kind === "reserved" && leaseMs !== undefined;
  return {
    id,
    transactionId,
    payer,
    origin,
    lnAddress,
    amount,
    feeLimit,
    comment,
    internalId,
    callbackUrl,
    createdAt: at,
    version: 1,
    lease: isLeased ? { token: 1n, until: new Date(at.getTime() + leaseMs) } : { token: 0n, until: undefined },
    heldFor: undefined,
    progress:
      kind === "completed"
        ? { kind, at, fee: msats(0n), invoice: undefined, paymentHash: undefined, preimage: undefined }
        : { kind: "resolving", detail: undefined, dueAt: at, tries: 0 },
  };
}
