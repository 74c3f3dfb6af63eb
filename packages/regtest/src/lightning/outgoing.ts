import { createHash } from "node:crypto";
import * as ldk from "lightningdevkit";
import { BadRequest } from "../children/control-server.ts";
import type { Log } from "../children/log.ts";
import {
  type OutgoingPayment,
  type OutgoingState,
  PAGE_MAX,
  type PayAnswer,
  type PaymentFailureReason,
} from "../control-api.ts";
import { hex, unhex } from "./bytes.ts";
import { untilUsable } from "./channels.ts";
import type { Core } from "./core.ts";
import { type FinishedPayments, listFinished } from "./finished-payments.ts";
import type { History, KnownPayment } from "./history.ts";
import { some } from "./ldk.ts";
import {
  type CheckedKeysendParams,
  type CheckedLimits,
  type CheckedPayParams,
  digestOf,
  type Payable,
  payableInvoice,
  payableKeysend,
  readInvoice,
} from "./payable.ts";
import { createKeyedWaiters } from "./waiters.ts";

/** Payments that leave this node. */
export type Outgoing = {
  /**
   * Sends once per hash, ever: for a hash that was begun before it answers with that payment's state.
   * @throws {BadRequest} when invoice and parameters do not fit together.
   */
  pay(params: CheckedPayParams): Promise<PayAnswer>;
  /**
   * The same for a node that made no invoice: once per preimage. @throws {BadRequest} when the records are not as they
   * must be.
   */
  keysend(params: CheckedKeysendParams): Promise<PayAnswer>;
  state(hash: string): OutgoingState | undefined;
  /** Payments in the order in which they began, after the cursor. */
  list(after: number): readonly OutgoingPayment[];
  readonly finished: FinishedPayments["after"];
  /** Answers every waiting `pay` with the state that its payment has now. */
  answerWaiting(): void;
  /** Fee of the cheapest route to a node, undefined when there is none. */
  routeFee(nodeId: Uint8Array, msats: bigint): bigint | undefined;
  onSent(event: ldk.Event_PaymentSent): void;
  onFailed(event: ldk.Event_PaymentFailed): void;
};

export type OutgoingDeps = {
  readonly core: Core;
  readonly history: History;
  /** Resolves once all that is staged is durable. */
  readonly durable: () => Promise<void>;
  readonly log: Log;
};

/** The smallest final delta that the library itself asks for; for looking up routes without an invoice. */
const FINAL_CLTV_BLOCKS = 24;
const ATTEMPTS_MAX = 5;

export function outgoing({ core, history, durable, log }: OutgoingDeps): Outgoing {
  const waiters = createKeyedWaiters();
  /** The limits of each payment under way: the reason of a failure is found out with them. */
  const routes = new Map<string, ldk.RouteParameters>();
  const finishedPayments = listFinished({ history, durable });

  function finish(hash: string, outcome: NonNullable<KnownPayment["outcome"]>): void {
    // The library may repeat an event after a restart. A success after a failure is a bug, and is recorded.
    const known = history.payment(hash)?.outcome?.kind;
    if (known === "settled" || known === outcome.kind) return;
    if (known === "failed") log("error", "payment.settled_after_failure", { hash });
    history.add({ hash, ...outcome });
    routes.delete(hash);
    waiters.notify(hash);
    finishedPayments.notify();
  }

  /** `fee_limit` when there is a route without that limit. */
  function routeFailure(hash: string): PaymentFailureReason {
    const route = routes.get(hash);
    if (route === undefined || findRoute(core, route) !== undefined) return "no_route";
    route.set_max_total_routing_fee_msat(ldk.Option_u64Z.constructor_none());
    return findRoute(core, route) === undefined ? "no_route" : "fee_limit";
  }

  function begin(hash: string, { id, digest, onion, route, preimage }: Payable): void {
    // Durable in the same commit as the channel state that sending changes, and before the peer gets any message.
    history.add({ kind: "begun", hash, digest, msats: String(route.get_final_value_msat()), at: Date.now() });
    routes.set(hash, route);
    const retry = ldk.Retry.constructor_attempts(ATTEMPTS_MAX);
    const sent =
      preimage === undefined
        ? core.manager.send_payment(id, onion, id, route, retry)
        : core.manager.send_spontaneous_payment(someBytes(preimage), onion, id, route, retry);
    if (!isRefused(sent)) return;
    finish(hash, { kind: "failed", reason: refusalReason(sent.err, () => routeFailure(hash)) });
  }

  /** Sends what `payableOf` makes, unless the hash was begun before. */
  async function sendOnce(
    hash: string,
    digest: string,
    { deadlineMs, waitMs }: CheckedLimits,
    payableOf: () => Payable,
  ): Promise<PayAnswer> {
    // While all peers are away, for instance because their process restarts, there is no route.
    if (history.payment(hash) === undefined) await untilUsable(core, deadlineMs - performance.now());
    const known = history.payment(hash);
    if (known === undefined) {
      const payable = payableOf();
      if (payable.hasExpired) return { kind: "not_sent", reason: "expired" };
      if (performance.now() >= deadlineMs) return { kind: "not_sent", reason: "deadline" };
      begin(hash, payable);
      await durable();
    } else if (known.digest !== digest) return { kind: "not_sent", reason: "known_hash" };
    if (history.payment(hash)?.outcome === undefined) await waiters.wait(hash, waitMs);
    await durable();
    return stateOf(history.payment(hash));
  }

  /** An invoice that the library cannot parse was never sent. */
  function unreadable({ paymentHash }: CheckedPayParams): PayAnswer {
    if (paymentHash !== undefined && history.payment(paymentHash) !== undefined) throw new BadRequest("not an invoice");
    return { kind: "failed", reason: "other" };
  }

  return {
    async pay(params) {
      const invoice = readInvoice(params.invoice);
      if (invoice === undefined) return unreadable(params);
      const hash = hex(invoice.payment_hash());
      if (params.paymentHash !== undefined && hash !== params.paymentHash)
        throw new BadRequest("the invoice has another payment hash");
      return await sendOnce(hash, digestOf(params.invoice), params, () => payableInvoice(invoice, params));
    },
    async keysend(params) {
      const hash = createHash("sha256").update(params.preimage).digest("hex");
      const payable = payableKeysend(unhex(hash), params);
      return await sendOnce(hash, payable.digest, params, () => payable);
    },
    state(hash) {
      const payment = history.payment(hash);
      return payment && stateOf(payment);
    },
    list: (after) => listBegun(history, after),
    finished: finishedPayments.after,
    answerWaiting: waiters.notifyAll,
    routeFee(nodeId, msats) {
      const parameters = ldk.PaymentParameters.constructor_from_node_id(nodeId, FINAL_CLTV_BLOCKS);
      return findRoute(core, ldk.RouteParameters.constructor_from_payment_params_and_value(parameters, msats));
    },
    onSent(event) {
      const feeMsats = some<bigint>(event.fee_paid_msat);
      if (feeMsats === undefined) throw new Error("a payment settled without its fee");
      finish(hex(event.payment_hash), {
        kind: "settled",
        preimage: hex(event.payment_preimage),
        feeMsats: String(feeMsats),
      });
    },
    onFailed(event) {
      const hash = hex(event.payment_id); // the payment hash, see `Payable`
      finish(hash, { kind: "failed", reason: failureReason(some(event.reason), () => routeFailure(hash)) });
    },
  };
}

