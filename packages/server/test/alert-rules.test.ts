import { parser } from "@prometheus-io/lezer-promql";
import { describe, expect, it } from "vitest";
import { ALERT_SAMPLES, NOW } from "./alert-samples.harness.ts";
import { type Rule, readDocument, readRules } from "./monitoring.harness.ts";
import { childrenOf, evaluate, type Samples, secondsOf } from "./promql.harness.ts";

const rules = readRules();

function isFiring(expr: string, samples: Samples): boolean {
  const value = evaluate(expr, samples, NOW);
  if (typeof value === "number") throw new Error(`a rule has to be a condition: ${expr}`);
  return value.length > 0;
}

const samplesOf = (alert: string) => ALERT_SAMPLES[alert] ?? { fires: {}, silent: [] };

/** Fires when it must, and never when it must not. */
function isRight({ alert }: Pick<Rule, "alert">, expr: string): boolean {
  const { fires, silent } = samplesOf(alert);
  return isFiring(expr, fires) && !silent.some((samples) => isFiring(expr, samples));
}

/** What may stand in the place of a word by mistake. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  "<": [">", "<="],
  ">": ["<", ">="],
  "==": ["<", ">"],
  "=": ["!="],
  "!=": ["="],
  "=~": ["!~"],
  "-": ["+"],
  "*": ["+"],
  and: ["or"],
  max: ["min"],
  min: ["max"],
};

/** An expression with one mistake, for each that can be made in it: an operator, a number, a window. */
function withMistake(expr: string): readonly string[] {
  const wrong: string[] = [];
  parser.parse(expr).iterate({
    enter({ name, from, to, node }) {
      if (childrenOf(node).length > 0) return;
      const text = expr.slice(from, to);
      const put = (other: string | number) => wrong.push(`${expr.slice(0, from)}${other}${expr.slice(to)}`);
      const modifier = node.parent?.name === "AggregateOp" ? node.parent.nextSibling : null;
      // of one process there is one value, and it is the greatest and the least
      const isOfOne = modifier !== null && /\binstance\b/.test(expr.slice(modifier.from, modifier.to));
      if (!isOfOne) for (const other of OTHERS[text] ?? []) put(other);
      if (name === "NumberDurationLiteral") for (const other of wrongNumbers(Number(text))) put(other);
      if (name.endsWith("InDurationContext")) for (const times of [0.5, 2]) put(`${secondsOf(text) * times}s`);
    },
  });
  return [...new Set(wrong)];
}

const wrongNumbers = (value: number) => (value === 0 ? [1] : [value * 2, value / 2]);

describe("the alert rules", () => {
  it("have samples for which each fires, and for which it does not", () => {
    expect(Object.keys(ALERT_SAMPLES)).toEqual(rules.map(({ alert }) => alert));
    for (const { silent } of Object.values(ALERT_SAMPLES)) expect(silent).not.toEqual([]);
  });

  it.each(rules)("$alert fires when it must, and else not", ({ alert, expr }) => {
    const { fires, silent } = samplesOf(alert);
    expect(isFiring(expr, fires)).toBe(true);
    expect(silent.map((samples) => isFiring(expr, samples))).toEqual(silent.map(() => false));
    expect(isFiring(expr, {}), "without any value").toBe(false);
  });

  it.each(rules)("$alert would be seen with any mistake in it", (rule) => {
    const wrong = withMistake(rule.expr);
    expect(wrong.length).toBeGreaterThan(1);
    expect(wrong.filter((expr) => isRight(rule, expr))).toEqual([]);
  });
});

/** `max by (kind) (x{a="b"})` is about the same as `x{a="b"}`. */
function bare(expr: string): string {
  return expr.replaceAll(/\b(?:max|min|sum)\b(?: by \([\w, ]*\))?|\bon \(\)|[()\s]/g, "");
}

const UNITS: Readonly<Record<string, string>> = { minute: "m", hour: "h", day: "d" };

