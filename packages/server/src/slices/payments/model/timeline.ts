import type { Msats } from "#kernel/money.ts";
import type { NotSentReason } from "#lightning";
import { ATTEMPT_NOT_SENT, PAYMENT_FAILURES, PAYMENT_WAITS } from "#texts/progress.ts";
import { message } from "#texts/reader.ts";
import type { Happening, Standing } from "#things";
import { isSent, type Payment, wireStatus } from "./payment.ts";
import { type Pending, pendingOf } from "./pending.ts";
import { isCalledFailed } from "./word-of-failure.ts";

/** One call of the node to pay. */
export type AttemptMade = {
  readonly number: number;
  readonly dispatchedAt: Date;
  /** Why it provably never left. */
  readonly notSentReason: NotSentReason | undefined;
};

type Read = { readonly now: Date; readonly cltvLimitBlocks: number | undefined };

/** How a payment stands. */
export function standingOf(payment: Payment, read: Read): Standing {
  const { progress } = payment;
  const status = wireStatus(payment);
  switch (progress.kind) {
    case "completed":
      return { ...OVER, status, where: message("progress_pay_where_paid"), why: message("progress_pay_why_completed") };
    case "failed":
      return {
        ...OVER,
        status,
        where: message("progress_pay_where_back"),
        why: message(PAYMENT_FAILURES[progress.code]),
      };
    default: {
      const { reason, nextCheckAt, finishedBy } = pendingOf(payment, read) as Pending;
      const { why, next } = PAYMENT_WAITS[reason];
      return {
        status,
        where: whereOf(payment),
        why: message(why),
        next: message(next),
        nextCheckAt,
        endsBy: finishedBy,
        isQuick: QUICK.includes(reason),
      };
    }
  }
}

/** What goes on as long as a payment looks for its way. */
const QUICK: readonly Pending["reason"][] = ["asking_recipient", "about_to_send", "sent"];

const OVER = { next: undefined, nextCheckAt: undefined, endsBy: undefined } as const;

/** What is known of the money of a pending payment. */
function whereOf(payment: Payment): Standing["where"] {
  const { progress } = payment;
  if (payment.isBroughtBack) return message("progress_pay_where_maybe");
  if (!isSent(payment) || payment.progress.attempt === payment.progress.attemptsNotSent)
    return message("progress_pay_where_aside");
  return message(progress.kind === "in_flight" ? "progress_pay_where_sent" : "progress_pay_where_maybe");
}

/** What happened to a payment, as far as the database has its time. */
export function happeningsOf(payment: Payment, attempts: readonly AttemptMade[]): readonly Happening[] {
  const { amount, feeLimit, createdAt, progress } = payment;
  return [
    { at: createdAt, said: message("progress_pay_did_set_aside", { amount, fee: feeLimit }) },
    ...attempts.map(({ number, dispatchedAt, notSentReason }) => ({
      at: dispatchedAt,
      said:
        notSentReason === undefined
          ? message("progress_pay_did_sent", { number })
          : message(ATTEMPT_NOT_SENT[notSentReason], { number }),
    })),
    ...seenSince(payment),
    ...(progress.kind === "completed" ? [{ at: progress.at, said: paidWith(progress.fee) }] : []),
    ...(progress.kind === "failed"
      ? [{ at: progress.at, said: message("progress_pay_did_failed"), detail: progress.detail }]
      : []),
  ];
}

/** What the node has said of it since a time, and says still. */
function seenSince(payment: Payment): readonly Happening[] {
  if (!isSent(payment)) return [];
  const { absentSince, missingSince, reason } = payment.progress;
  const absent = message(isCalledFailed(reason) ? "progress_pay_did_called_failed" : "progress_pay_did_absent");
  return [
    ...(absentSince === undefined ? [] : [{ at: absentSince, said: absent }]),
    ...(missingSince === undefined ? [] : [{ at: missingSince, said: message("progress_pay_did_missing") }]),
  ];
}

function paidWith(fee: Msats): Happening["said"] {
  return message("progress_pay_did_paid", { fee });
}
