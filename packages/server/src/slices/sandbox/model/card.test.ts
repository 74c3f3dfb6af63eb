import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CARDS } from "../testing/sandbox.harness.ts";
import { hasCheckDigit, judgeCard } from "./card.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const typed = (number: string, rest: { expiry?: string; cvc?: string } = {}) =>
  judgeCard({ number, expiry: "12/30", cvc: "123", ...rest }, NOW);

describe("a card that somebody types", () => {
  it.each([
    [CARDS.good, "plain"],
    [CARDS.asks, "asks"],
    [CARDS.disputed, "disputed"],
    [CARDS.late, "late"],
    [CARDS.refundFails, "refund_fails"],
    ["4242-4242-4242-4242", "plain"],
    ["4242424242424242", "plain"],
  ])("%s is taken and behaves %s", (number, behaviour) => {
    expect(typed(number)).toMatchObject({ kind: "taken", card: { behaviour, last4: number.slice(-4) } });
  });

  it.each([
    [CARDS.declined, "card_declined"],
    [CARDS.poor, "insufficient_funds"],
    ["5555 5555 5555 4444", "card_declined"],
  ])("%s is declined: %s", (number, reason) => {
    expect(typed(number)).toMatchObject({ kind: "declined", reason });
  });

  it.each([
    "4242 4242 4242 4241",
    "",
    "4242",
    "4242 4242 4242 424x",
    "constructor",
    "0".repeat(20),
    "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢",
  ])("%j is no number of a card", (number) => {
    expect(typed(number)).toEqual({ kind: "mistyped", reason: "card_number" });
  });

  it.each(["10/26", "12/25", "13/30", "00/30", "1/30", "12/2030", "12-30", ""])("does not end in %j", (expiry) => {
    expect(typed(CARDS.good, { expiry }).kind).toBe("mistyped");
  });
  it.each(["12/30", "12 / 30", "12 /30"])("ends in %j, as a form writes it", (expiry) => {
    expect(typed(CARDS.good, { expiry }).kind).toBe("taken");
  });
  it("is good in its last month, and not after it", () => {
    expect(typed(CARDS.good, { expiry: "11/26" }).kind).toBe("taken");
    const end = (now: string) => judgeCard({ number: CARDS.good, expiry: "11/26", cvc: "123" }, new Date(now)).kind;
    expect([end("2026-11-30T23:59:59Z"), end("2026-12-01T00:00:00Z")]).toEqual(["taken", "mistyped"]);
  });
  it.each(["", "12", "1234", "12x"])("has not the security code %j", (cvc) => {
    expect(typed(CARDS.good, { cvc }).kind).toBe("mistyped");
  });

  it("has a check digit that shows every wrong digit", () => {
    fc.assert(
      fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (place, by) => {
        const digits = [..."4242424242424242"];
        digits[place] = String((Number(digits[place]) + by) % 10);
        expect(hasCheckDigit(digits.join(""))).toBe(false);
      }),
    );
    expect(hasCheckDigit("79927398713")).toBe(true); // the example of ISO/IEC 7812-1
  });
});
