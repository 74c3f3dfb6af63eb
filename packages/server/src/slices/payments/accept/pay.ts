import { findClaimed, type IdempotencyClaim, idempotencyClaim } from "#idempotency";
import { policyOf, restrictedKeyOf } from "#kernel/caller.ts";
import { AppError } from "#kernel/errors.ts";
import type { PaymentId } from "#kernel/ids.ts";
import type { Payment } from "../model/payment.ts";
import type { Destination } from "../model/target.ts";
import type { PayDeps } from "./deps.ts";
import { findTerms } from "./find-terms.ts";
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
 * @throws {InsufficientFunds} {PaymentRefused} {InvalidInput} {CallbackHostClaimed} when nothing was reserved; the idempotency key stays free.
 */
export async function pay(deps: PayDeps, request: PayRequest): Promise<Paid> {
  const { caller, callbackUrl } = request;
  const claim = claimOf(request);
  const terms = await findTerms(deps, request);
  if (terms instanceof AppError) return await replayOr(deps, request, claim, terms);
  const refusal = await deps.checkCallback(caller, callbackUrl);
  if (refusal !== undefined) return await replayOr(deps, request, claim, refusal);

  const accepted = await reservePayment(deps, orderOf(deps, request, claim), terms);
  return accepted.kind === "replay"
    ? { payment: await waitUntilFinished(deps, request, accepted.id), replayed: true }
    : { payment: await waitUntilFinished(deps, request, accepted.payment.id, accepted.payment), replayed: false };
}

/** An operation for each kind of destination: its aliases share their keys. */
const OPERATIONS = {
  address: "ln-address/send-payment",
  invoice: "payments",
  wallet: "internal-transfer",
  node: "keysend-payment",
  gamertag: "gamertag/send-payment",
} as const satisfies Record<Destination["kind"], string>;

function claimOf(request: PayRequest): IdempotencyClaim | undefined {
  const { caller, destination, amount, maxFee, comment, internalId, callbackUrl, idempotencyKey } = request;
  const input = { ...destination, amount, maxFee, comment, internalId, callbackUrl };
  return idempotencyClaim(caller.actor, OPERATIONS[destination.kind], idempotencyKey, input);
}

function orderOf(deps: PayDeps, request: PayRequest, claim: IdempotencyClaim | undefined) {
  const { caller, comment, internalId, callbackUrl, waitMs } = request;
  const { wallet, actor } = caller;
  return {
    id: deps.random.uuid() as PaymentId,
    payer: { account: wallet.account, wallet: { id: wallet.id, ownerId: wallet.owner.id } },
    origin: { kind: "request" },
    comment,
    internalId,
    internalIdIsUnique: policyOf(actor).internalIdIsUnique,
    callbackUrl,
    callbackDelayMs: waitMs + ANSWER_MS,
    claim,
    restrictedKey: restrictedKeyOf(actor),
  } as const;
}

/** A key that has made a payment answers that payment, also when its recipient is gone or its callback's host was claimed since. */
async function replayOr(
  deps: PayDeps,
  request: PayRequest,
  claim: IdempotencyClaim | undefined,
  refusal: AppError,
): Promise<Paid> {
  const earlier = claim && (await findClaimed(deps.db, claim));
  if (earlier === undefined) throw refusal;
  return { payment: await waitUntilFinished(deps, request, earlier as PaymentId), replayed: true };
}
