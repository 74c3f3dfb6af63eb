import { describe, expect, it } from "vitest";
import type { OnchainStatus } from "#lightning";
import { nextChildStep } from "./next-child-step.ts";

const NOW = new Date("2026-01-03T00:00:00Z");
const step = (
  status: OnchainStatus | undefined,
  parent: OnchainStatus | undefined,
  { isPaused = false, tries = 0 } = {},
) => nextChildStep({ status, parent, isPaused, tries, now: NOW });

const pending: OnchainStatus = { kind: "pending" };
const lost: OnchainStatus = { kind: "not_found" };
const conflicted: OnchainStatus = { kind: "conflicted", by: undefined };
const confirmed = (confirmations: number): OnchainStatus => ({ kind: "confirmed", confirmations });
const STATUSES = [undefined, pending, lost, conflicted, confirmed(1), confirmed(6)];

describe("the next step of a child", () => {
  it("ends with a block that stays, and not before", () => {
    for (const parent of STATUSES) expect(step(confirmed(6), parent).kind).toBe("confirm");
    for (const parent of [undefined, pending, lost, confirmed(5)]) expect(step(confirmed(5), parent).kind).toBe("wait");
  });

  it("fails where its coin or one of its parent is spent for good, and by nothing else", () => {
    for (const parent of STATUSES) expect(step(conflicted, parent).kind).toBe("fail");
    for (const status of [undefined, pending, lost, confirmed(1)]) expect(step(status, conflicted).kind).toBe("fail");
    for (const status of [undefined, pending, lost, confirmed(1)])
      for (const parent of [undefined, pending, lost, confirmed(6)])
        expect(["fail", "confirm"]).not.toContain(step(status, parent).kind);
  });

  it("is published again while the node does not have it, also when its parent is in a block, unless paused", () => {
    for (const parent of [undefined, pending, lost, confirmed(3)]) {
      expect(step(lost, parent).kind).toBe("publish");
      expect(step(lost, parent, { isPaused: true }).kind).toBe("wait");
      for (const status of [undefined, pending]) expect(step(status, parent).kind).toBe("wait");
    }
  });

  it("is looked at again soon, then twice a minute", () => {
    const pauses = [0, 1, 2, 3, 4, 100].map((tries) => {
      const next = step(pending, pending, { tries });
      return "until" in next ? next.until.getTime() - NOW.getTime() : undefined;
    });
    expect(pauses).toEqual([1_000, 2_000, 5_000, 10_000, 30_000, 30_000]);
  });
});
