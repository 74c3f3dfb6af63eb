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
import { hex } from "./bytes.ts";
import { untilUsable } from "./channels.ts";
import type { Core } from "./core.ts";
import { type FinishedPayments, listFinished } from "./finished-payments.ts";
import type { History, KnownPayment } from "./history.ts";
import { need, some } from "./ldk.ts";
import { createKeyedWaiters } from "./waiters.ts";

/** The input of `pay`, checked. */
export type CheckedPayParams = {
  readonly invoice: string;
  readonly paymentHash: string | undefined;
  readonly msats: bigint | undefined;
  readonly feeLimitMsats: bigint;
  readonly cltvLimitBlocks: number;
  /** Of `performance.now()`: later than this nothing is sent. */
  readonly deadlineMs: number;
  readonly waitMs: number;
};

/** Payments that leave this node. */
export type Outgoing = {
  /**
   * Sends once per hash, ever: for a hash that was begun before it answers with that payment's state.
   * @throws {BadRequest} when invoice and parameters do not fit together.
   */
  pay(params: CheckedPayParams): Promise<PayAnswer>;
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

type Payable = {
  /** The payment hash. It is the payment's id too, so the library also refuses to pay a hash twice concurrently. */
  readonly id: Uint8Array;
  readonly onion: ldk.RecipientOnionFields;
  readonly route: ldk.RouteParameters;
};

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

  function begin(hash: string, digest: string, { id, onion, route }: Payable): void {
    // Durable in the same commit as the channel state that sending changes, and before the peer gets any message.
    history.add({ kind: "begun", hash, digest, msats: String(route.get_final_value_msat()), at: Date.now() });
    routes.set(hash, route);
    const sent = core.manager.send_payment(id, onion, id, route, ldk.Retry.constructor_attempts(ATTEMPTS_MAX));
    if (!(sent instanceof ldk.Result_NoneRetryableSendFailureZ_Err)) return;
    finish(hash, { kind: "failed", reason: refusalReason(sent.err, () => routeFailure(hash)) });
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
      // While all peers are away, for instance because their process restarts, there is no route.
      if (history.payment(hash) === undefined) await untilUsable(core, params.deadlineMs - performance.now());
      const known = history.payment(hash);
      if (known === undefined) {
        const payable = payableOf(invoice, params);
        if (invoice.would_expire(BigInt(Math.floor(Date.now() / 1_000))))
          return { kind: "not_sent", reason: "expired" };
        if (performance.now() >= params.deadlineMs) return { kind: "not_sent", reason: "deadline" };
        begin(hash, digestOf(params.invoice), payable);
        await durable();
      } else if (known.digest !== digestOf(params.invoice)) return { kind: "not_sent", reason: "known_hash" };
      if (history.payment(hash)?.outcome === undefined) await waiters.wait(hash, params.waitMs);
      await durable();
      return stateOf(history.payment(hash));
    },
    state(hash) {
      const payment = history.payment(hash);
      return payment && stateOf(payment);
    },
    list: (after) =>
      history
        .begun()
        .slice(after, after + PAGE_MAX)
        .map((paymentHash, i) => ({
          cursor: String(after + i + 1),
          paymentHash,
          amountMsats: String(history.payment(paymentHash)?.msats ?? 0n),
          status: stateOf(history.payment(paymentHash)),
        })),
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

/** The invoice; undefined when it is not one of this network. */
function readInvoice(text: string): ldk.Bolt11Invoice | undefined {
  const parsed = ldk.Bolt11Invoice.constructor_from_str(text);
  if (!(parsed instanceof ldk.Result_Bolt11InvoiceParseOrSemanticErrorZ_OK)) return undefined;
  return parsed.res.currency() === ldk.Currency.LDKCurrency_Regtest ? parsed.res : undefined;
}

/** What the library needs to pay the invoice within the limits. @throws {BadRequest} */
function payableOf(invoice: ldk.Bolt11Invoice, params: CheckedPayParams): Payable {
  const hasAmount = some(invoice.amount_milli_satoshis()) !== undefined;
  if (hasAmount === (params.msats !== undefined))
    throw new BadRequest("an amount goes with an invoice without one only");
  const read =
    params.msats === undefined
      ? ldk.UtilMethods.constructor_payment_parameters_from_invoice(invoice)
      : ldk.UtilMethods.constructor_payment_parameters_from_variable_amount_invoice(invoice, params.msats);
  const parameters = need<ldk.ThreeTuple_ThirtyTwoBytesRecipientOnionFieldsRouteParametersZ>(read, "invoice");
  const route = parameters.get_c();
  route.set_max_total_routing_fee_msat(ldk.Option_u64Z.constructor_some(params.feeLimitMsats));
  const payee = route.get_payment_params();
  payee.set_max_total_cltv_expiry_delta(params.cltvLimitBlocks);
  route.set_payment_params(payee);
  return { id: parameters.get_a(), onion: parameters.get_b(), route };
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

/** Distinguishes invoices of the same payment hash: only the first one is paid. */
function digestOf(invoice: string): string {
  return createHash("sha256").update(invoice.toLowerCase()).digest("hex").slice(0, 32);
}
