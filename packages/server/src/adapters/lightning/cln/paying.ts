import { bytesToHex } from "@noble/hashes/utils.js";
import {
  NodeUnavailable,
  type NotSentReason,
  PAY_WAIT_MS,
  type PaymentFailureReason,
  type SendOutcome,
  type SendRequest,
} from "#lightning";
import { decodeUnverified } from "#protocol/bolt11.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";
import { notSentBy } from "../errors.ts";
import { CommandFailed, Refused, RuneExpired } from "./errors.ts";
import { partsOf, statusOf } from "./look-up.ts";
import { type Group, groupsOf } from "./parts.ts";
import type { Caller } from "./transport.ts";

/** After this time `xpay` begins no further part. What is under way then goes on. Ours. */
const RETRY_SECONDS = 20;
/** The command is given so much longer than we wait for it: then the connection ends. */
const GRACE_MS = 1_000;
/** Before each look at what the command has begun; the last one holds. */
const PAUSES_MS = [50, 100, 250, 500, 1_000];

/** Error codes of `xpay`: common/jsonrpc_errors.h. */
const CODES = {
  wrongInput: -32_602,
  destinationRefused: 203,
  noRoute: 205,
  tooExpensive: 206,
  invoiceExpired: 207,
  unspecified: 209,
  preapprovalDeclined: 213,
  insufficientFunds: 215,
  destinationTooSmall: 220,
} as const;

/**
 * The node's words for an amount above the capacity of all our channels (plugins/askrene, `explain_failure`). That one
 * channel is too small for it says nothing: it is named also where others would carry the rest.
 */
const OURS_TOO_SMALL = /Total source capacity is only/;

/** How the command ended. */
type End = { readonly kind: "paid" } | { readonly kind: "error"; readonly error: NodeUnavailable };

type Attempt = {
  readonly request: SendRequest;
  /** Hands out the reference, once. */
  readonly name: (reference: string) => void;
  /** Groups that the hash had before. */
  readonly before: ReadonlySet<string>;
  /** Milliseconds of `Clock.monotonicMs()`. */
  readonly untilMs: number;
};

/**
 * Sends by `xpay`. What it answers is a hint: what became of the attempt is what the node has on record of the hash.
 * Never throws.
 */
export async function pay(caller: Caller, request: SendRequest): Promise<SendOutcome> {
  const { clock } = caller;
  const mistake = mistakeIn(request);
  if (mistake !== undefined) return { kind: "not_sent", reason: "refused", detail: mistake };
  if (clock.now() >= request.expiresAt) return { kind: "not_sent", reason: "expired" };
  if (clock.monotonicMs() >= request.deadlineMonotonicMs) return { kind: "not_sent", reason: "deadline" };
  const untilMs = clock.monotonicMs() + PAY_WAIT_MS;
  let groups: readonly Group[];
  try {
    groups = groupsOf(await partsOf(caller, request.paymentHash));
  } catch (error) {
    return notSent(error, clock.monotonicMs() >= request.deadlineMonotonicMs);
  }
  const isKnown = groups.some(({ parts }) => parts.some(({ status }) => status !== "failed"));
  if (isKnown) return { kind: "not_sent", reason: "known_hash" };
  try {
    const name = once(request.onReference);
    return await send(caller, { request, name, before: new Set(groups.map(({ id }) => id)), untilMs });
  } catch (error) {
    return { kind: "unknown", detail: error instanceof Error ? error.message : String(error) };
  }
}

/** All is looked up by the hash of the request: the node has to pay that one. */
function mistakeIn({ invoice, paymentHash }: SendRequest): string | undefined {
  try {
    const isSame = bytesToHex(decodeUnverified(invoice).paymentHash) === bytesToHex(paymentHash);
    return isSame ? undefined : "the invoice has another hash";
  } catch (error) {
    if (error instanceof ProtocolError) return error.message;
    throw error;
  }
}

/** Nothing was ordered yet. */
function notSent(error: unknown, isLate: boolean): SendOutcome {
  const detail = error instanceof Error ? error.message : String(error);
  const reason: NotSentReason = isLate ? "deadline" : error instanceof Refused ? "refused" : "unreachable";
  return { kind: "not_sent", reason, detail };
}

async function send(caller: Caller, attempt: Attempt): Promise<SendOutcome> {
  const stop = new AbortController();
  const command = order(caller, attempt, stop.signal);
  try {
    const end = await follow(caller, attempt, command);
    if (end?.kind === "error") return await afterError(caller, attempt, end.error);
    const status = await settle(caller, attempt);
    if (status === undefined) return { kind: "unknown", detail: "the node has no part of it on record" };
    const isContrary = status.kind === "failed" && end?.kind === "paid";
    return isContrary ? { kind: "unknown", detail: "the node says both that it is paid and that it failed" } : status;
  } finally {
    stop.abort(); // the node goes on with what it has begun
  }
}

function once(take: (reference: string) => void): (reference: string) => void {
  let isNamed = false;
  return (reference) => {
    if (!isNamed) take(reference);
    isNamed = true;
  };
}

/** Never rejects. */
async function order(caller: Caller, { request, untilMs }: Attempt, signal: AbortSignal): Promise<End> {
  const { invoice, amount, feeLimit, cltvLimitBlocks, deadlineMonotonicMs } = request;
  const input = {
    invstring: invoice,
    maxfee: `${feeLimit}msat`,
    maxdelay: cltvLimitBlocks,
    retry_for: RETRY_SECONDS,
    ...(amount !== undefined && { amount_msat: `${amount}msat` }),
  };
  const timeoutMs = Math.ceil(untilMs - caller.clock.monotonicMs()) + GRACE_MS;
  try {
    await caller.call("xpay", input, { timeoutMs, signal, deadlineMonotonicMs });
    return { kind: "paid" };
  } catch (error) {
    if (error instanceof NodeUnavailable) return { kind: "error", error };
    return { kind: "error", error: new NodeUnavailable(String(error), { cause: error }) };
  }
}