/** Conditions of the column "Alert when", with how long each has to hold. */
function conditionsOf(cell: string): readonly { readonly expr: string; readonly seconds: number }[] {
  const found = cell.matchAll(/`([^`]+)`(?: for (\d+) (minute|hour|day)s?)?/g);
  return [...found].map(([, expr = "", count = "0", unit = "minute"]) => ({
    expr: expr.replaceAll("\\|", "|"),
    seconds: secondsOf(`${count}${UNITS[unit]}`),
  }));
}

/** The table of metrics in the guide. */
const rows = [...readDocument("operate.md").matchAll(/^\| `(leyden_\w+)` \| .* \|(.*)\|$/gm)].map(
  ([, metric = "", cell = ""]) => ({ metric, cell: cell.trim() }),
);

describe("what the guide says to be alerted of", () => {
  it("has a rule that uses the metric", () => {
    expect(rows.length).toBeGreaterThan(50);
    const used = (metric: string) => rules.some(({ expr }) => new RegExp(`\\b${metric}(?:_count)?\\b`).test(expr));
    expect(rows.filter(({ metric, cell }) => cell !== "" && !used(metric))).toEqual([]);
    expect(rows.filter(({ metric, cell }) => cell === "" && used(metric))).toEqual([]);
  });

  it("is what a rule says, and for as long", () => {
    const said = rules.map(({ expr, for: length = "0m" }) => ({ expr: bare(expr), seconds: secondsOf(length) }));
    const conditions = rows.flatMap(({ cell }) => conditionsOf(cell));
    expect(conditions.length).toBeGreaterThan(30);
    for (const { expr, seconds } of conditions) expect(said).toContainEqual({ expr: bare(expr), seconds });
  });
});

describe("the evaluation of rules", () => {
  const of = (expr: string, samples: Samples) => evaluate(expr, samples, NOW);
  const a = { 'x{k="a"}': 1, 'x{k="b"}': 4, 'y{k="a"}': 2 };

  it.each([
    [
      "x",
      [
        ["a", 1],
        ["b", 4],
      ],
    ],
    ['x{k!="a"}', [["b", 4]]],
    ['x{k=~"a|c"}', [["a", 1]]],
    ['x{k=~"."} > 1', [["b", 4]]],
    [
      "x * 2",
      [
        ["a", 2],
        ["b", 8],
      ],
    ],
    [
      "10 - x",
      [
        ["a", 9],
        ["b", 6],
      ],
    ],
    ["x + y", [["a", 3]]],
    ["x and y", [["a", 1]]],
    [
      "y or x",
      [
        ["a", 2],
        ["b", 4],
      ],
    ],
    [
      "x and on () y > 1",
      [
        ["a", 1],
        ["b", 4],
      ],
    ],
    ["x and on () y > 2", []],
    ["sum(x)", [[undefined, 5]]],
    ["min by (k) (x) < 4", [["a", 1]]],
    ["max(x) - min(y)", [[undefined, 2]]],
    ["z", []],
  ])("%s is %j", (expr, expected) => {
    const value = of(expr, a);
    expect(typeof value === "number" ? value : value.map((one) => [one.labels["k"], one.value])).toEqual(expected);
  });

  it("reads a window up to its end, and an old value not at all", () => {
    const samples = {
      n: [
        [600, 1],
        [599, 2],
        [300, 5],
        [299, 1],
        [0, 4],
      ] as const,
      old: [[301, 1]] as const,
    };
    const valuesOf = (expr: string) => (of(expr, samples) as readonly { value: number }[]).map(({ value }) => value);
    expect(valuesOf("increase(n[10m])")).toEqual([4 - 2]);
    expect(valuesOf("changes(n[5m])")).toEqual([1]);
    expect(valuesOf("increase(old[10m])")).toEqual([]);
    expect(valuesOf("old")).toEqual([]);
    expect(of("time() - 0 * n", samples)).toEqual([{ labels: {}, value: NOW }]);
  });

  it.each([
    "rate(x[5m])",
    "x > bool 1",
    "x ^ 2",
    "max without (k) (x)",
    "x offset 5m",
    "x and on (k) y",
    "-x",
    "x unless y",
  ])("refuses %s, which rules do not use", (expr) => {
    expect(() => of(expr, a)).toThrow(/beyond|number/);
  });
});
