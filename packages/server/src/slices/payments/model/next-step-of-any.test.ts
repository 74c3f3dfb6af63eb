import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { at, EXPIRY, HOUR, sent, step } from "../testing/next-step.harness.ts";
import { GONE_APART_MS, GONE_BLOCKS } from "./in-flight.ts";
import {
  ATTEMPTS_MAX,
  EXPIRY_GRACE_MS,
  LOOKUP_PAUSE_MAX_MS,
  type NextStep,
  OVERDUE_MS,
  type Report,
} from "./next-step.ts";
import { type SentPayment, TRANSITIONS } from "./payment.ts";
import { FAILED_APART_MS, FAILED_MAX } from "./word-of-failure.ts";

describe("the next step, of any payment and report", () => {
  const times = fc.integer({ min: 0, max: 40 * 24 * HOUR });
  const reports: fc.Arbitrary<Report> = fc.oneof(
    fc.constant<Report>({ kind: "settled", preimage: new Uint8Array(32), fee: msats(1n) }),
    fc
      .constantFrom("no_route", "fee_limit", "recipient_rejected", "expired", "timeout", "other")
      .map((reason) => ({ kind: "failed", reason }) as Report),
    fc.constant<Report>({ kind: "in_flight" }),
    fc
      .record({
        place: fc.constantFrom("in_channel" as const, "gone" as const, "unclear" as const),
        lockedUntilBlock: fc.constant(1_000),
        atBlock: fc.option(fc.integer({ min: 900, max: 1_300 }), { nil: undefined }),
      })
      .map((htlcs) => ({ kind: "in_flight", htlcs }) as Report),
    fc.constant<Report>({ kind: "unknown", detail: "?" }),
    fc
      .constantFrom("expired", "deadline", "known_hash", "unreachable", "refused")
      .map((reason) => ({ kind: "not_sent", reason }) as Report),
    fc.constantFrom("paused", "on_hold").map((reason) => ({ kind: "not_dispatched", reason }) as Report),
    fc
      .constantFrom("whole", "broken", "silent", undefined)
      .map((history) => ({ kind: "not_found", history }) as Report),
  );
  const payments = fc
    .record({
      kind: fc.constantFrom("dispatched" as const, "in_flight" as const, "unknown" as const),
      attempt: fc.integer({ min: 1, max: 7 }),
      left: fc.integer({ min: 0, max: 7 }),
      tries: fc.nat(30),
      deadlineMs: times,
      wasInFlight: fc.boolean(),
      absentMs: fc.option(times, { nil: undefined }),
      missingMs: fc.option(times, { nil: undefined }),
      isOnHold: fc.boolean(),
      reason: fc.constantFrom(undefined, "asked_once_more", "called_failed", "called_failed_large"),
      amount: fc.constantFrom(msats(1_000n), FAILED_MAX, msats(FAILED_MAX + 1n)),
    })
    .map(({ left, deadlineMs, absentMs, missingMs, isOnHold, attempt, amount, ...progress }) =>
      sent(
        {
          ...progress,
          attempt,
          attemptsNotSent: Math.max(0, attempt - left),
          dispatchDeadline: at(deadlineMs),
          absentSince: absentMs === undefined ? undefined : at(absentMs),
          missingSince: missingMs === undefined ? undefined : at(missingMs),
        },
        { onHoldFor: isOnHold ? "restore" : undefined, amount },
      ),
    );
  const abilities = fc.record({
    resend: fc.boolean(),
    absenceProves: fc.constantFrom(undefined, false as const),
    failureProves: fc.constantFrom(undefined, false as const),
  });
  const situations = fc.record({ payment: payments, report: reports, ms: times, can: abilities });

  type Can = { readonly resend: boolean; readonly failureProves: false | undefined };
  const each = (check: (payment: SentPayment, report: Report, ms: number, next: NextStep, can: Can) => void) =>
    fc.assert(
      fc.property(situations, ({ payment, report, ms, can }) => {
        const { resend, failureProves } = can;
        const said = { resend, ...(failureProves === false && { failureProves }) };
        const absence = can.absenceProves === false ? { absenceProves: can.absenceProves } : {};
        check(payment, report, ms, step(payment, report, ms, { ...said, ...absence }), can);
      }),
      { numRuns: inject("runs") * 3_000 },
    );

  it("gives money back only on a proof: a failure that the node proves, or says twice after the expiry of a small payment, nothing left, absence long after the expiry, or no HTLC in any channel long after the time lock", () => {
    each(({ progress, onHoldFor, amount }, report, ms, next, { failureProves }) => {
      if (next.kind !== "fail") return;
      const noneLeft = progress.attempt - progress.attemptsNotSent <= (report.kind === "not_sent" ? 1 : 0);
      const isAbsent =
        report.kind === "not_found" &&
        report.history === "whole" &&
        !progress.wasInFlight &&
        onHoldFor === undefined &&
        progress.kind === "unknown" &&
        at(ms) >= progress.dispatchDeadline &&
        ms >= EXPIRY + EXPIRY_GRACE_MS &&
        progress.absentSince !== undefined;
      const isLost =
        report.kind === "in_flight" &&
        report.htlcs?.place === "gone" &&
        (report.htlcs.atBlock ?? 0) >= report.htlcs.lockedUntilBlock + GONE_BLOCKS &&
        progress.missingSince !== undefined &&
        at(ms - GONE_APART_MS) >= progress.missingSince;
      const isSaidTwice =
        ms >= EXPIRY + EXPIRY_GRACE_MS &&
        progress.absentSince !== undefined &&
        at(ms - FAILED_APART_MS) >= progress.absentSince &&
        progress.reason?.startsWith("called_failed") === true &&
        amount <= FAILED_MAX;
      const isFailed = report.kind === "failed" && (failureProves !== false || isSaidTwice);
      expect(isFailed || noneLeft || isAbsent || isLost).toBe(true);
      if (report.kind === "failed") expect(isFailed).toBe(true);
      expect(report.kind).not.toBe("unknown");
      expect(report.kind === "in_flight").toBe(isLost);
    });
  });

  it("completes on the node's report that it has settled, and on nothing else", () => {
    each((_, report, __, next) => {
      expect(next.kind === "complete").toBe(report.kind === "settled");
    });
  });

  it("neither ends nor sends a payment whose node was replaced, and makes no incident of its own of it", () => {
    each((payment, report, ms) => {
      const next = step({ ...payment, isAtFormerNode: true }, report, ms);
      expect(next).toMatchObject({ kind: "wait", reason: "node_replaced" });
      if (next.kind !== "wait") return;
      expect([next.incident, next.notSent, next.isAbsent]).toEqual([undefined, undefined, undefined]);
      if (next.state !== payment.progress.kind) expect(TRANSITIONS[payment.progress.kind]).toContain(next.state);
    });
  });

  it("sends again only what the node does not know, after the deadline of the last attempt unless none has left, not on hold, and at most five times", () => {
    each(({ progress, onHoldFor }, report, ms, next, { resend }) => {
      if (next.kind !== "dispatch") return;
      const noneLeft = progress.attempt === progress.attemptsNotSent;
      expect(report.kind).toBe("not_found");
      expect(onHoldFor).toBeUndefined();
      expect(progress.attempt).toBeLessThan(ATTEMPTS_MAX);
      expect(ms).toBeLessThan(EXPIRY);
      if (noneLeft) return;
      expect(resend).toBe(true);
      expect(progress.kind).toBe("unknown");
      expect(at(ms) >= progress.dispatchDeadline).toBe(true);
      expect(report).toMatchObject({ history: "whole" });
      expect(progress.wasInFlight).toBe(false);
    });
  });

  it("never looks back, waits five minutes at most where the node decides, and only for a state that may follow", () => {
    each(({ progress }, report, ms, next) => {
      if (next.kind !== "wait") return;
      expect(next.until >= at(ms)).toBe(true);
      if (["in_flight", "unknown", "failed"].includes(report.kind))
        expect(next.until.getTime() - at(ms).getTime()).toBeLessThanOrEqual(LOOKUP_PAUSE_MAX_MS);
      if (next.state !== progress.kind) expect(TRANSITIONS[progress.kind]).toContain(next.state);
    });
  });

  it("records an incident for each payment that is still pending a day after its expiry", () => {
    each((_, __, ms, next) => {
      if (next.kind === "wait" && ms >= EXPIRY + OVERDUE_MS) expect(next.incident).toBeDefined();
    });
  });
});