/** Waits for the command, and hands out the reference of the attempt as soon as the node has one. */
async function follow(caller: Caller, attempt: Attempt, command: Promise<End>): Promise<End | undefined> {
  const { clock } = caller;
  for (let looks = 0, isNamed = false; clock.monotonicMs() < attempt.untilMs; looks++) {
    const leftMs = attempt.untilMs - clock.monotonicMs();
    const end = await within(caller, command, isNamed ? leftMs : Math.min(leftMs, pauseMs(looks)));
    if (end !== undefined) return end;
    if (!isNamed) isNamed = await name(caller, attempt);
  }
  return undefined;
}

/** Undefined when it has not ended after `ms`. */
async function within({ clock }: Caller, command: Promise<End>, ms: number): Promise<End | undefined> {
  const done = new AbortController();
  const end = await Promise.race([command, clock.sleep(ms, done.signal)]);
  done.abort();
  return end ?? undefined;
}

/** Whether the attempt has a reference, which is then handed out. A node that is busy is asked again. */
async function name(caller: Caller, attempt: Attempt): Promise<boolean> {
  try {
    return nameOf(attempt, await freshGroups(caller, attempt));
  } catch (error) {
    if (error instanceof NodeUnavailable) return false;
    throw error;
  }
}

/** Of two groups that are new one is another process's: then the hash is looked up, and no reference says more. */
function nameOf({ name }: Attempt, fresh: readonly Group[]): boolean {
  const [only, ...others] = fresh;
  if (only === undefined || others.length > 0) return false;
  name(only.id);
  return true;
}

async function freshGroups(caller: Caller, { request, before }: Attempt): Promise<readonly Group[]> {
  return groupsOf(await partsOf(caller, request.paymentHash)).filter(({ id }) => !before.has(id));
}

/**
 * What the node has on record of the attempt. It is asked until that is final or our time is over: parts may still be
 * under way when the command says that it is paid, or has failed. Undefined: nothing is on record.
 */
async function settle(
  caller: Caller,
  attempt: Attempt,
  reason?: PaymentFailureReason,
): Promise<SendOutcome | undefined> {
  const { clock } = caller;
  const { paymentHash } = attempt.request;
  for (let looks = 0; ; looks++) {
    const fresh = await freshGroups(caller, attempt);
    if (fresh.length === 0) return undefined;
    nameOf(attempt, fresh);
    const status = await statusOf(caller, paymentHash, fresh);
    if (status.kind === "failed" && reason !== undefined) return { kind: "failed", reason };
    const leftMs = attempt.untilMs - clock.monotonicMs();
    if (status.kind !== "in_flight" || leftMs <= 0) return status;
    await clock.sleep(Math.min(leftMs, pauseMs(looks)));
  }
}

/** An error of the command proves nothing where a part is on record. Without one it proves what it says. */
async function afterError(caller: Caller, attempt: Attempt, error: NodeUnavailable): Promise<SendOutcome> {
  const unsent = notSentBy(error);
  if (unsent !== undefined) return unsent;
  // before it is looked up: that is refused as well
  if (error instanceof RuneExpired) return { kind: "not_sent", reason: "refused", detail: error.message };
  if (!(error instanceof CommandFailed || error instanceof Refused)) return { kind: "unknown", detail: error.message };
  const reason = error instanceof CommandFailed ? reasonOf(error) : undefined;
  const recorded = await settle(caller, attempt, reason);
  if (recorded?.kind === "failed" && reason === undefined) return { kind: "unknown", detail: error.message };
  if (recorded !== undefined) return recorded;
  return error instanceof CommandFailed
    ? withoutRecord(error)
    : { kind: "not_sent", reason: "refused", detail: error.message };
}

/**
 * The node has no part of the attempt. Errors about routes and input come before the first part; any other one may
 * come while the first is about to begin.
 */
function withoutRecord({ code, message: detail }: CommandFailed): SendOutcome {
  if (code === CODES.invoiceExpired) return { kind: "not_sent", reason: "expired" };
  if (code === CODES.wrongInput || code === CODES.preapprovalDeclined)
    return { kind: "not_sent", reason: "refused", detail };
  const reason = code === CODES.tooExpensive ? limitOf(detail) : atOnce(code, detail);
  return reason === undefined ? { kind: "unknown", detail } : { kind: "failed", reason };
}

/**
 * Why an attempt failed whose parts have all failed. Undefined for an error that does not end the attempt: a part that
 * was refused beside another process's leaves the next ones to begin.
 */
function reasonOf({ code, message }: CommandFailed): PaymentFailureReason | undefined {
  if (code === CODES.destinationRefused) return "recipient_rejected";
  if (code === CODES.tooExpensive) return limitOf(message);
  if (code === CODES.unspecified) return /Timed out/.test(message) ? "timeout" : "no_route";
  return atOnce(code, message);
}

/** Of errors that come before the first part as well as after it. */
function atOnce(code: number, message: string): PaymentFailureReason | undefined {
  if (code === CODES.insufficientFunds) return "insufficient_liquidity";
  if (code === CODES.noRoute) return OURS_TOO_SMALL.test(message) ? "insufficient_liquidity" : "no_route";
  return code === CODES.destinationTooSmall ? "no_route" : undefined;
}

/** One code stands for two limits. */
function limitOf(message: string): PaymentFailureReason {
  return /excessive delays/.test(message) ? "no_route" : "fee_limit";
}

function pauseMs(looks: number): number {
  return PAUSES_MS[Math.min(looks, PAUSES_MS.length - 1)] ?? 0;
}
