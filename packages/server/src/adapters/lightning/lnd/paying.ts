import { hexToBytes } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import type { Msats } from "#kernel/money.ts";
import {
  type KeysendRequest,
  NodeUnavailable,
  type NotSentReason,
  type OutgoingStatus,
  PAY_WAIT_MS,
  type SendLimits,
  type SendOutcome,
  type SendRequest,
} from "#lightning";
import { decodeInvoice, decodeUnverified } from "#protocol/bolt11.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";
import { amountOf } from "../answers.ts";
import { Late } from "../errors.ts";
import { isSameBytes, toBase64, toPathBase64 } from "./answers.ts";
import { ANSWER_MS, type Connection, type Connections, type LndStream } from "./connections.ts";
import { isNotFound, Refusal } from "./errors.ts";
import { gatherEvidence } from "./evidence.ts";
import type { Outcomes } from "./outcomes.ts";
import { type LndPayment, paymentOf } from "./payment.ts";

export type PayingDeps = { readonly connections: Connections; readonly clock: Clock; readonly outcomes: Outcomes };

/** What is to be sent: the body of the request without its limits. */
type Order = {
  readonly body: object;
  /** Its public key. */
  readonly payee: () => string;
  readonly amount: Msats;
  /** Blocks that the recipient wants at the end. */
  readonly finalCltvBlocks: number;
};

/** LND routes to this many blocks more than the recipient wants, and refuses a limit that leaves no more. */
const CLTV_PADDING_BLOCKS = 3;
/** A payment is divided into at most so many. LND's own default. */
const PARTS_MAX = 16;
/** BLIP 3: the record that carries the preimage. */
const KEYSEND_RECORD = 5_482_373_484;
/** Of a payment that no invoice asks for; LND's default for its own invoices. */
const KEYSEND_CLTV_BLOCKS = 80;
/** BOLT 9: `var_onion_optin`. */
const ONION_FEATURE = 9;
const ESTIMATE_MS = 3_000;

export async function pay(deps: PayingDeps, request: SendRequest): Promise<SendOutcome> {
  try {
    const invoice = decodeUnverified(request.invoice); // LND verifies it, and so did whoever gave it to us
    const amount = invoice.amount ?? request.amount;
    if (amount === undefined) return notSent("refused", "no amount is given for an invoice without one");
    if (!isSameBytes(invoice.paymentHash, request.paymentHash))
      return notSent("refused", "the invoice has another hash");
    if (deps.clock.now() >= invoice.expiresAt) return notSent("expired");
    return await send(deps, request, {
      body: {
        payment_request: request.invoice,
        ...(invoice.amount === undefined && { amt_msat: String(amount) }),
      },
      payee: () => decodeInvoice(request.invoice).payee,
      amount,
      finalCltvBlocks: invoice.minFinalCltvExpiry,
    });
  } catch (error) {
    if (error instanceof ProtocolError) return notSent("refused", error.message);
    throw error;
  }
}

export async function keysend(deps: PayingDeps, request: KeysendRequest): Promise<SendOutcome> {
  const records = request.records.map(({ type, value }) => [type, toBase64(hexToBytes(value))]);
  return await send(deps, request, {
    body: {
      dest: toBase64(hexToBytes(request.nodeId)),
      amt_msat: String(request.amount),
      payment_hash: toBase64(request.paymentHash),
      dest_custom_records: { ...Object.fromEntries(records), [KEYSEND_RECORD]: toBase64(request.preimage) },
      dest_features: [ONION_FEATURE],
      final_cltv_delta: KEYSEND_CLTV_BLOCKS,
    },
    payee: () => request.nodeId,
    amount: request.amount,
    finalCltvBlocks: KEYSEND_CLTV_BLOCKS,
  });
}

