import { describe, expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { at, EXACT, EXPIRY, GONE, HOUR, MINUTE, ready, sent, step } from "../testing/next-step.harness.ts";
import { latestFinish } from "./latest-finish.ts";
import {
  ABSENCE_APART_MS,
  ATTEMPTS_MAX,
  EXPIRY_GRACE_MS,
  LOOKUP_PAUSE_MAX_MS,
  lookupPauseMs,
  needsHistory,
  nextStep,
  OVERDUE_MS,
  RESEND_LEFT_MS,
  type Report,
} from "./next-step.ts";
import { FAILED_APART_MS, FAILED_MAX } from "./word-of-failure.ts";

describe("a payment that has its invoice", () => {
  it("is dispatched", () => {
    expect(step(ready(), undefined, 0)).toEqual({ kind: "dispatch" });
  });

  it("fails when the invoice has expired and the node has not paid it, and nothing of it is watched", () => {
    const failed = { kind: "fail", attempt: 0, code: "invoice_expired", isWatched: false };
    expect(step(ready(), GONE, EXPIRY)).toMatchObject(failed);
  });

  it("fails when the node has tried it and failed, which the database does not know; on hold too", () => {
    const failed = { kind: "fail", attempt: 0, code: "no_route", isWatched: true };
    for (const onHoldFor of [undefined, "restore"] as const)
      for (const ms of [0, EXPIRY + HOUR])
        expect(step(ready({ onHoldFor }), { kind: "failed", reason: "no_route" }, ms)).toMatchObject(failed);
  });

  it("does not fail by the expiry alone, and completes when the node has paid it: the database may be a backup", () => {
    for (const report of [undefined, { kind: "in_flight" }, { kind: "unknown", detail: "?" }] as const)
      expect(step(ready(), report, EXPIRY)).toMatchObject({ kind: "wait", state: "ready" });
    const paid = { preimage: new Uint8Array(32), fee: msats(3n) };
    for (const onHoldFor of [undefined, "restore"] as const)
      expect(step(ready({ onHoldFor }), { kind: "settled", ...paid }, EXPIRY)).toEqual({ kind: "complete", ...paid });
  });

  it.each(["paused", "on_hold"] as const)("waits as it is when it may not be sent: %s", (reason) => {
    expect(step(ready(), { kind: "not_dispatched", reason }, 0)).toMatchObject({ kind: "wait", state: "ready" });
  });

  it("is not sent while it waits for the operator, nor fails when its invoice expires meanwhile", () => {
    for (const ms of [0, EXPIRY + HOUR]) expect(step(ready({ onHoldFor: "restore" }), undefined, ms).kind).toBe("wait");
  });
});

describe("a payment that was brought back after a restore", () => {
  const times = [0, EXPIRY - 2 * RESEND_LEFT_MS, EXPIRY, EXPIRY + EXPIRY_GRACE_MS + HOUR, 100 * 24 * HOUR];
  const reports: readonly Report[] = [
    GONE,
    { kind: "not_found", history: "whole" },
    { kind: "not_found", history: "broken" },
    { kind: "unknown", detail: "?", hasNeverLeft: true },
    { kind: "in_flight" },
  ];

  it("is neither sent nor failed by absence, on hold or not, however long the node does not know it", () => {
    for (const onHoldFor of [undefined, "restore"] as const)
      for (const ms of times)
        for (const report of reports)
          for (const absentSince of [undefined, at(0)]) {
            const payment = sent({ kind: "unknown", absentSince }, { onHoldFor, isBroughtBack: true });
            expect(step(payment, report, ms).kind).toBe("wait");
          }
  });

  it("ends by the node's report, and no time for its end is promised", () => {
    const payment = sent({ kind: "unknown" }, { onHoldFor: "restore", isBroughtBack: true });
    expect(step(payment, { kind: "failed", reason: "no_route" }, EXPIRY).kind).toBe("fail");
    expect(step(payment, { kind: "settled", preimage: new Uint8Array(32), fee: msats(1n) }, 0).kind).toBe("complete");
    expect(latestFinish(payment, 2_016)).toBeUndefined();
  });
});

describe("what the node reports", () => {
  const preimage = new Uint8Array(32).fill(1);

  it("completes what has settled, in every state, on hold or not, at any time", () => {
    const states = ["dispatched", "in_flight", "unknown"] as const;
    for (const kind of states)
      for (const onHoldFor of [undefined, "restore"] as const)
        for (const ms of [0, EXPIRY, 100 * 24 * HOUR])
          expect(step(sent({ kind }, { onHoldFor }), { kind: "settled", preimage, fee: msats(3n) }, ms)).toEqual({
            kind: "complete",
            preimage,
            fee: 3n,
          });
  });

  it("fails what has failed, with its reason, and the hash stays watched", () => {
    expect(step(sent(), { kind: "failed", reason: "fee_limit" }, 0)).toMatchObject({
      kind: "fail",
      attempt: 1,
      code: "fee_limit",
      isWatched: true,
    });
    expect(step(sent(), { kind: "failed", reason: "other" }, 0)).toMatchObject({ code: "no_route" });
  });

  it("keeps the money after a failure while an earlier attempt may still arrive, until some minutes after the expiry", () => {
    const twice = sent({ attempt: 2 });
    expect(step(twice, { kind: "failed", reason: "no_route" }, EXPIRY + EXPIRY_GRACE_MS - 1)).toMatchObject({
      kind: "wait",
      state: "unknown",
    });
    expect(step(twice, { kind: "failed", reason: "no_route" }, EXPIRY + EXPIRY_GRACE_MS)).toMatchObject({
      kind: "fail",
      attempt: 2,
    });
    const report = { kind: "failed", reason: "no_route" } as const;
    const heardLate = {
      payment: twice,
      report,
      askedAt: at(EXPIRY + EXPIRY_GRACE_MS - 1),
      now: at(EXPIRY + EXPIRY_GRACE_MS),
      capabilities: EXACT,
    };
    expect(nextStep(heardLate)).toMatchObject({ kind: "wait", state: "unknown" });
    const onlyLastLeft = sent({ attempt: 2, attemptsNotSent: 1 });
    expect(step(onlyLastLeft, { kind: "failed", reason: "no_route" }, 0)).toMatchObject({ kind: "fail", attempt: 2 });
  });

  it("waits with what is in flight or unclear, longer each time, up to five minutes", () => {
    for (const [report, state] of [
      [{ kind: "in_flight" }, "in_flight"],
      [{ kind: "unknown", detail: "timeout" }, "unknown"],
    ] as const)
      for (const tries of [0, 5, 50])
        expect(step(sent({ tries }), report, 0)).toMatchObject({
          kind: "wait",
          state,
          until: at(lookupPauseMs(tries)),
        });
  });
});

describe("a failure that is the node's word and no proof", () => {
  const word = { resend: false, absenceProves: false, failureProves: false } as const;
  const report: Report = { kind: "failed", reason: "other" };
  const over = EXPIRY + EXPIRY_GRACE_MS;
  const said = { kind: "in_flight", reason: "called_failed", wasInFlight: true } as const;
  const SECOND = over + FAILED_APART_MS;

  it("is in flight until some minutes after the expiry, however often it is said", () => {
    for (const payment of [sent({ kind: "dispatched" }), sent(), sent({ ...said, absentSince: at(0) })])
      for (const ms of [0, EXPIRY, over - 1]) {
        const next = step(payment, report, ms, word);
        expect(next).toMatchObject({ kind: "wait", state: "in_flight", reason: "called_failed" });
        expect(next).not.toMatchObject({ isAbsent: true });
      }
  });

  it("fails when it is said twice after that, ten minutes apart, and the hash stays watched", () => {
    expect(step(sent(said), report, over, word)).toMatchObject({ kind: "wait", isAbsent: true });
    const once = sent({ ...said, absentSince: at(over) });
    expect(step(once, report, SECOND - 1, word)).toMatchObject({ kind: "wait", isAbsent: true });
    expect(step(once, report, SECOND, word)).toMatchObject({ kind: "fail", code: "no_route", isWatched: true });
    const heardLate = { payment: once, report, askedAt: at(SECOND - 1), now: at(SECOND), capabilities: word };
    expect(nextStep(heardLate)).toMatchObject({ kind: "wait" });
  });

  it("does not count together with what was absent before", () => {
    const absent = sent({ reason: "asked_once_more", absentSince: at(over) });
    const next = step(absent, report, SECOND, { resend: false, failureProves: false });
    expect(next).toMatchObject({ kind: "wait", isAbsent: false });
    expect(step(sent(said), report, SECOND + 1, word)).toMatchObject({ kind: "wait", isAbsent: true });
  });

  it("of more than 10,000 sat is the operator's to end, however late", () => {
    const large = { amount: msats(FAILED_MAX + 1n) };
    expect(step(sent(said, large), report, over, word)).not.toHaveProperty("incident");
    for (const reason of ["called_failed", "called_failed_large"] as const)
      for (const ms of [SECOND, SECOND + 365 * 24 * HOUR])
        expect(step(sent({ ...said, reason, absentSince: at(over) }, large), report, ms, word)).toMatchObject({
          kind: "wait",
          state: "in_flight",
          isAbsent: true,
          incident: { kind: "failure_unproved" },
        });
    const most = sent({ ...said, absentSince: at(over) }, { amount: FAILED_MAX });
    expect(step(most, report, SECOND, word).kind).toBe("fail");
  });

  it("of one that was never sent by these records waits, and is an incident a day after its expiry", () => {
    for (const ms of [0, over, SECOND]) expect(step(ready(), report, ms, word)).toMatchObject({ kind: "wait" });
    expect(step(ready(), report, EXPIRY + OVERDUE_MS, word)).toMatchObject({ incident: { kind: "overdue" } });
  });
});

describe("an attempt that was not sent", () => {
  const notSent = (reason: "expired" | "deadline" | "known_hash" | "unreachable"): Report => ({
    kind: "not_sent",
    reason,
  });

  it("fails when the invoice has expired and no attempt has left, and not when one may have", () => {
    const first = step(sent({ kind: "dispatched" }), notSent("expired"), EXPIRY);
    expect(first, "it is looked up first").toMatchObject({ kind: "wait", until: at(EXPIRY), notSent: "expired" });
    const looked = sent({ attemptsNotSent: 1 });
    expect(step(looked, { kind: "not_found", history: undefined }, EXPIRY)).toMatchObject({
      kind: "fail",
      isWatched: false,
    });
    const settled = { kind: "settled", preimage: new Uint8Array(32), fee: msats(1n) } as const;
    expect(step(looked, settled, EXPIRY)).toMatchObject({ kind: "complete" });
    expect(step(sent({ kind: "dispatched", attempt: 2 }), notSent("expired"), 0)).toMatchObject({ kind: "wait" });
  });

  it("is recorded, and tried again after a pause", () => {
    expect(step(sent({ kind: "dispatched" }), notSent("unreachable"), 0)).toMatchObject({
      kind: "wait",
      state: "unknown",
      notSent: "unreachable",
      until: at(1_000),
    });
    expect(step(sent({ attemptsNotSent: 1 }), { kind: "not_found", history: undefined }, 1_000)).toEqual({
      kind: "dispatch",
    });
  });

  it("fails with node_unavailable when none of the attempts has left", () => {
    const last = sent({ kind: "dispatched", attempt: ATTEMPTS_MAX, attemptsNotSent: ATTEMPTS_MAX - 1 });
    expect(step(last, notSent("unreachable"), 0)).toMatchObject({
      kind: "fail",
      code: "node_unavailable",
      isWatched: false,
    });
    const oneLeft = sent({ kind: "dispatched", attempt: ATTEMPTS_MAX, attemptsNotSent: ATTEMPTS_MAX - 2 });
    expect(step(oneLeft, notSent("unreachable"), 0)).toMatchObject({ kind: "wait" });
  });

  it("is looked up immediately when the node knows the hash", () => {
    const known = step(sent({ kind: "dispatched" }), notSent("known_hash"), 0);
    expect(known).toMatchObject({ kind: "wait", until: at(0), notSent: "known_hash" });
  });
});

describe("absence at the node", () => {
  it("says nothing before the dispatch deadline", () => {
    expect(step(sent(), GONE, 9_999)).toMatchObject({ kind: "wait", until: at(10_000) });
  });

  it("asks for the history only where it decides something", () => {
    expect(needsHistory(sent(), at(9_999))).toBe(false);
    expect(needsHistory(sent({ kind: "dispatched" }), at(HOUR))).toBe(false);
    expect(needsHistory(sent({ wasInFlight: true }), at(HOUR))).toBe(false);
    expect(needsHistory(sent(), at(10_000))).toBe(true);
  });

  it("sends the same invoice again while it is valid, and not shortly before its expiry", () => {
    expect(step(sent(), GONE, 10_000)).toEqual({ kind: "dispatch" });
    expect(step(sent(), GONE, EXPIRY - RESEND_LEFT_MS - 1)).toEqual({ kind: "dispatch" });
    expect(step(sent(), GONE, EXPIRY - RESEND_LEFT_MS).kind).toBe("wait");
  });

  it("sends each time later than before, five times at most, and then records an incident", () => {
    const pauses = [2, 3, 4].map((attempt) => {
      const next = step(sent({ attempt, dispatchedAt: at(20_000), dispatchDeadline: at(20_000) }), GONE, 20_000);
      return next.kind === "wait" ? next.until.getTime() - at(20_000).getTime() : 0;
    });
    expect(pauses).toEqual([5_000, 20_000, 60_000]);
    const exhausted = step(sent({ attempt: ATTEMPTS_MAX }), GONE, 10 * MINUTE);
    expect(exhausted).toMatchObject({ kind: "wait", incident: { kind: "attempts_exhausted" } });
  });

  it("is never sent again through a node that does not take that", () => {
    const next = step(sent(), GONE, 10_000, { resend: false });
    expect(next).toMatchObject({ kind: "wait", until: at(10_000 + LOOKUP_PAUSE_MAX_MS) });
  });

  it("calls the operator when the node has lost its history, or has had the payment in flight", () => {
    for (const payment of [sent(), sent({ wasInFlight: true })])
      expect(
        step(payment, { kind: "not_found", history: payment.progress.wasInFlight ? "whole" : "broken" }, HOUR),
      ).toMatchObject({
        kind: "wait",
        incident: { kind: "history_incomplete" },
      });
  });

  it("waits for a node that is not ready to answer", () => {
    const next = step(sent(), { kind: "not_found", history: "silent" }, EXPIRY + HOUR);
    expect(next).toMatchObject({ kind: "wait" });
    expect(next).not.toHaveProperty("incident");
  });

  it("is the operator's to end where absence proves nothing, however late and however often", () => {
    const blind = { resend: false, absenceProves: false } as const;
    const over = EXPIRY + EXPIRY_GRACE_MS;
    expect(step(sent(), GONE, over - 1, blind)).not.toHaveProperty("incident");
    for (const payment of [sent(), sent({ absentSince: at(over) })])
      for (const ms of [over, over + ABSENCE_APART_MS, over + 365 * 24 * HOUR])
        expect(step(payment, GONE, ms, blind)).toMatchObject({
          kind: "wait",
          state: "unknown",
          incident: { kind: "history_incomplete" },
        });
    const unsent = sent({ attemptsNotSent: 1 });
    expect(step(unsent, GONE, over, blind)).toMatchObject({ kind: "fail", isWatched: false });
  });

  it("fails long after the expiry, found twice", () => {
    const over = EXPIRY + EXPIRY_GRACE_MS;
    expect(step(sent(), GONE, over - 1)).toMatchObject({ kind: "wait" });
    expect(step(sent(), GONE, over)).toMatchObject({ kind: "wait", isAbsent: true });
    const once = sent({ absentSince: at(over) });
    expect(step(once, GONE, over + ABSENCE_APART_MS - 1)).toMatchObject({ kind: "wait", isAbsent: true });
    expect(step(once, GONE, over + ABSENCE_APART_MS)).toMatchObject({
      kind: "fail",
      code: "invoice_expired",
      isWatched: true,
    });
  });
});

describe("a payment that waits for the operator after a restore", () => {
  it("is neither sent again nor fails by absence", () => {
    const onHold = { onHoldFor: "restore" } as const;
    for (const ms of [10_000, EXPIRY + EXPIRY_GRACE_MS, EXPIRY + 10 * 24 * HOUR])
      expect(step(sent({ absentSince: at(EXPIRY) }, onHold), GONE, ms).kind).toBe("wait");
    expect(step(sent({ attemptsNotSent: 1 }, onHold), GONE, 10_000).kind).toBe("wait");
  });
});

describe("an overdue payment", () => {
  it("is an incident a day after its expiry, and goes on waiting", () => {
    const report: Report = { kind: "in_flight" };
    expect(step(sent(), report, EXPIRY + OVERDUE_MS - 1)).not.toHaveProperty("incident");
    expect(step(sent(), report, EXPIRY + OVERDUE_MS)).toMatchObject({ kind: "wait", incident: { kind: "overdue" } });
  });
});

describe("the latest finish", () => {
  it("counts that the recipient may hold what is sent last before the expiry, from then on", () => {
    expect(latestFinish(sent(), 1_008)).toEqual(at(EXPIRY + 1_008 * 10 * MINUTE));
    expect(latestFinish(sent({ kind: "in_flight" }), 1_008)).toEqual(at(1_008 * 10 * MINUTE));
    expect(latestFinish(sent(), 1)).toEqual(at(EXPIRY + EXPIRY_GRACE_MS + 2 * ABSENCE_APART_MS));
  });

  it("is not known where the node keeps no CLTV limit", () => {
    expect(latestFinish(sent({ kind: "in_flight" }), undefined)).toBe(undefined);
    expect(latestFinish(sent(), undefined)).toBe(undefined);
  });
});
