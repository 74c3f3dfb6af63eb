import { parser } from "@prometheus-io/lezer-promql";

/** By name and labels, such as `up{job="a"}`: the value of now, or values with how many seconds ago they were read. */
export type Samples = Readonly<Record<string, number | readonly Point[]>>;
type Point = readonly [secondsAgo: number, value: number];
type Labels = Readonly<Record<string, string>>;
type Element = { readonly labels: Labels; readonly value: number };
/** A vector has one element for each series that is left: an alert fires for each. */
export type Value = number | readonly Element[];
type Series = { readonly name: string; readonly labels: Labels; readonly points: readonly Point[] };
type Node = ReturnType<typeof parser.parse>["topNode"];
type Context = { readonly series: readonly Series[]; readonly now: number; readonly textOf: (node: Node) => string };

/**
 * Evaluates the part of PromQL that the alert rules keep to: selectors by labels, `increase` and `changes` over a fixed
 * window, `time()`, `max`, `min` and `sum`, also with `by`, arithmetic, comparisons, `and` and `or`, also with `on ()`.
 * Whatever else there is throws. Its `increase` does not extrapolate, and no counter begins anew.
 */
export function evaluate(expr: string, samples: Samples, now: number): Value {
  const series = Object.entries(samples).map(([selector, value]) => {
    const [, name = "", list = ""] = /^(\w+)(?:\{(.*)\})?$/.exec(selector) ?? [];
    const labels = Object.fromEntries([...list.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, of]) => [label, of]));
    return { name, labels, points: typeof value === "number" ? [[0, value] as const] : value };
  });
  return evaluated(parser.parse(expr).topNode, { series, now, textOf: ({ from, to }) => expr.slice(from, to) });
}

