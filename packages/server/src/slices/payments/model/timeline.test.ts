import { describe, expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { ATTEMPT_NOT_SENT, PAYMENT_FAILURES, PAYMENT_WAITS, type PaymentWait } from "#texts/progress.ts";
import { message } from "#texts/reader.ts";
import { at, base, HOUR, invoice, MINUTE, ready, sent, T0 } from "../testing/next-step.harness.ts";
import { PAYMENT_FAILURE_CODES, type PaymentFailureCode } from "./failure-codes.ts";
import type { Payment } from "./payment.ts";
import { type AttemptMade, happeningsOf, standingOf } from "./timeline.ts";

const READ = { now: at(MINUTE), cltvLimitBlocks: 1_008 };
const REASONS = Object.keys(ATTEMPT_NOT_SENT) as (keyof typeof ATTEMPT_NOT_SENT)[];
const WAITS = Object.keys(PAYMENT_WAITS) as PaymentWait[];

const completed: Payment = {
  ...base,
  progress: {
    kind: "completed",
    at: at(MINUTE),
    fee: msats(1_500n),
    invoice: "lnbcrt1",
    paymentHash: invoice.paymentHash,
    preimage: new Uint8Array(32),
  },
};
const failed = (code: PaymentFailureCode): Payment => ({
  ...base,
  progress: {
    kind: "failed",
    at: at(MINUTE),
    code,
    detail: "so said its server",
    invoice: undefined,
    paymentHash: undefined,
  },
});

describe("how a payment stands", () => {
  it.each(WAITS)("says why it waits and what happens next: %s", (reason) => {
    const standing = standingOf(sent({ reason, dueAt: at(2 * MINUTE) }), READ);
    expect(standing).toMatchObject({
      status: "processing",
      why: message(PAYMENT_WAITS[reason].why),
      next: message(PAYMENT_WAITS[reason].next),
      nextCheckAt: at(2 * MINUTE),
    });
  });

  it("says what goes on as long as nothing had to wait", () => {
    const resolving: Payment = {
      ...base,
      progress: { kind: "resolving", reason: undefined, dueAt: T0, tries: 0 },
    };
    expect(standingOf(resolving, READ)).toMatchObject({
      why: message("progress_pay_why_asking_recipient"),
      endsBy: undefined,
    });
    expect(standingOf(ready(), READ).why).toEqual(message("progress_pay_why_about_to_send"));
    for (const kind of ["dispatched", "in_flight", "unknown"] as const)
      expect(standingOf(sent({ kind }), READ).why).toEqual(message("progress_pay_why_sent"));
    expect(standingOf(ready({ isAtFormerNode: true }), READ).why).toEqual(message("progress_pay_why_node_replaced"));
  });

  it("says where the money is: set aside, perhaps away, under way, paid, or back", () => {
    const whereOf = (payment: Payment) => standingOf(payment, READ).where.key;
    expect(whereOf(ready())).toBe("progress_pay_where_aside");
    expect(whereOf(sent({ attempt: 2, attemptsNotSent: 2 }))).toBe("progress_pay_where_aside");
    expect(whereOf(sent({ attempt: 2, attemptsNotSent: 1 }))).toBe("progress_pay_where_maybe");
    expect(whereOf(sent({ attempt: 1, attemptsNotSent: 1 }, { isBroughtBack: true }))).toBe("progress_pay_where_maybe");
    expect(whereOf(sent({ kind: "in_flight" }))).toBe("progress_pay_where_sent");
    expect(whereOf(completed)).toBe("progress_pay_where_paid");
    expect(whereOf(failed("no_route"))).toBe("progress_pay_where_back");
  });

  it("says when it is over at the latest, and of what is overdue that it is checked now", () => {
    const inFlight = sent({ kind: "in_flight", dispatchedAt: T0, dueAt: T0 });
    expect(standingOf(inFlight, READ)).toMatchObject({ nextCheckAt: READ.now, endsBy: at(1_008 * 10 * MINUTE) });
    expect(standingOf(inFlight, { ...READ, cltvLimitBlocks: undefined }).endsBy).toBeUndefined();
    expect(standingOf(sent(), READ)).toMatchObject({ endsBy: at(HOUR + 1_008 * 10 * MINUTE), isQuick: true });
    const held = sent({ kind: "in_flight", reason: "held" });
    expect(standingOf(held, READ).isQuick).toBe(false);
  });

  it.each(PAYMENT_FAILURE_CODES)("says why it failed, and that nothing more happens: %s", (code) => {
    expect(standingOf(failed(code), READ)).toEqual({
      status: "failed",
      where: message("progress_pay_where_back"),
      why: message(PAYMENT_FAILURES[code]),
      next: undefined,
      nextCheckAt: undefined,
      endsBy: undefined,
    });
  });
});

describe("what happened to a payment", () => {
  const attempts: readonly AttemptMade[] = [
    { number: 1, dispatchedAt: at(1_000), notSentReason: "unreachable" },
    { number: 2, dispatchedAt: at(3_000), notSentReason: undefined },
  ];
  const keysOf = (payment: Payment) => happeningsOf(payment, attempts).map(({ at: time, said }) => [time, said.key]);

  it("is what was set aside, each attempt, and its end", () => {
    const made = [
      [T0, "progress_pay_did_set_aside"],
      [at(1_000), "progress_pay_did_not_sent_unreachable"],
      [at(3_000), "progress_pay_did_sent"],
    ];
    expect(keysOf(ready())).toEqual(made);
    expect(keysOf(completed)).toEqual([...made, [at(MINUTE), "progress_pay_did_paid"]]);
    expect(keysOf(failed("no_route"))).toEqual([...made, [at(MINUTE), "progress_pay_did_failed"]]);
    expect(happeningsOf(failed("no_route"), []).at(-1)?.detail).toBe("so said its server");
    expect(happeningsOf(completed, [])[0]?.said.values).toEqual({ amount: 100_000n, fee: 10_000n });
    expect(happeningsOf(completed, []).at(-1)?.said.values).toEqual({ fee: 1_500n });
  });

  it.each(REASONS)("says why an attempt did not leave the service: %s", (notSentReason) => {
    const [, made] = happeningsOf(ready(), [{ number: 3, dispatchedAt: at(1_000), notSentReason }]);
    expect(made).toMatchObject({ at: at(1_000), said: message(ATTEMPT_NOT_SENT[notSentReason], { number: 3 }) });
  });

  it("is since when the node does not know it, or has it in no channel", () => {
    const seen = sent({ absentSince: at(5_000), missingSince: at(6_000) });
    expect(keysOf(seen).slice(-2)).toEqual([
      [at(5_000), "progress_pay_did_absent"],
      [at(6_000), "progress_pay_did_missing"],
    ]);
  });
});
