import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterFirstFactor, judgeCode, TRIES_MAX, WRONG_MAX } from "./attempt.ts";

const around = (most: number) => fc.integer({ min: most - 2, max: most + 2 });
const code = fc.record({
  isRight: fc.boolean(),
  isExpired: fc.boolean(),
  isShort: fc.boolean(),
  wrongOfCode: fc.nat(TRIES_MAX + 2),
  wrong: fc.option(
    fc.record({
      ofAddress: around(WRONG_MAX.ofAddress),
      ofNetwork: around(WRONG_MAX.ofNetwork),
      ofAll: around(WRONG_MAX.ofAll),
    }),
    { nil: undefined },
  ),
});

describe("a code that is shown", () => {
  it("proves the address only when it is right, in time, tried seldom, and long enough for who asked for it", () => {
    fc.assert(
      fc.property(code, (shown) => {
        const { ofAddress = 0, ofNetwork = 0, ofAll = 0 } = shown.wrong ?? {};
        const isFew = ofAddress < WRONG_MAX.ofAddress && ofNetwork < WRONG_MAX.ofNetwork && ofAll < WRONG_MAX.ofAll;
        const isFine = !shown.isExpired && shown.wrongOfCode < TRIES_MAX && (isFew || !shown.isShort);
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
