import { createHash } from "node:crypto";
import * as ldk from "lightningdevkit";
import { BadOrder } from "../children/control-server.ts";
import type { Log } from "../children/log.ts";
import {
  type FailureReason,
  type OutgoingPayment,
  type OutgoingState,
  PAGE_MAX,
  type PayAnswer,
} from "../control-api.ts";
import { hex } from "./bytes.ts";
import type { Core } from "./core.ts";
import { type Ends, listEnds } from "./ends.ts";
import type { History, KnownPayment } from "./history.ts";
import { need, some } from "./ldk.ts";

/** An order to pay, checked. */
export type CheckedPayOrder = {
  readonly invoice: string;
  readonly paymentHash: string | undefined;
  readonly msats: bigint | undefined;
  readonly feeLimitMsats: bigint;
  /** Blocks that a route may lock the money for, in all. */
  readonly cltvLimitBlocks: number;
  /** Of `performance.now()`: later than this nothing is sent. */
  readonly deadlineMs: number;
  readonly waitMs: number;
};

/** Payments that leave this node. */
export type Outgoing = {
  /**
   * Sends once per hash, ever: a hash that was begun before answers with what became of it.
   * @throws {BadOrder} when invoice and order do not fit together.
   */
  pay(order: CheckedPayOrder): Promise<PayAnswer>;
  state(hash: string): OutgoingState | undefined;
  /** Payments in the order they were begun, after the cursor. */
  list(after: number): readonly OutgoingPayment[];
  readonly ended: Ends["after"];
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
  /** The payment hash, which is the payment's id too: so the library itself refuses to pay a hash twice at once. */
  readonly id: Uint8Array;
  readonly onion: ldk.RecipientOnionFields;
  readonly route: ldk.RouteParameters;
};

export function outgoing({ core, history, durable, log }: OutgoingDeps): Outgoing {
  const waiting = new Map<string, Set<() => void>>();
  /** What the failed attempts of a payment were allowed to do, to tell afterwards why they failed. */
  const routes = new Map<string, ldk.RouteParameters>();
  const ends = listEnds({ history, durable });

  function end(hash: string, outcome: NonNullable<KnownPayment["end"]>): void {
    // The library may repeat an event after a restart. A success after a failure must not happen, and must not be hidden.
    const known = history.payment(hash)?.end?.kind;
    if (known === "settled" || known === outcome.kind) return;
    if (known === "failed") log("error", "payment.settled_after_failure", { hash });
    history.add({ hash, ...outcome });
    routes.delete(hash);
    for (const resolve of waiting.get(hash) ?? []) resolve();
    waiting.delete(hash);
    ends.tell();
  }

  /** Resolves when the payment has ended, or after `waitMs`. */
  function ended(hash: string, waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const resolvers = waiting.get(hash) ?? new Set();
      waiting.set(hash, resolvers.add(done));
      const timer = setTimeout(done, waitMs);
      function done() {
        clearTimeout(timer);
        resolvers.delete(done);
        resolve();
      }
    });
  }

  /** A failure to find a route is the fee limit's fault when there is a route without that limit. */
  function routeFailure(hash: string): FailureReason {
    const route = routes.get(hash);
    if (route === undefined || findRoute(core, route) !== undefined) return "no_route";
    route.set_max_total_routing_fee_msat(ldk.Option_u64Z.constructor_none());
    return findRoute(core, route) === undefined ? "no_route" : "fee_limit";
  }

  function begin(hash: string, digest: string, { id, onion, route }: Payable): void {
    // Durable together with the channel state that the sending changes, before a byte of it leaves.
    history.add({ kind: "begun", hash, digest, msats: String(route.get_final_value_msat()), at: Date.now() });
    routes.set(hash, route);
    const sent = core.manager.send_payment(id, onion, id, route, ldk.Retry.constructor_attempts(ATTEMPTS_MAX));
    if (!(sent instanceof ldk.Result_NoneRetryableSendFailureZ_Err)) return;
    end(hash, { kind: "failed", reason: refusalReason(sent.err, () => routeFailure(hash)) });
  }

  /** What the library cannot read it never sent, whatever it answered before. */
  function unreadable({ paymentHash }: CheckedPayOrder): PayAnswer {
    if (paymentHash !== undefined && history.payment(paymentHash) !== undefined) throw new BadOrder("not an invoice");
    return { kind: "failed", reason: "other" };
  }

  return {
    async pay(order) {
      const invoice = readInvoice(order.invoice);
      if (invoice === undefined) return unreadable(order);
      const hash = hex(invoice.payment_hash());
      if (order.paymentHash !== undefined && hash !== order.paymentHash)
        throw new BadOrder("the invoice has another payment hash");
      const known = history.payment(hash);
      if (known === undefined) {
        const payable = payableOf(invoice, order);
        if (invoice.would_expire(BigInt(Math.floor(Date.now() / 1_000))))
          return { kind: "refused", because: "expired" };
        if (performance.now() >= order.deadlineMs) return { kind: "refused", because: "deadline" };
        begin(hash, digestOf(order.invoice), payable);
        await durable();
      } else if (known.digest !== digestOf(order.invoice)) return { kind: "refused", because: "known_hash" };
      if (history.payment(hash)?.end === undefined) await ended(hash, order.waitMs);
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
    ended: ends.after,
    routeFee(nodeId, msats) {
      const parameters = ldk.PaymentParameters.constructor_from_node_id(nodeId, FINAL_CLTV_BLOCKS);
      return findRoute(core, ldk.RouteParameters.constructor_from_payment_params_and_value(parameters, msats));
    },
    onSent(event) {
      const feeMsats = some<bigint>(event.fee_paid_msat);
      if (feeMsats === undefined) throw new Error("a payment settled without telling its fee");
      end(hex(event.payment_hash), {
        kind: "settled",
        preimage: hex(event.payment_preimage),
        feeMsats: String(feeMsats),
      });
    },
    onFailed(event) {
      const hash = hex(event.payment_id); // we give a payment its hash as its id
      end(hash, { kind: "failed", reason: failureReason(some(event.reason), () => routeFailure(hash)) });
    },
  };
}

