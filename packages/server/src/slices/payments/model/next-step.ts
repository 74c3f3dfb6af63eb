import type { IncidentKind } from "#incidents";
import type { Msats } from "#kernel/money.ts";
import type { Capabilities, HtlcEvidence, NotSentReason, OutgoingStatus } from "#lightning";
import { PAYMENT_WAITS, type PaymentWait } from "#texts/progress.ts";
import { english, message } from "#texts/reader.ts";
import type { PaymentFailureCode } from "./failure-codes.ts";
import { GONE_APART_MS, judgeInFlight } from "./in-flight.ts";
import type { ReadyPayment, SentPayment } from "./payment.ts";
import { FAILURES, type Failure, NOT_SENT } from "./reasons.ts";
import { judgeFailure } from "./word-of-failure.ts";

/** What is known about a payment at the node. */
export type Report =
  | Exclude<OutgoingStatus, { kind: "not_found" }>
  /**
   * The node does not know it. `history`: whether the node still has the past that it showed us; undefined where that
   * was not asked.
   */
  | { readonly kind: "not_found"; readonly history: History | undefined }
  /**
   * No clear answer: a timeout, a broken connection, nonsense. `hasNeverLeft`: each attempt is known not to have left,
   * by a ledger that has not gone back since.
   */
  | {
      readonly kind: "unknown";
      readonly detail?: string;
      readonly reason?: "node_silent" | "node_went_back";
      readonly hasNeverLeft?: boolean;
    }
  /** No byte of the last attempt can have left. */
  | { readonly kind: "not_sent"; readonly reason: NotSentReason }
  /** We did not dispatch: sending is paused, or the payment is on hold until the operator decides. */
  | { readonly kind: "not_dispatched"; readonly reason: "paused" | "on_hold" };

/** `silent`: the node did not say. */
export type History = "whole" | "broken" | "silent";

export type NextStep =
  | { readonly kind: "complete"; readonly preimage: Uint8Array; readonly fee: Msats }
  | {
      readonly kind: "fail";
      /** The attempt whose failure is proved; 0 when there was none. */
      readonly attempt: number;
      readonly code: PaymentFailureCode;
      readonly detail: string;
      /** The hash stays watched: nodes have called a payment failed and completed it later. */
      readonly isWatched: boolean;
    }
  | { readonly kind: "dispatch" }
  | Wait;

/**
 * Nothing to do before `until`. With an incident the operator has to look at it; with a hold only the operator or a
 * clear report ends it.
 */
export type Wait = {
  readonly kind: "wait";
  readonly state: "resolving" | "ready" | "in_flight" | "unknown";
  readonly until: Date;
  readonly reason: PaymentWait;
  /** In the words of the node, or of us: for the operator. */
  readonly detail?: string | undefined;
  /** The node was asked after the expiry, and did not know the hash or called it failed, which proves nothing. */
  readonly isAbsent?: boolean;
  /** The node calls it in flight, and no channel has an HTLC of it. */
  readonly isMissing?: boolean;
  /** The last attempt provably never left. */
  readonly notSent?: NotSentReason;
  readonly incident?: { readonly kind: IncidentKind; readonly detail: string };
};

/** An invoice is sent at most this often. Ours. */
export const ATTEMPTS_MAX = 5;
/**
 * Pause between an attempt and the next one, by the number of attempts so far. Before the second one, the first one's
 * dispatch deadline is pause enough.
 */
const RESEND_PAUSES_MS = [0, 0, 5_000, 20_000, 60_000];
/** The same after an attempt that provably never left. */
const NOT_SENT_PAUSES_MS = [0, 1_000, 5_000, 20_000, 60_000];
/** An invoice is not sent again this shortly before its expiry. */
export const RESEND_LEFT_MS = 30_000;
/** No payment with an invoice can begin this long after its expiry, though the node's clock may differ from ours. */
export const EXPIRY_GRACE_MS = 10 * 60_000;
/** Two look-ups at least this far apart have to find nothing. */
export const ABSENCE_APART_MS = 60_000;
/** A payment that is pending so long after its expiry is an incident. */
export const OVERDUE_MS = 24 * 3_600_000;

