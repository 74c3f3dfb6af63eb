import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { measureAudit } from "#audit";
import { measureDeliveries } from "#events";
import { closeIncident, type IncidentId, listIncidentsOf, measureIncidents, recordIncident } from "#incidents";
import type { Clock } from "#kernel/clock.ts";
import { msats } from "#kernel/money.ts";
import { measurePauses, PAUSE_KINDS, pauseSending, resumeSending } from "#ledger";
import { figuresOf, measureChannels, measureNode } from "#lightning";
import { measureMails } from "#mails";
import { measurePayments } from "#payments";
import { type Db, sql } from "#platform/database/db.ts";
import { connect } from "#platform/database/pool.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { measureDisks, measureJournal } from "#platform/disk-metrics.ts";
import { createLog } from "#platform/log.ts";
import { machineClock as clock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createMetrics, type Metrics } from "#platform/metrics.ts";
import { measureDatabase } from "#platform/tasks.ts";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { fakeChannel } from "#slices/lightning/testing/fake-operations.harness.ts";
import { watchedInvariants } from "./invariants.ts";
import { checkInvariants, solvencyCheck } from "./worker.ts";

const random = machineRandom();
const isLive = async () => true;
const log = createLog({ level: "silent", pretty: false });

onDatabase("the metrics for alarms", (database) => {
  let metrics: Metrics;
  beforeEach(() => {
    metrics = createMetrics({ process: false, clock });
  });
  afterEach(async () => {
    for (const kind of PAUSE_KINDS) await resumeSending(database(), kind);
  });
  const deps = () => ({ ...database(), clock, random, log });
  /** The number of a series on the page; undefined when the page does not have it. */
  const read = async (series: string): Promise<number | undefined> => {
    const line = (await metrics.render()).split("\n").find((one) => one.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  };

  it("show each kind of pause while it holds", async () => {
    measurePauses(metrics, database());
    const paused = async () =>
      await Promise.all(PAUSE_KINDS.map((kind) => read(`leyden_sending_paused{kind="${kind}"}`)));
    expect(await paused()).toEqual([0, 0, 0, 0, 0, 0, 0]);
    await pauseSending(deps(), { kind: "operator", reason: "a drill" });
    await pauseSending(deps(), { kind: "node_short", reason: "a drill" });
    expect(await paused()).toEqual([1, 0, 0, 0, 1, 0, 0]);
    await resumeSending(database(), "operator");
    expect(await paused()).toEqual([0, 0, 0, 0, 1, 0, 0]);
  });

  it.each(Object.entries({ deliveries: measureDeliveries, mails: measureMails, payments: measurePayments }))(
    "count what waits once for all numbers of one reading: %s",
    async (what, measure) => {
      const asked: string[] = [];
      const { db } = database();
      const counting: Db = {
        ...db,
        query(statement) {
          asked.push(statement.text);
          return db.query(statement);
        },
      };
      measure(metrics, { db: counting, clock, pendingMax: () => ({ wallet: 20, owner: 100, node: 200 }) });
      await metrics.render();
      await metrics.render();
      expect(new Set(asked).size).toBe(what === "payments" ? 4 : 1); // also those on hold, owners, recipients
      expect(asked).toHaveLength(2 * new Set(asked).size);
    },
  );

  it("count incidents until they are closed", async () => {
    measureIncidents(metrics, database());
    const before = (await read("leyden_incidents_open")) ?? Number.NaN;
    const subject = random.uuid();
    await recordIncident(deps(), { subjectKind: "payment", subject, kind: "overdue", detail: "a test" });
    expect(await read("leyden_incidents_open")).toBe(before + 1);
    const [incident] = await listIncidentsOf(database().db, subject);
    await closeIncident(deps(), { id: incident?.id as IncidentId, reason: "a test" });
    expect(await read("leyden_incidents_open")).toBe(before);
  });

  it("name the invariant that the last audit found broken", async () => {
    const auditWatch = measureAudit(metrics);
    const audit = () => checkInvariants({ ...deps(), auditWatch, invariants: watchedInvariants(clock) });
    const damage = (by: bigint) =>
      database().admin.query(sql`update ledger.account set balance = balance + ${by} where kind = 'loss'`);
    const broken = async () => [
      await read('leyden_invariant_broken{invariant="I1"}'),
      await read('leyden_invariant_broken{invariant="I15"}'),
    ];
    expect(await broken()).toEqual([undefined, undefined]); // nothing was audited yet
    await audit();
    expect(await broken()).toEqual([0, 0]);
    await damage(1n);
    await audit().finally(() => damage(-1n));
    expect(await broken()).toEqual([1, 0]);
    await audit();
    expect(await broken()).toEqual([0, 0]);
  });

  it("compare what the node holds with what is owed, as the loop has read it", async () => {
    const auditWatch = measureAudit(metrics);
    const node = createFakeNode({ clock, funds: msats(7_000n) });
    const richer = { ...(await node.balances()), onchain: msats(500n) };
    const check = solvencyCheck({ ...deps(), auditWatch, node: { ...node, balances: async () => richer } });
    const solvency = async () => [
      await read("leyden_solvency_assets_msats"),
      await read("leyden_solvency_liabilities_msats"),
      await read("leyden_lightning_channels_msats"),
    ];
    expect(await solvency()).toEqual([undefined, undefined, undefined]);
    await check();
    expect(await solvency()).toEqual([7_500, 0, 7_000]);
  });

  it("show whether the node answered the last poll, and its channels", async () => {
    let isUp = true;
    let channels: number | undefined;
    measureNode(metrics, { isUp: () => isUp, usableChannels: () => channels, report: () => undefined }, isLive);
    const node = async () => [await read("leyden_lightning_up"), await read("leyden_lightning_channels_usable")];
    expect(await node()).toEqual([1, undefined]);
    isUp = false;
    channels = 3;
    expect(await node()).toEqual([0, 3]);
  });

  it("show whether the money is real, also while the node is away", async () => {
    let network: string | undefined;
    const away = { isUp: () => false, usableChannels: () => undefined, report: () => undefined };
    measureNode(metrics, away, async () => network === "mainnet");
    expect(await read("leyden_lightning_mainnet")).toBe(0);
    network = "mainnet";
    expect(await read("leyden_lightning_mainnet")).toBe(1);
  });

  it("show what the node said of itself as long as it answers", async () => {
    let isUp = true;
    const { report } = createFakeNode({ clock, info: { sendable: msats(5_000n), receivable: msats(70n) } });
    measureNode(metrics, { isUp: () => isUp, usableChannels: () => 1, report: () => report }, isLive);
    const said = async () =>
      await Promise.all(
        ["synced", "block_height", "sendable_msats", "receivable_msats"].map((what) =>
          read(`leyden_lightning_${what}`),
        ),
      );
    expect(await said()).toEqual([1, 500, 5_000, 70]);
    isUp = false;
    expect(await said()).toEqual([undefined, undefined, undefined, undefined]);
  });

  it("show its channels by what they do, the largest of them, and how near the time locks are", async () => {
    const htlc = { paymentHash: new Uint8Array(32), isOutgoing: true, amount: msats(1_000n), expiresAtBlock: 530 };
    const channels = [
      fakeChannel({ sendable: msats(5_000n), receivable: msats(70n) }),
      fakeChannel({ isActive: false, htlcs: [htlc] }),
    ];
    let figures: ReturnType<typeof figuresOf> | undefined = figuresOf(channels, 500);
    measureChannels(metrics, { figures: () => figures });
    const shown = async () => [
      await read('leyden_lightning_channels{state="active"}'),
      await read('leyden_lightning_channels{state="forced"}'),
      await read('leyden_lightning_largest_channel_msats{direction="send"}'),
      await read('leyden_lightning_htlc_blocks_left{peer="away"}'),
      await read('leyden_lightning_htlc_blocks_left{peer="connected"}'),
    ];
    expect(await shown()).toEqual([1, 0, 5_000, 30, undefined]);
    figures = undefined;
    expect(await shown()).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  it("show the space of each disk, and leave out one that cannot be read in time", async () => {
    const hasty: Clock = { ...clock, sleep: (_, signal) => clock.sleep(50, signal) };
    measureDisks(metrics, { clock: hasty, folders: new Map([["data", tmpdir()]]) });
    const free = await read('leyden_disk_free_bytes{of="data"}');
    const total = await read('leyden_disk_bytes{of="data"}');
    expect(free).toBeGreaterThan(0);
    expect(total).toBeGreaterThan(free ?? Number.NaN);
    metrics = createMetrics({ process: false, clock });
    measureDisks(metrics, { clock: { sleep: async () => undefined }, folders: new Map([["data", tmpdir()]]) });
    expect(await read('leyden_disk_free_bytes{of="data"}')).toBeUndefined();
  });

  it("show a journal that cannot be written, and one on the disk of the database", async () => {
    let [isBroken, shares]: [boolean, boolean | undefined] = [false, undefined];
    measureJournal(metrics, { isBroken: () => isBroken, sharesDisk: () => shares });
    const journal = async () => [await read("leyden_journal_broken"), await read("leyden_journal_shares_disk")];
    expect(await journal()).toEqual([0, undefined]);
    [isBroken, shares] = [true, true];
    expect(await journal()).toEqual([1, 1]);
    shares = false;
    expect(await journal()).toEqual([1, 0]);
  });

  it("show a database that went away and came back", async () => {
    const seen: string[] = [];
    const watch = measureDatabase(metrics, { lost: () => seen.push("lost"), back: () => seen.push("back") });
    const db = connect({ url: database().url, max: 1, name: "test metrics", watch });
    measurePauses(metrics, { db });
    measureIncidents(metrics, database());
    const kill = sql`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'test metrics' and datname = current_database()`;
    try {
      expect(await read("leyden_database_up")).toBe(1);
      const broken = db.query(sql`select pg_sleep(30)`);
      const failed = expect(broken).rejects.toThrow();
      await expect.poll(async () => await database().admin.query(kill)).not.toEqual([]);
      await failed;
      expect(await read("leyden_database_up")).toBe(0);
      await db.query(sql`select 1`);
      expect(await read("leyden_database_up")).toBe(1);
      expect(seen).toEqual(["lost", "back"]);
    } finally {
      await db.close();
    }
  });

  it("leave out what cannot be read, or is late, and show the rest", async () => {
    const hasty: Clock = { ...clock, sleep: (_, signal) => clock.sleep(20, signal) };
    metrics = createMetrics({ process: false, clock: hasty });
    let reading = async (): Promise<number> => 5;
    metrics.gauge({ name: "leyden_test_value", help: "A test." }, () => reading());
    metrics.gaugeBy(
      { name: "leyden_test_kinds", help: "A test.", label: "kind" },
      async () => new Map([["a", await reading()]]),
    );
    metrics.gauge({ name: "leyden_test_other", help: "A test." }, () => 1);
    const page = async () => [
      await read("leyden_test_value"),
      await read('leyden_test_kinds{kind="a"}'),
      await read("leyden_test_other"),
    ];
    expect(await page()).toEqual([5, 5, 1]);
    for (const broken of [() => Promise.reject(new Error("away")), () => new Promise<never>(() => undefined)]) {
      reading = broken;
      expect(await page()).toEqual([undefined, undefined, 1]);
      reading = async () => 6;
      expect(await page()).toEqual([6, 6, 1]);
    }
  });
});

it("docs/operate.md lists every metric, and no other", () => {
  const source = join(import.meta.dirname, "..");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const measured = files.flatMap((file) =>
    [...readFileSync(join(source, file), "utf8").matchAll(/name: "(leyden_\w+)"/g)].map(([, name]) => name),
  );
  const page = readFileSync(new URL("../../../../docs/operate.md", import.meta.url), "utf8");
  const listed = [...page.matchAll(/^\| `(leyden_\w+)` \|/gm)].map(([, name]) => name);
  expect(measured.length).toBeGreaterThan(10);
  expect(listed.toSorted()).toEqual(measured.toSorted());
});