export function childrenOf(node: Node): readonly Node[] {
  const children: Node[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

function beyond(node: Node, { textOf }: Context): Error {
  return new Error(`${node.name} is beyond the part of PromQL that alert rules keep to: ${textOf(node)}`);
}

function evaluated(node: Node, context: Context): Value {
  const [only, ...rest] = childrenOf(node);
  switch (node.name) {
    case "NumberDurationLiteral":
      return Number(context.textOf(node));
    case "VectorSelector":
      return overWindow(selected(node, context), STALE_SECONDS, (values) => values.at(-1));
    case "FunctionCall":
      return called(node, context);
    case "AggregateExpr":
      return aggregated(node, context);
    case "BinaryExpr":
      return combined(node, context);
    case "PromQL":
    case "ParenExpr":
    case "FunctionCallBody":
      if (only !== undefined && rest.length === 0) return evaluated(only, context);
  }
  throw beyond(node, context);
}

function vectorOf(node: Node, context: Context): readonly Element[] {
  const value = evaluated(node, context);
  if (typeof value === "number") throw beyond(node, context);
  return value;
}

function selected(node: Node, { series, textOf }: Context): readonly Series[] {
  const [name, list] = childrenOf(node);
  const matchers = (list?.getChildren("UnquotedLabelMatcher") ?? []).map((matcher) => {
    const [label = "", operator = "", quoted = ""] = childrenOf(matcher).map(textOf);
    const wanted: string = JSON.parse(quoted);
    const pattern = new RegExp(`^(?:${operator.endsWith("~") ? wanted : RegExp.escape(wanted)})$`);
    return ({ labels }: Series) => pattern.test(labels[label] ?? "") !== operator.startsWith("!");
  });
  return series.filter((one) => one.name === (name && textOf(name)) && matchers.every((matches) => matches(one)));
}

type OverValues = (values: readonly number[]) => number | undefined;

/** What `over` makes of the values of each series, oldest first. The window is open at its older end. */
function overWindow(series: readonly Series[], seconds: number, over: OverValues): readonly Element[] {
  return series.flatMap(({ labels, points }) => {
    const found = points.filter(([ago]) => ago < seconds).toSorted(([a], [b]) => b - a);
    const value = found.length === 0 ? undefined : over(found.map(([, one]) => one));
    return value === undefined ? [] : [{ labels, value }];
  });
}

/** Prometheus takes no older value of a series for that of now. */
const STALE_SECONDS = 300;
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
/** Seconds of `5m`. */
export const secondsOf = (length: string) => Number(length.slice(0, -1)) * (UNITS[length.slice(-1)] ?? Number.NaN);

const OVER_WINDOW: Readonly<Record<string, OverValues>> = {
  changes: (values) => values.filter((value, at) => at > 0 && value !== values[at - 1]).length,
  increase: ([first = 0, ...rest]) => (rest.length === 0 ? undefined : (rest.at(-1) ?? 0) - first),
};

function called(node: Node, context: Context): Value {
  const [name, body] = childrenOf(node);
  const of = name && context.textOf(name);
  if (of === "time") return context.now;
  const [selector, window] = childrenOf(body?.getChild("MatrixSelector") ?? node);
  const over = OVER_WINDOW[of ?? ""];
  if (over === undefined || selector?.name !== "VectorSelector" || window === undefined) throw beyond(node, context);
  return overWindow(selected(selector, context), secondsOf(context.textOf(window)), over);
}

const AGGREGATES: Readonly<Record<string, (values: readonly number[]) => number>> = {
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
};

const keyOf = ({ labels }: Element) => JSON.stringify(Object.entries(labels).toSorted());

function aggregated(node: Node, context: Context): Value {
  const aggregate = AGGREGATES[context.textOf(node.firstChild ?? node)];
  const [modifier, body] = [node.getChild("AggregateModifier"), node.getChild("FunctionCallBody")];
  if (!aggregate || !body || (modifier && modifier.getChild("By") === null)) throw beyond(node, context);
  const names = modifier?.getChild("GroupingLabels")?.getChildren("LabelName").map(context.textOf) ?? [];
  const groups = Map.groupBy(vectorOf(body, context), ({ labels }) =>
    JSON.stringify(names.map((name) => labels[name])),
  );
  return [...groups.values()].map((group) => ({
    labels: Object.fromEntries(names.map((name) => [name, group[0]?.labels[name] ?? ""])),
    value: aggregate(group.map(({ value }) => value)),
  }));
}

/** Of the values at both sides. A comparison keeps what it is true for. */
const OPERATORS: Readonly<Record<string, (a: number, b: number) => number | boolean>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "==": (a, b) => a === b,
};

function combined(node: Node, context: Context): Value {
  const modifier = node.getChild("MatchingModifierClause");
  const [left, operator, right, more] = childrenOf(node).filter(({ name }) => name !== modifier?.name);
  const isMatched = modifier === null || context.textOf(modifier) === "on ()";
  if (!left || !operator || !right || more || !isMatched) throw beyond(node, context);
  const key = modifier === null ? keyOf : () => "";
  const symbol = context.textOf(operator);
  if (symbol === "and" || symbol === "or") {
    const [a, b] = [vectorOf(left, context), vectorOf(right, context)];
    const [inA, inB] = [new Set(a.map(key)), new Set(b.map(key))];
    return symbol === "and" ? a.filter((one) => inB.has(key(one))) : [...a, ...b.filter((one) => !inA.has(key(one)))];
  }
  const operate = OPERATORS[symbol];
  if (operate === undefined) throw beyond(node, context);
  const a = evaluated(left, context);
  const b = typeof a === "number" ? vectorOf(right, context) : evaluated(right, context);
  const others = (one: Element) =>
    typeof b === "number" ? [b] : b.filter((c) => key(c) === key(one)).map((c) => c.value);
  const pairs =
    typeof a === "number"
      ? (b as readonly Element[]).map((one) => ({ ...one, x: a, y: one.value }))
      : a.flatMap((one) => others(one).map((y) => ({ ...one, x: one.value, y })));
  return pairs.flatMap(({ labels, value, x, y }) => {
    const result = operate(x, y);
    return result === false ? [] : [{ labels, value: result === true ? value : result }];
  });
}