function listBegun(history: History, after: number): readonly OutgoingPayment[] {
  const page = history.begun().slice(after, after + PAGE_MAX);
  return page.map((paymentHash, i) => ({
    cursor: String(after + i + 1),
    paymentHash,
    amountMsats: String(history.payment(paymentHash)?.msats ?? 0n),
    status: stateOf(history.payment(paymentHash)),
  }));
}

/** Fee of the best route within the limits of `route`, undefined when there is none. */
function findRoute(core: Core, route: ldk.RouteParameters): bigint | undefined {
  const usable = core.manager.list_usable_channels();
  const found = core.router.find_route(core.nodeId, route, usable, ldk.InFlightHtlcs.constructor_new());
  return found instanceof ldk.Result_RouteLightningErrorZ_OK ? found.res.get_total_fees() : undefined;
}

/** Why the library refused to begin. Nothing was sent. */
function refusalReason(
  failure: ldk.RetryableSendFailure,
  routeFailure: () => PaymentFailureReason,
): PaymentFailureReason {
  switch (failure) {
    case ldk.RetryableSendFailure.LDKRetryableSendFailure_PaymentExpired:
      return "expired";
    case ldk.RetryableSendFailure.LDKRetryableSendFailure_RouteNotFound:
      return routeFailure();
    case ldk.RetryableSendFailure.LDKRetryableSendFailure_OnionPacketSizeExceeded:
      return "other";
    case ldk.RetryableSendFailure.LDKRetryableSendFailure_DuplicatePayment:
      // A payment that is missing in our history: nothing is known about its outcome.
      throw new Error("the library knows a payment that the history does not");
  }
}

function failureReason(
  reason: ldk.PaymentFailureReason | undefined,
  routeFailure: () => PaymentFailureReason,
): PaymentFailureReason {
  switch (reason) {
    case ldk.PaymentFailureReason.LDKPaymentFailureReason_RecipientRejected:
      return "recipient_rejected";
    case ldk.PaymentFailureReason.LDKPaymentFailureReason_PaymentExpired:
      return "expired";
    case ldk.PaymentFailureReason.LDKPaymentFailureReason_RouteNotFound:
    case ldk.PaymentFailureReason.LDKPaymentFailureReason_RetriesExhausted:
      return routeFailure();
    default:
      return "other";
  }
}

function stateOf(payment: KnownPayment | undefined): OutgoingState {
  return payment?.outcome ?? { kind: "in_flight" };
}

type Refused = { readonly err: ldk.RetryableSendFailure };

function isRefused(sent: object): sent is Refused {
  return (
    sent instanceof ldk.Result_NoneRetryableSendFailureZ_Err ||
    sent instanceof ldk.Result_ThirtyTwoBytesRetryableSendFailureZ_Err
  );
}

function someBytes(bytes: Uint8Array): ldk.Option_ThirtyTwoBytesZ {
  return ldk.Option_ThirtyTwoBytesZ.constructor_some(bytes);
}