/** The invoice, unless it is none of this network. */
function readInvoice(text: string): ldk.Bolt11Invoice | undefined {
  const parsed = ldk.Bolt11Invoice.constructor_from_str(text);
  if (!(parsed instanceof ldk.Result_Bolt11InvoiceParseOrSemanticErrorZ_OK)) return undefined;
  return parsed.res.currency() === ldk.Currency.LDKCurrency_Regtest ? parsed.res : undefined;
}

/** What the library needs to pay the invoice, within the order's limits. @throws {BadOrder} */
function payableOf(invoice: ldk.Bolt11Invoice, order: CheckedPayOrder): Payable {
  const hasAmount = some(invoice.amount_milli_satoshis()) !== undefined;
  if (hasAmount === (order.msats !== undefined)) throw new BadOrder("an amount goes with an invoice without one only");
  const read =
    order.msats === undefined
      ? ldk.UtilMethods.constructor_payment_parameters_from_invoice(invoice)
      : ldk.UtilMethods.constructor_payment_parameters_from_variable_amount_invoice(invoice, order.msats);
  const parameters = need<ldk.ThreeTuple_ThirtyTwoBytesRecipientOnionFieldsRouteParametersZ>(read, "invoice");
  const route = parameters.get_c();
  route.set_max_total_routing_fee_msat(ldk.Option_u64Z.constructor_some(order.feeLimitMsats));
  const payee = route.get_payment_params();
  payee.set_max_total_cltv_expiry_delta(order.cltvLimitBlocks);
  route.set_payment_params(payee);
  return { id: parameters.get_a(), onion: parameters.get_b(), route };
}

/** Fee of the best route within the limits of `route`, undefined when there is none. */
function findRoute(core: Core, route: ldk.RouteParameters): bigint | undefined {
  const usable = core.manager.list_usable_channels();
  const found = core.router.find_route(core.nodeId, route, usable, ldk.InFlightHtlcs.constructor_new());
  return found instanceof ldk.Result_RouteLightningErrorZ_OK ? found.res.get_total_fees() : undefined;
}

/** Why the library would not even begin. Nothing was sent. */
function refusalReason(failure: ldk.RetryableSendFailure, routeFailure: () => FailureReason): FailureReason {
  switch (failure) {
    case ldk.RetryableSendFailure.LDKRetryableSendFailure_PaymentExpired:
      return "expired";
    case ldk.RetryableSendFailure.LDKRetryableSendFailure_RouteNotFound:
      return routeFailure();
    case ldk.RetryableSendFailure.LDKRetryableSendFailure_OnionPacketSizeExceeded:
      return "other";
    case ldk.RetryableSendFailure.LDKRetryableSendFailure_DuplicatePayment:
      // It knows a payment that our history does not: whatever that is, it is not proved to have failed.
      throw new Error("the library knows a payment that the history does not");
  }
}

function failureReason(reason: ldk.PaymentFailureReason | undefined, routeFailure: () => FailureReason): FailureReason {
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
  return payment?.end ?? { kind: "in_flight" };
}

/** Two invoices of one hash are two requests for money; only the first one is paid. */
function digestOf(invoice: string): string {
  return createHash("sha256").update(invoice.toLowerCase()).digest("hex").slice(0, 32);
}
