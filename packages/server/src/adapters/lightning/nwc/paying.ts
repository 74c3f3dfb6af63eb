import type { Clock } from "#kernel/clock.ts";
import type { Msats } from "#kernel/money.ts";
import { NodeUnavailable, type OutgoingStatus, type SendOutcome, type SendRequest } from "#lightning";
import { type Fields, isPreimageOf } from "../answers.ts";
import { Late, notSentBy, TooLate } from "../errors.ts";
import { refusalOf } from "../invoices.ts";
import type { Outcomes } from "../outcomes.ts";
import { createSingleOrders } from "../single-orders.ts";
import { settledOf } from "./answers.ts";
import { Refused } from "./errors.ts";
import type { NwcLink } from "./link.ts";

export type PayerOptions = {
  readonly clock: Clock;
  readonly link: NwcLink;
  readonly lookup: (paymentHash: Uint8Array) => Promise<OutgoingStatus>;
  readonly feeReserve: (amount: Msats) => Msats;
  readonly outcomes: () => Outcomes;
  readonly payWaitMs: number;
};

/** Errors that say that nothing was begun (NIP-47). `PAYMENT_FAILED` is none: it may be a time-out of the wallet. */
const REFUSALS = [
  "RATE_LIMITED",
  "NOT_IMPLEMENTED",
  "INSUFFICIENT_BALANCE",
  "QUOTA_EXCEEDED",
  "RESTRICTED",
  "UNAUTHORIZED",
  "UNSUPPORTED_ENCRYPTION",
];

const LOOK_PAUSES_MS = [500, 1_500];

/** Amounts are numbers in NIP-47: above this, 90,071 BTC, one would be rounded. */
const WIRE_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Pays, one attempt a hash. No error proves a failure, and a reply may get lost on its way: then the payment is
 * unknown, and what the wallet says of it later decides.
 */
export function createPayer({ clock, link, lookup, feeReserve, outcomes, payWaitMs }: PayerOptions) {
  function onLeaving({ deadlineMonotonicMs }: SendRequest): void {
    if (clock.monotonicMs() >= deadlineMonotonicMs) throw new TooLate("the attempt's deadline has passed");
  }

  /** Undefined: the wallet does not answer. */
  async function look(paymentHash: Uint8Array): Promise<OutgoingStatus | undefined> {
    return await lookup(paymentHash).catch((error: unknown) => {
      if (error instanceof NodeUnavailable) return undefined;
      throw error;
    });
  }

  /** Undefined: the wallet knows nothing, which proves nothing, or does not answer. */
  async function found(paymentHash: Uint8Array): Promise<SendOutcome | undefined> {
    const status = await look(paymentHash);
    return status?.kind === "not_found" ? undefined : status;
  }

  /** A service that was asked too often refuses look-ups as well, for a while. */
  async function lookPatiently(paymentHash: Uint8Array): Promise<OutgoingStatus | undefined> {
    for (const pauseMs of LOOK_PAUSES_MS) {
      const status = await look(paymentHash);
      if (status !== undefined) return status;
      await clock.sleep(pauseMs);
    }
    return await look(paymentHash);
  }

  async function judgeReply({ paymentHash }: SendRequest, reply: Fields): Promise<SendOutcome> {
    const settled = settledOf(reply["preimage"], paymentHash, reply["fees_paid"]);
    if (reply["fees_paid"] !== undefined && reply["fees_paid"] !== null) return settled;
    const looked = await found(paymentHash); // `fees_paid` is optional in the reply
    return looked?.kind === "settled" ? looked : settled;
  }

  /** A refusal alone proves nothing: a request may come twice, be paid once and be refused once. */
  async function afterRefusal(request: SendRequest, refused: Refused): Promise<SendOutcome> {
    const { code, message: detail, preimage } = refused;
    const status = await lookPatiently(request.paymentHash);
    if (status !== undefined && status.kind !== "not_found") return status;
    const isRefused = status !== undefined && REFUSALS.includes(code) && !isPreimageOf(preimage, request.paymentHash);
    return isRefused ? { kind: "not_sent", reason: "refused", detail } : { kind: "unknown", detail };
  }

  async function afterError(request: SendRequest, error: unknown): Promise<SendOutcome> {
    const unsent = notSentBy(error);
    if (unsent !== undefined) return unsent;
    if (!(error instanceof NodeUnavailable)) throw error;
    const detail = error.message;
    if (error instanceof Refused) return await afterRefusal(request, error);
    const looked = error instanceof Late ? await found(request.paymentHash) : undefined;
    return looked ?? { kind: "unknown", detail };
  }

  const objectionTo =
    ({ feeLimit }: SendRequest) =>
    (amount: Msats) => {
      if (amount > WIRE_MAX) return "the amount is more than a number of JSON holds exactly";
      return feeReserve(amount) > feeLimit ? "a wallet may take more than the fee limit" : undefined;
    };

  async function order(request: SendRequest): Promise<SendOutcome> {
    const { invoice, amount } = request;
    const params = { invoice, ...(amount !== undefined && { amount: Number(amount) }) };
    const call = { method: "pay_invoice", params, timeoutMs: payWaitMs, onLeaving: () => onLeaving(request) };
    return await link
      .call(call)
      .then((reply) => judgeReply(request, reply))
      .catch((error: unknown) => afterError(request, error));
  }

  return createSingleOrders({
    refusalOf: (request) => refusalOf(request, { now: clock.now(), objectionTo: objectionTo(request) }),
    knows: async (paymentHash) => (await lookup(paymentHash)).kind !== "not_found",
    order,
    outcomes,
  });
}
