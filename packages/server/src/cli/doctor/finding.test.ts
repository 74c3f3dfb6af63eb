import { describe, expect, it } from "vitest";
import { about, ok, type Verdict, warning, worstOf, wrong } from "./finding.ts";

const ADVICE = "do it";
const of = (verdict: Verdict) =>
  ({ ok: ok("x", "is"), warning: warning("x", "is", ADVICE), wrong: wrong("x", "is", ADVICE) })[verdict];

describe("the worst of findings", () => {
  it.each<[readonly Verdict[], Verdict]>([
    [[], "ok"],
    [["ok", "ok"], "ok"],
    [["ok", "warning"], "warning"],
    [["wrong", "warning", "ok"], "wrong"],
    [["ok", "wrong"], "wrong"],
  ])("of %j is %s", (verdicts, worst) => {
    expect(worstOf(verdicts.map(of))).toBe(worst);
  });
});

it("says what is found about a fact, or that it cannot be had", () => {
  expect(about("x", { kind: "known", value: 7 }, (value) => [ok("x", `${value}`)])).toEqual([ok("x", "7")]);
  expect(about("x", { kind: "unknown", why: "it is away" }, () => [])).toMatchObject([
    { about: "x", verdict: "warning", says: "is not known: it is away", todo: expect.any(String) },
  ]);
  expect(about("x", { kind: "unknown", why: "it is away", isSaidElsewhere: true }, () => [])).toEqual([]);
});