export const LOOKUP_PAUSE_MAX_MS = 300_000;
const LOOKUP_PAUSES_MS = [1_000, 1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 80_000, 160_000];

/** Pause before the next look-up: from 1 s up to 5 minutes. */
export function lookupPauseMs(tries: number): number {
  return LOOKUP_PAUSES_MS[tries] ?? LOOKUP_PAUSE_MAX_MS;
}

export type Situation = {
  readonly payment: ReadyPayment | SentPayment;
  /** Undefined where the node was not asked: before the first attempt, while the invoice is valid. */
  readonly report: Report | undefined;
  /** When the node was asked. The report says nothing about what happened since. */
  readonly askedAt: Date;
  readonly now: Date;
  readonly capabilities: Pick<Capabilities, "resend" | "absenceProves" | "failureProves">;
};

/**
 * What happens next with a payment that has its invoice. The only place that decides it: absence, expiry, another
 * attempt, an overdue payment, a hold. Only proof finishes a payment
 * (docs/decisions/0009-only-proof-ends-a-payment.md).
 */
export function nextStep({ payment, report, askedAt, now, capabilities }: Situation): NextStep {
  if (payment.isAtFormerNode) return whileAtFormerNode(payment, now);
  const step =
    payment.progress.kind === "ready"
      ? beforeFirst({ payment: payment as ReadyPayment, report, now, capabilities })
      : afterReport({ payment: payment as SentPayment, report: report ?? UNASKED, askedAt, now, capabilities });
  return step.kind === "wait" ? withOverdue(step, payment, now) : step;
}

/** Whether "not found" may lead to another attempt or to failure, so that the node's history has to be asked for. */
export function needsHistory({ progress: { kind, dispatchDeadline, wasInFlight } }: SentPayment, now: Date): boolean {
  return kind === "unknown" && !wasInFlight && now >= dispatchDeadline;
}

/**
 * A node that stays away keeps no money for ever: some minutes after the expiry, which is at most a day away, a payment
 * of which no attempt has left is given back without its word.
 */
export function mayHaveNeverLeft({ invoice, ...sent }: ReadyPayment["progress"] | SentPayment["progress"], now: Date) {
  const noneLeft = !("attempt" in sent) || sent.attempt === sent.attemptsNotSent;
  return noneLeft && now >= later(invoice.expiresAt, EXPIRY_GRACE_MS);
}

const UNASKED: Report = { kind: "unknown" };

const PAUSED_MS = 5_000;
const BLOCKS_MS = { paused: PAUSED_MS, on_hold: LOOKUP_PAUSE_MAX_MS } as const;

/** A payment on hold: no invoice is requested for it, and nothing is sent. */
export function whileOnHold(state: Wait["state"], now: Date): Wait {
  return blockedBy("on_hold", state, now);
}

/** What another node says about a payment proves nothing. */
function whileAtFormerNode({ progress }: ReadyPayment | SentPayment, now: Date): Wait {
  const state = progress.kind === "dispatched" ? "unknown" : progress.kind;
  return { kind: "wait", state, until: later(now, LOOKUP_PAUSE_MAX_MS), reason: "node_replaced" };
}

/** A payment that was brought back: it left, so nothing but a report of the node or the operator ends it. */
function whileBroughtBack(now: Date): Wait {
  return { kind: "wait", state: "unknown", until: later(now, LOOKUP_PAUSE_MAX_MS), reason: "brought_back_unknown" };
}

function blockedBy(reason: keyof typeof BLOCKS_MS, state: Wait["state"], now: Date): Wait {
  return { kind: "wait", state, until: later(now, BLOCKS_MS[reason]), reason };
}

/**
 * A payment of a charge of ours that cannot be paid inside the ledger now. `silent`: the node, which has to cancel the
 * invoice before, does not answer.
 */
