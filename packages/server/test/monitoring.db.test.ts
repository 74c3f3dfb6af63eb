import { parser } from "@prometheus-io/lezer-promql";
import { describe, expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { type DatabaseUnderTest, onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createMetrics } from "#platform/metrics.ts";
import { givenStarted } from "#service/testing/started.harness.ts";
import { fakeCopies, fakePlace } from "#slices/lightning/testing/fake-copies.harness.ts";
import type { FakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { fakeChannel } from "#slices/lightning/testing/fake-operations.harness.ts";
import { readDocument, readRules } from "./monitoring.harness.ts";

type Panel = { readonly title: string; readonly type: string; readonly targets?: readonly { readonly expr: string }[] };

/** The anchor that a code host gives to a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/** What Prometheus' own grammar finds in an expression; the selector of a range has it as well. */
function namesOf(expr: string) {
  const [metrics, labels, mistakes]: [Set<string>, Set<string>, string[]] = [new Set(), new Set(), []];
  parser.parse(expr).iterate({
    enter({ name, type, from, to, node }) {
      const text = expr.slice(from, to);
      if (type.isError) mistakes.push(`${expr} at ${from}`);
      if (name === "Identifier" && node.parent?.name === "VectorSelector") metrics.add(text);
      if (name === "LabelName") labels.add(text);
    },
  });
  return { metrics, labels, mistakes };
}

/** Series of the page that Prometheus reads, by metric: each has its labels. */
function seriesOf(page: string) {
  const types = [...page.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  const names = new Set(
    types.flatMap(([, name = "", type]) =>
      type === "histogram" ? ["_bucket", "_count", "_sum"].map((part) => name + part) : [name],
    ),
  );
  const labels = new Map<string, Set<string>>();
  for (const [, name = "", list = ""] of page.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = labels.get(name) ?? new Set();
    for (const [, label = ""] of list.matchAll(/(\w+)="/g)) known.add(label);
    labels.set(name, known);
  }
  return { names, labels };
}

/** Prometheus makes these: whether it could read the page, and of which process a series is. */
const OF_PROMETHEUS = { metrics: ["up"], labels: ["instance", "job"] };

const rules = readRules();
const dashboard = JSON.parse(readDocument("monitoring/leyden-dashboard.json")) as { readonly panels: readonly Panel[] };
const shown = dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
const all = [...rules.map(({ alert, expr }) => ({ title: alert, expr })), ...shown];

describe("the alert rules", () => {
  it("have a name of their own, how urgent they are, what happened, what to do and where it is explained", () => {
    expect(rules.length).toBeGreaterThan(30);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { alert, labels, annotations, for: duration = "1m", ...rest } of rules) {
      expect(alert).toMatch(/^Leyden[A-Z]\w+$/);
      expect(["page", "ticket"], alert).toContain(labels["severity"]);
      expect(Object.keys(annotations).toSorted(), alert).toEqual(["runbook", "summary", "todo"]);
      for (const text of Object.values(annotations)) {
        expect(text.length, alert).toBeGreaterThan(10);
        expect(text.replaceAll(/\{\{ \$(?:value|labels\.\w+)(?: \| \w+)? \}\}/g, ""), alert).not.toMatch(/[{}$]/);
      }
      expect(duration, alert).toMatch(/^[1-9][0-9]*[mh]$/);
      expect(Object.keys(rest)).toEqual(["expr"]);
    }
  });

  it("name a section of the guide that exists", () => {
    const anchors = [...readDocument("operate.md").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      anchorOf(heading),
    );
    for (const { alert, annotations } of rules) {
      const [page, anchor] = annotations["runbook"]?.split("#") ?? [];
      expect([page, anchors.includes(anchor ?? "")], alert).toEqual(["docs/operate.md", true]);
    }
  });

  it("are listed in the guide, each in the section that it names, and no other is", () => {
    const sections = readDocument("operate.md").split(/^(?=#{2,} )/m);
    for (const { alert, annotations } of rules) {
      const anchor = annotations["runbook"]?.split("#")[1];
      const listing = sections.filter((section) => section.includes(`\n| \`${alert}\` |`));
      const names = listing.map((section) => anchorOf(section.split("\n")[0]?.replace(/^#+ /, "") ?? ""));
      expect(names, alert).toEqual([anchor]);
    }
    const listed = [...readDocument("operate.md").matchAll(/^\| `(Leyden\w+)` \|/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
  });
});

describe("the dashboard", () => {
  it("has panels that show something, each in its own place", () => {
    const ids = (dashboard.panels as readonly (Panel & { id: number })[]).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(shown.length).toBeGreaterThan(20);
    for (const { title, type, targets = [] } of dashboard.panels)
      expect(targets.length > 0, title).toBe(type !== "row");
    const places = (dashboard.panels as readonly { gridPos?: { x: number; y: number; w: number } }[]).map(
      ({ gridPos }) => `${gridPos?.x} ${gridPos?.y}`,
    );
    expect(new Set(places).size).toBe(places.length);
  });
});

it("rules and dashboard are written in PromQL", () => {
  expect(namesOf('sum(rate(a{b!="c"}[1h]) > 3').mistakes).not.toEqual([]);
  expect(all.flatMap(({ expr }) => namesOf(expr).mistakes)).toEqual([]);
  expect(all.filter(({ expr }) => namesOf(expr).metrics.size === 0)).toEqual([]);
});

/** The page of a service that was paid and has paid, with backups and a channel whose HTLC is open. */
async function givenBusy(database: DatabaseUnderTest) {
  const backup = { endedAt: new Date(), bytes: 1, proof: { at: new Date() } };
  const backups = () => ({ archivedUntil: new Date(), folder: { newest: backup, proofLacks: 0 } });
  const childRestarts = () => new Map([["database", 0]]);
  const htlc = { paymentHash: new Uint8Array(32), isOutgoing: true, amount: sats(1n), expiresAtBlock: 600 };
  const examine = async () => [{ about: "node", verdict: "ok" } as const];
  const options = { backups, childRestarts, channelCopies: fakeCopies(fakePlace("/mnt/backup/channels")) };
  const prepare = (node: FakeNode) => {
    node.operations.channelList = [fakeChannel({ htlcs: [htlc] })];
    node.report = { ...node.report, sendable: sats(1n), receivable: sats(1n) };
  };
  const { node, baseUrl, call } = await givenStarted(database, {}, { ...options, examine, prepare });
  const charge = await call("POST", "/v0/charges", { amount: "100000", description: "an order" });
  await node.counterparty.pay(charge.body.data.invoice.request);
  await expect.poll(async () => (await call("GET", "/v0/wallet")).body.data.balance).toBe("100000");
  const { invoice } = await node.counterparty.invoice({ msats: 20_000n });
  await call("POST", "/v0/payments", { invoice });
  const read = async () => await (await fetch(`${baseUrl}/metrics`)).text();
  for (const series of ["lightning_channels{", "lightning_synced ", "solvency_assets_msats ", "channel_backup_lacks{"])
    await expect.poll(read).toContain(`\nleyden_${series}`);
  return { page: await read() };
}

onDatabase("a running service", (database) => {
  it("has every metric and label that rules and dashboard name", async () => {
    const { page } = await givenBusy(database());
    const { names, labels } = seriesOf(page);
    expect(labels.get("leyden_payments_total")).toEqual(new Set(["outcome", "via"]));
    const silent = new Set<string>();
    for (const { title, expr } of all) {
      const { metrics, labels: used } = namesOf(expr);
      const own = [...metrics].filter((name) => !OF_PROMETHEUS.metrics.includes(name));
      expect(
        own.filter((name) => !names.has(name)),
        title,
      ).toEqual([]);
      for (const name of own) if (!labels.has(name)) silent.add(name);
      if (own.some((name) => !labels.has(name))) continue;
      const known = [...OF_PROMETHEUS.labels, "le", ...own.flatMap((name) => [...(labels.get(name) ?? [])])];
      expect(
        [...used].filter((label) => !known.includes(label)),
        title,
      ).toEqual([]);
    }
    silent.delete("leyden_full_audit_timestamp_seconds"); // it may be over, and takes its time
    // nothing of theirs has happened here
    expect([...silent].toSorted()).toEqual([
      "leyden_certificate_timestamp_seconds",
      "leyden_delivery_attempts_total",
      "leyden_doctor_verdict",
      "leyden_mail_outcomes_total",
      "leyden_payments_held_by_recipient",
    ]);
  });
});

it("the page of metrics is read as Prometheus reads it", async () => {
  const metrics = createMetrics({ process: false, clock: machineClock });
  metrics.gaugeBy({ name: "leyden_test_value", help: "x", label: "of" }, () => new Map([["a", 1]]));
  metrics.histogram({ name: "leyden_test_seconds", help: "x", buckets: [1] }).observe(2);
  metrics.gauge({ name: "leyden_test_absent", help: "x" }, () => undefined);
  const { names, labels } = seriesOf(await metrics.render());
  expect([...names].toSorted()).toEqual([
    "leyden_test_absent",
    "leyden_test_seconds_bucket",
    "leyden_test_seconds_count",
    "leyden_test_seconds_sum",
    "leyden_test_value",
  ]);
  expect([labels.get("leyden_test_value"), labels.has("leyden_test_absent")]).toEqual([new Set(["of"]), false]);
});
