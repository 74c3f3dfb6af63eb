import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
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

it("is about things that the code names, never what somebody has set: they are labels of a metric", () => {
  const folder = import.meta.dirname;
  const files = readdirSync(folder).filter(
    (file) => /^(?:check-.*|facts|examine)\.ts$/.test(file) && !/test/.test(file),
  );
  const named = files.flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(/\b(?:ok|warning|wrong|about)\(\s*([^,()]+?)\s*,/g)].map(
      ([, name = ""]) => name,
    ),
  );
  expect(named.length).toBeGreaterThan(80);
  const others = named.filter((name) => !/^"[A-Za-z' ]{3,24}"$/.test(name));
  // each of these is called with such words alone
  expect([...new Set(others)].toSorted()).toEqual(["`disk of $" + "{of}`", "name"]);
});