export function whileBlocked(payment: ReadyPayment, reason: "paused" | "on_hold" | "silent", now: Date): Wait {
  const until = later(now, lookupPauseMs(payment.progress.tries));
  const silent: Wait = { kind: "wait", state: "ready", until, reason: "node_silent" };
  return withOverdue(reason === "silent" ? silent : blockedBy(reason, "ready", now), payment, now);
}

/**
 * Of a payment without an attempt the node should know nothing. It does when the database was restored from a backup
 * that was made before the first attempt: so the node is asked before the money goes back.
 */
function beforeFirst({
  payment: { progress, onHoldFor },
  report,
  now,
  capabilities,
}: Omit<Situation, "askedAt"> & { readonly payment: ReadyPayment }): NextStep {
  if (report?.kind === "settled") return { kind: "complete", preimage: report.preimage, fee: report.fee };
  const refusal = report?.kind === "not_dispatched" ? report.reason : onHoldFor !== undefined ? "on_hold" : undefined;
  // A database before this one sent it, and it has failed: nodes pay a hash again that has failed.
  if (report?.kind === "failed" && capabilities.failureProves !== false)
    return { kind: "fail", attempt: 0, isWatched: true, ...FAILURES[report.reason] };
  if (refusal !== undefined) return blockedBy(refusal, "ready", now);
  const isFree = report === undefined || report.kind === "not_found";
  if (isFree && now < progress.invoice.expiresAt) return { kind: "dispatch" };
  const hasNeverLeft = report?.kind === "unknown" && report.hasNeverLeft === true && mayHaveNeverLeft(progress, now);
  if (report?.kind === "not_found" || hasNeverLeft)
    return { kind: "fail", attempt: 0, isWatched: false, ...FAILURES.expired_before_sending };
  const until = report === undefined ? now : later(now, lookupPauseMs(progress.tries));
  return {
    kind: "wait",
    state: "ready",
    until,
    reason: now < progress.invoice.expiresAt ? "asked_before" : "asked_expired",
  };
}

type SentSituation = Situation & { readonly payment: SentPayment; readonly report: Report };

function afterReport(situation: SentSituation): NextStep {
  const { payment, report, now } = situation;
  const { attempt, tries } = payment.progress;
  const until = later(now, lookupPauseMs(tries));
  switch (report.kind) {
    case "settled":
      return { kind: "complete", preimage: report.preimage, fee: report.fee };
    case "failed":
      return situation.capabilities.failureProves === false
        ? afterWordOfFailure(situation, FAILURES[report.reason])
        : afterFailure(situation, FAILURES[report.reason]);
    case "in_flight":
      return whileInFlight(situation, report.htlcs);
    case "unknown":
      if (report.hasNeverLeft === true && payment.onHoldFor === undefined && mayHaveNeverLeft(payment.progress, now))
        return { kind: "fail", attempt, isWatched: true, ...FAILURES.node_unavailable };
      return { kind: "wait", state: "unknown", until, reason: report.reason ?? "node_unclear", detail: report.detail };
    case "not_sent":
      return afterNotSent(payment, report.reason, now);
    case "not_dispatched":
      return blockedBy(report.reason, "unknown", now);
    case "not_found":
      return attempt === payment.progress.attemptsNotSent && !payment.isBroughtBack
        ? resend(situation)
        : afterAbsence(situation, report.history);
  }
}

/**
 * The node proved a failure. When an earlier attempt may still arrive, the money stays reserved until the node is asked
 * some minutes after the expiry and reports a failure: nodes pay a hash again that has failed.
 */
function afterFailure({ payment, askedAt, now }: SentSituation, failure: Failure): NextStep {
  const { attempt, attemptsNotSent, invoice, tries } = payment.progress;
  const mayHaveLeft = attempt - attemptsNotSent;
  if (mayHaveLeft > 1 && askedAt < later(invoice.expiresAt, EXPIRY_GRACE_MS))
    return {
      kind: "wait",
      state: "unknown",
      until: later(now, lookupPauseMs(tries)),
      reason: "earlier_attempt",
      detail: failure.detail,
    };
  return { kind: "fail", attempt, isWatched: true, ...failure };
}

