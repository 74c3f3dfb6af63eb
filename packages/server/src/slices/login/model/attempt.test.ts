import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterFirstFactor, judgeCode, TRIES_MAX, WRONG_PER_DAY } from "./attempt.ts";

const code = fc.record({
  isRight: fc.boolean(),
  isExpired: fc.boolean(),
  wrongOfCode: fc.nat(TRIES_MAX + 2),
  wrongOfAddress: fc.nat(WRONG_PER_DAY + 2),
});

describe("a code that is shown", () => {
  it("proves the address only when it is right, in time, and within both limits", () => {
    fc.assert(
      fc.property(code, (shown) => {
        const isFine = !shown.isExpired && shown.wrongOfCode < TRIES_MAX && shown.wrongOfAddress < WRONG_PER_DAY;
        expect(judgeCode(shown) === "proved").toBe(shown.isRight && isFine);
      }),
    );
  });

  it("tells a wrong one from a right one only while it can be tried", () => {
    fc.assert(
      fc.property(code, (shown) => {
        const [right, wrong] = [judgeCode({ ...shown, isRight: true }), judgeCode({ ...shown, isRight: false })];
        expect(right === wrong).toBe(right !== "proved");
      }),
    );
  });
});

describe("the step after a first factor", () => {
  it.each([
    [undefined, false, "sign_up"],
    [{ isBlocked: false }, false, "start_session"],
    [{ isBlocked: false }, true, "ask_second_factor"],
    [{ isBlocked: true }, false, "refuse_blocked"],
    [{ isBlocked: true }, true, "refuse_blocked"],
  ] as const)("of user %j who needs more: %s, is %s", (user, needsMore, step) => {
    expect(afterFirstFactor({ user, needsMore })).toBe(step);
  });
});
