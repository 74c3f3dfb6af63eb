import { findReplay, type Idempotency, idempotencyOf } from "#idempotency";
import { policyOf, restrictedKeyOf } from "#kernel/caller.ts";
import { AppError } from "#kernel/errors.ts";
import { newId, type PaymentId } from "#kernel/ids.ts";
import type { Payment } from "../model/payment.ts";
import type { PayDeps } from "./deps.ts";
import { findTerms } from "./find-terms.ts";
import { OPERATIONS } from "./operations.ts";
import type { PayRequest } from "./request.ts";
import { reservePayment } from "./reserve-payment.ts";
import { waitUntilFinished } from "./wait-until-finished.ts";

type Paid = { readonly payment: Payment; readonly replayed: boolean };

/** What an answer takes beside the waiting. */
const ANSWER_MS = 5_000;

/**
 * Pays a destination. What the wallet gives is reserved and the payment exists before anything is sent; an answer of
 * `processing` is a promise that the payment finishes by itself.
 *
 * @throws {InsufficientFunds} {PaymentRefused} {InvalidInput} {CallbackHostClaimed} when nothing was reserved; the
 * idempotency key stays free.
 */
export async function pay(deps: PayDeps, request: PayRequest): Promise<Paid> {
  const { caller, callbackUrl } = request;
  const idempotency = idempotencyOfRequest(request);
  const terms = await findTerms(deps, request);
  if (terms instanceof AppError) return await replayOr(deps, request, idempotency, terms);
  const refusal = await deps.checkCallback(caller, callbackUrl);
  if (refusal !== undefined) return await replayOr(deps, request, idempotency, refusal);

  const accepted = await reservePayment(deps, reserveRequestOf(deps, request, idempotency), terms);
  return accepted.kind === "replay"
    ? { payment: await waitUntilFinished(deps, request, accepted.id), replayed: true }
    : { payment: await waitUntilFinished(deps, request, accepted.payment.id, accepted.payment), replayed: false };
}

function idempotencyOfRequest(request: PayRequest): Idempotency | undefined {
  // What is paid anyway is no part of what is asked for: a repeated request may leave it out.
  const { caller, idempotencyKey, waitMs: _, hungUp: __, payAnyway: ___, destination, ...others } = request;
  return idempotencyOf(caller.actor, OPERATIONS[destination.kind], idempotencyKey, { ...destination, ...others });
}

function reserveRequestOf(deps: PayDeps, request: PayRequest, idempotency: Idempotency | undefined) {
  const { caller, comment, internalId, callbackUrl, waitMs, payAnyway } = request;
  const { wallet, actor, requestId } = caller;
  return {
    id: newId<PaymentId>(deps.random),
    payer: { account: wallet.account, wallet: { id: wallet.id, ownerId: wallet.owner.id } },
    origin: { kind: "request" },
    comment,
    internalId,
    internalIdIsUnique: policyOf(actor).internalIdIsUnique,
    callbackUrl,
    callbackDelayMs: waitMs + ANSWER_MS,
    idempotency,
    payAnyway,
    requestId,
    restrictedKey: restrictedKeyOf(actor),
  } as const;
}

/**
 * A key that has made a payment answers that payment, also when its recipient is gone or its callback's host was
 * claimed since.
 */
async function replayOr(
  deps: PayDeps,
  request: PayRequest,
  idempotency: Idempotency | undefined,
  refusal: AppError,
): Promise<Paid> {
  const earlier = idempotency && (await findReplay(deps.db, idempotency));
  if (earlier === undefined) throw refusal;
  return { payment: await waitUntilFinished(deps, request, earlier as PaymentId), replayed: true };
}