/**
 * Of a node whose word of a failure is no proof: in flight until its invoice is over, and then a failure when that is
 * said twice, or the operator's to end (docs/decisions/0080-the-word-of-a-wallet-service.md).
 */
function afterWordOfFailure(situation: SentSituation, failure: Failure): NextStep {
  const { payment, askedAt, now } = situation;
  const until = later(now, lookupPauseMs(payment.progress.tries));
  const wait: Wait = { kind: "wait", state: "in_flight", until, reason: "called_failed", detail: failure.detail };
  if (askedAt < later(payment.progress.invoice.expiresAt, EXPIRY_GRACE_MS)) return wait;
  const judged = judgeFailure(payment, askedAt);
  if (judged === "failed") return afterFailure(situation, failure);
  if (judged !== "operators") return { ...wait, isAbsent: judged === "once" };
  const detail = `the node calls it failed, which proves nothing with this backend: ${failure.detail}`;
  return { ...wait, reason: "called_failed_large", isAbsent: true, incident: { kind: "failure_unproved", detail } };
}

/**
 * In flight, as long as an HTLC may settle. That no channel has one a day after the time lock of all attempts, seen
 * twice an hour apart, is proof of failure (docs/decisions/0045-an-htlc-in-no-channel.md).
 */
function whileInFlight(situation: SentSituation, htlcs: HtlcEvidence | undefined): NextStep {
  const { payment, now } = situation;
  const { tries, missingSince } = payment.progress;
  const wait = { kind: "wait", state: "in_flight", until: later(now, lookupPauseMs(tries)) } as const;
  const judged = judgeInFlight(htlcs);
  if (judged === "held") return { ...wait, reason: "held" };
  const isSeenTwice = missingSince !== undefined && now >= later(missingSince, GONE_APART_MS);
  if (judged === "gone" && isSeenTwice) return afterFailure(situation, FAILURES.lost_attempt);
  const detail = `the node calls it in flight, and no channel has it; locked until block ${htlcs?.lockedUntilBlock}`;
  const incident = { kind: "htlc_missing", detail } as const;
  return { ...wait, reason: "in_no_channel", detail, isMissing: true, ...(isSeenTwice && { incident }) };
}

/**
 * This attempt never left. It is recorded first: only a payment in state `unknown` is sent again. One whose invoice has
 * expired is looked up before its money goes back, as before a first attempt: in a restored database an attempt may be
 * missing.
 */
function afterNotSent({ progress }: SentPayment, reason: NotSentReason, now: Date): NextStep {
  const { attempt, attemptsNotSent } = progress;
  const noneLeft = attemptsNotSent + 1 === attempt;
  const isLookedUp = reason === "known_hash" || reason === "expired";
  if (noneLeft && attempt >= ATTEMPTS_MAX && !isLookedUp)
    return { kind: "fail", attempt, isWatched: false, ...FAILURES.node_unavailable };
  return {
    kind: "wait",
    state: "unknown",
    until: isLookedUp ? now : later(now, NOT_SENT_PAUSES_MS[attempt] ?? 0),
    reason: "not_sent",
    detail: NOT_SENT[reason],
    notSent: reason,
  };
}

function afterAbsence(situation: SentSituation, history: History | undefined): NextStep {
  const { payment, now } = situation;
  const { kind, dispatchDeadline, wasInFlight, tries, invoice } = payment.progress;
  if (payment.isBroughtBack) return whileBroughtBack(now);
  const wait = (until: Date, reason: PaymentWait): Wait => ({ kind: "wait", state: "unknown", until, reason });

  if (now < dispatchDeadline) return wait(dispatchDeadline, "not_known_yet");
  // The only state from which an invoice is sent again.
  if (kind !== "unknown") return wait(now, "not_known");
  if (wasInFlight || history === "broken")
    return {
      ...wait(later(now, LOOKUP_PAUSE_MAX_MS), "history_lost"),
      incident: {
        kind: "history_incomplete",
        detail: "the node does not know payments that it has made; finish this one by hand",
      },
    };
  if (history !== "whole") return wait(later(now, lookupPauseMs(tries)), "node_not_ready");
  return now < later(invoice.expiresAt, -RESEND_LEFT_MS) ? resend(situation) : afterExpiry(situation);
}