/** Never throws: an error after the first byte says nothing about what was sent. */
async function send(deps: PayingDeps, limits: SendLimits, order: Order): Promise<SendOutcome> {
  const { clock, connections, outcomes } = deps;
  if (clock.now() >= limits.expiresAt) return notSent("expired");
  if (limits.cltvLimitBlocks <= order.finalCltvBlocks + CLTV_PADDING_BLOCKS) return await withoutRoute(deps, limits);
  let connection: Connection;
  try {
    connection = await connections.take();
  } catch (error) {
    return notSent("unreachable", wordsOf(error));
  }
  if (clock.monotonicMs() >= limits.deadlineMonotonicMs) {
    connections.giveBack(connection);
    return notSent("deadline");
  }
  outcomes.begun(limits.paymentHash);
  const stream = connection.stream({ method: "POST", path: "/v2/router/send", body: bodyOf(limits, order) });
  try {
    const outcome = await follow(deps, limits, stream);
    void stream.finish().then(() => connections.giveBack(connection));
    return await withFeeLimit(deps, limits, order, outcome);
  } catch (error) {
    connection.close();
    return await afterError(deps, limits, error);
  }
}

function bodyOf({ feeLimit, cltvLimitBlocks }: SendLimits, { body }: Order): object {
  return {
    ...body,
    fee_limit_msat: String(feeLimit),
    cltv_limit: cltvLimitBlocks,
    timeout_seconds: PAY_WAIT_MS / 1_000, // of making attempts: what is held then stays in flight
    max_parts: PARTS_MAX,
    no_inflight_updates: true, // each costs the node as much as the outcome
  };
}

/** The outcome of most payments is there by then. */
const NAMED_AFTER_MS = 1_000;
/** To the next look-up of one that the node has not named. */
const NAMED_EVERY_MS = 5_000;

/**
 * Waits for the outcome, for as long as `pay` waits. The node says nothing before it, so what it calls the payment is
 * looked up beside, where it takes longer. @throws {NodeUnavailable}
 */
async function follow(deps: PayingDeps, limits: SendLimits, stream: LndStream): Promise<SendOutcome> {
  const { clock, outcomes } = deps;
  const until = clock.monotonicMs() + PAY_WAIT_MS;
  let isNamed = false;
  for (let pauseMs = NAMED_AFTER_MS; ; pauseMs = NAMED_EVERY_MS) {
    const left = until - clock.monotonicMs();
    const message = await stream.next(isNamed ? left : Math.min(pauseMs, left)).catch((error: unknown) => {
      if (error instanceof Late && (isNamed || clock.monotonicMs() < until)) return "late" as const;
      throw error;
    });
    if (message === undefined) throw new NodeUnavailable("the node ended its answer without an outcome");
    if (message === "late") {
      if (isNamed) return { kind: "in_flight" };
      isNamed = await name(deps, limits);
      continue;
    }
    const payment = paymentOf(message);
    if (!isSameBytes(payment.paymentHash, limits.paymentHash)) throw new NodeUnavailable("it told of another hash");
    limits.onReference(payment.reference);
    outcomes.saw(payment);
    if (payment.status.kind !== "in_flight") return payment.status;
    isNamed = true;
  }
}

/**
 * False while the node has not begun it, as far as it says. What has an outcome under this hash may be an attempt from
 * before.
 */
async function name(deps: PayingDeps, { paymentHash, onReference }: SendLimits): Promise<boolean> {
  try {
    const payment = await lookUp(deps, paymentHash);
    if (payment?.status.kind !== "in_flight") return false;
    onReference(payment.reference);
    deps.outcomes.saw(payment);
    return true;
  } catch (error) {
    if (error instanceof NodeUnavailable) return false;
    throw error;
  }
}

/** What an error proves. */
async function afterError(deps: PayingDeps, limits: SendLimits, error: unknown): Promise<SendOutcome> {
  if (!(error instanceof Refusal)) return { kind: "unknown", detail: wordsOf(error) };
  if (error.status === ALREADY_THERE) return notSent("known_hash", error.words);
  if (!REFUSED_BEFORE.has(error.code) || error.status === 200) return { kind: "unknown", detail: error.message };
  const known = await lookUp(deps, limits.paymentHash).catch(() => "unknown" as const);
  return known === undefined ? notSent("refused", error.words) : { kind: "unknown", detail: error.message };
}

/** The hash is in flight, is paid, or was just begun. */
const ALREADY_THERE = 409;
/**
 * What the node answers when it has begun nothing, and unfortunately not then alone: unknown, invalid argument, not
 * found, permission denied, unimplemented, unauthenticated. Others may come while it is at work.
 */
const REFUSED_BEFORE: ReadonlySet<number | undefined> = new Set([2, 3, 5, 7, 12, 16]);

/**
 * The node would refuse the limits before it looks at the hash. So do we, and as it is said of a hash: that of an
 * attempt before may be in flight.
 */
async function withoutRoute(deps: PayingDeps, { paymentHash }: SendLimits): Promise<SendOutcome> {
  try {
    const known = await lookUp(deps, paymentHash);
    const isFree = known === undefined || known.status.kind === "failed";
    return isFree ? { kind: "failed", reason: "no_route" } : notSent("known_hash");
  } catch (error) {
    return notSent("unreachable", wordsOf(error));
  }
}

/** A fee limit that is too low looks as if there were no route. What one would cost is asked afterwards. */
async function withFeeLimit(
  { connections }: PayingDeps,
  { feeLimit }: SendLimits,
  { payee, amount }: Order,
  outcome: SendOutcome,
): Promise<SendOutcome> {
  if (outcome.kind !== "failed" || outcome.reason !== "no_route") return outcome;
  const body = { dest: toBase64(hexToBytes(payee())), amt_sat: String((amount + 999n) / 1_000n) };
  try {
    const request = { method: "POST", path: "/v2/router/route/estimatefee", body } as const;
    const { routing_fee_msat } = await connections.ask(request, { timeoutMs: ESTIMATE_MS });
    return amountOf(routing_fee_msat) > feeLimit ? { kind: "failed", reason: "fee_limit" } : outcome;
  } catch (error) {
    if (error instanceof NodeUnavailable) return outcome; // no route at all, or no permission to ask
    throw error;
  }
}

/** What the node has under a hash. @throws {NodeUnavailable} */
export async function lookUp(
  { connections }: Pick<PayingDeps, "connections">,
  paymentHash: Uint8Array,
): Promise<LndPayment | undefined> {
  const connection = await connections.take();
  // With inflight updates the present state comes at once. Without them nothing comes before the end.
  const path = `/v2/router/track/${toPathBase64(paymentHash)}?no_inflight_updates=false`;
  const stream = connection.stream({ method: "GET", path });
  try {
    const message = await stream.next(ANSWER_MS);
    const payment = paymentOf(message ?? {});
    if (!isSameBytes(payment.paymentHash, paymentHash)) throw new NodeUnavailable("it told of another hash");
    if (payment.status.kind === "in_flight") stream.close();
    else void stream.finish().then(() => connections.giveBack(connection));
    return payment;
  } catch (error) {
    connection.close();
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/**
 * Under a reference of which LND has nothing any more it has another attempt, where ours had failed before, or the same
 * one by a new name: LND's move of payments into SQL tables numbers them anew. So only one that has failed is another
 * one than ours.
 */
export async function lookupOutgoing(
  deps: PayingDeps,
  paymentHash: Uint8Array,
  reference?: string,
): Promise<OutgoingStatus> {
  const payment = await lookUp(deps, paymentHash);
  if (payment === undefined) return { kind: "not_found" };
  deps.outcomes.saw(payment);
  const isRenamed = reference !== undefined && reference !== payment.reference;
  if (isRenamed && payment.status.kind === "failed") return { kind: "not_found" };
  if (payment.status.kind !== "in_flight") return payment.status;
  const htlcs = await gatherEvidence(deps, payment);
  return htlcs === undefined ? payment.status : { ...payment.status, htlcs };
}

function notSent(reason: NotSentReason, detail?: string): SendOutcome {
  return { kind: "not_sent", reason, ...(detail !== undefined && { detail }) };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