/** Another attempt with the same invoice, when the node takes one: each later than the one before, and not for ever. */
function resend({ payment, now, capabilities }: SentSituation): NextStep {
  const { attempt, attemptsNotSent, dispatchedAt, invoice } = payment.progress;
  const wait = (until: Date, reason: PaymentWait): Wait => ({ kind: "wait", state: "unknown", until, reason });
  const noneLeft = attempt === attemptsNotSent;
  const latest = later(now, LOOKUP_PAUSE_MAX_MS);

  if (payment.onHoldFor !== undefined) return whileOnHold("unknown", now);
  if (noneLeft && now >= later(invoice.expiresAt, -RESEND_LEFT_MS))
    return { kind: "fail", attempt, isWatched: false, ...FAILURES.expired_before_sending };
  if (!capabilities.resend && !noneLeft) return wait(latest, "not_known_expiring");
  if (attempt >= ATTEMPTS_MAX)
    return {
      ...wait(latest, "not_known_tried"),
      incident: { kind: "attempts_exhausted", detail: `the node has accepted none of ${attempt} attempts` },
    };
  const dueAt = later(dispatchedAt, RESEND_PAUSES_MS[attempt] ?? 0);
  return now < dueAt ? wait(dueAt, "not_known_again") : { kind: "dispatch" };
}

/**
 * Absence proves failure only long after the expiry, twice, at a node with its history whole, and never for a payment
 * on hold, nor with a backend that may not know what it has paid.
 */
function afterExpiry({ payment: { progress, onHoldFor }, now, capabilities }: SentSituation): NextStep {
  const { invoice, absentSince, attempt, tries } = progress;
  const wait = (until: Date, reason: PaymentWait): Wait => ({ kind: "wait", state: "unknown", until, reason });

  if (onHoldFor !== undefined) return whileOnHold("unknown", now);
  const graceUntil = later(invoice.expiresAt, EXPIRY_GRACE_MS);
  if (now < graceUntil) {
    const until = Math.min(graceUntil.getTime(), now.getTime() + Math.max(lookupPauseMs(tries), ABSENCE_APART_MS));
    return wait(new Date(until), "not_known_expiring");
  }
  if (capabilities.absenceProves === false)
    return {
      ...wait(later(now, LOOKUP_PAUSE_MAX_MS), "may_be_forgotten"),
      incident: {
        kind: "history_incomplete",
        detail: "the node does not know the payment, which proves nothing with this backend; finish it by hand",
      },
    };
  if (absentSince === undefined || now < later(absentSince, ABSENCE_APART_MS))
    return {
      ...wait(later(now, ABSENCE_APART_MS), "asked_once_more"),
      isAbsent: true,
    };
  return { kind: "fail", attempt, isWatched: true, ...FAILURES.expired };
}

/** A payment that is pending a day after its expiry is an incident, and goes on waiting. It stops no other payment. */
function withOverdue(step: Wait, { progress }: ReadyPayment | SentPayment, now: Date): Wait {
  if (step.incident !== undefined || now < later(progress.invoice.expiresAt, OVERDUE_MS)) return step;
  return {
    ...step,
    incident: { kind: "overdue", detail: `pending for more than a day after its invoice: ${sayWait(step)}` },
  };
}

/** For the operator, in English. */
function sayWait({ reason, detail }: Pick<Wait, "reason" | "detail">): string {
  return [english(message(PAYMENT_WAITS[reason].why)), detail ?? []].flat().join(" ");
}

export function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
