import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../server/src/platform/machine/free-port.ts";
import { createInstallation, type Installation, type Started } from "../../server/test/installation.harness.ts";
import { INSTALL_MS, LAUNCHER, plantRelease, VERSION } from "./install-release.harness.ts";
import { type Load, payWithoutEnd } from "./load.harness.ts";
import { sharedRelease } from "./shared-release.harness.ts";

/** A made-up next release: a table, and a long migration that older processes go on beside. */
const ROWS = 60;
/** A batch of two rows was done. */
const UNDER_WAY = / [1-9]\d* of 60 rows, about \d+ s left/;
/** On a machine that is busy with other tests. */
const READY_MS = 110_000;
const [PATCH, MINOR] = ["0.1.901", "0.902.0"];
const TABLE = `-- compatible: yes
create schema planted;
create table planted.thing as select id, null::text as name, null::text as other from generate_series(1, ${ROWS}) as id;
alter table payments.payment add column planted int`;
const batches = (column: string) => `-- compatible: yes
-- remaining: select count(*) from planted.thing where ${column} is null
with due as (select id from planted.thing where ${column} is null order by id limit 2),
     slow as (select pg_sleep(0.4))
update planted.thing t set ${column} = 'x' from due, slow where t.id = due.id`;
const PATCHED = { "9000-table.sql": TABLE, "9001-names.sql": batches("name") };
/** The one after it: a column, batches, and behind them what older processes cannot go on with. */
const BROKEN = {
  ...PATCHED,
  "9002-column.sql": "-- compatible: yes\nalter table payments.payment add column planted_more int",
  "9003-others.sql": batches("other"),
  "9004-break.sql": "-- compatible: no\nalter table payments.payment drop column planted",
};

describe("an upgrade under load", { timeout: INSTALL_MS }, () => {
  let folder = "";
  let port = 0;
  const places = { old: "", patch: "", minor: "" };
  let old: Installation;
  let patch: Installation;
  let minor: Installation;
  let running: Started;
  let joined: Awaited<ReturnType<Installation["join"]>> | undefined;
  let load: Load;
  let before = 0n;

  beforeAll(async () => {
    const shared = await sharedRelease();
    folder = mkdtempSync(join(shared.out, "../upgrade-")); // on its file system, for links
    places.old = shared.installed;
    const plant = (name: string, version: string, migrations: Record<string, string>) =>
      plantRelease(places.old, join(folder, name), { version, migrations });
    places.patch = plant("patch", PATCH, PATCHED);
    places.minor = plant("minor", MINOR, BROKEN);
    port = await freePort();
    const settings = { LEYDEN_PORT: String(port), LEYDEN_RATE_LIMIT: "1000000" };
    old = createInstallation(settings, join(places.old, LAUNCHER));
    const parent = dirname(old.dataDir);
    patch = createInstallation(settings, join(places.patch, LAUNCHER), parent);
    minor = createInstallation(settings, join(places.minor, LAUNCHER), parent);

    running = await old.start();
    joined = await old.join("api", { LEYDEN_PORT: "0" });
    before = await balance();
    const lnAddress = `merchant@${running.network().merchantHost}`;
    const inside = { path: "/v0/gamertag/send-payment", body: { gamertag: "alice", amount: "1000" } };
    const outside = { path: "/v0/ln-address/send-payment", body: { lnAddress, amount: "2000" } };
    const addresses = () => [running.baseUrl, ...(joined === undefined ? [] : [joined.baseUrl])];
    load = payWithoutEnd(addresses, { apiKey: running.apiKey, payments: [inside, inside, outside] });
  }, INSTALL_MS);

  afterAll(async () => {
    load?.abandon();
    for (const installation of [old, patch, minor]) await installation?.remove();
    rmSync(folder, { recursive: true });
  });

  const balance = async () => BigInt((await running.call("GET", "/v0/wallet")).body.data.balance);

  /** More payments are acknowledged from now on. */
  async function goesOn(): Promise<void> {
    const { length } = load.acknowledged;
    await expect.poll(() => load.acknowledged.length, { timeout: READY_MS }).toBeGreaterThan(length + 10);
  }

  /**
   * A command of a release. It is ended by a signal when it says what `until` finds; without that it runs to its end,
   * and a start that becomes ready is stopped.
   */
  async function run(place: string, words: readonly string[], until?: RegExp, signal?: NodeJS.Signals) {
    const child = spawn(process.execPath, [join(place, LAUNCHER), ...words], {
      env: {
        PATH: process.env["PATH"],
        HOME: process.env["HOME"],
        LEYDEN_DATA_DIR: old.dataDir,
        LEYDEN_PORT: `${port}`,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
    if (until === undefined) child.stdout.on("data", () => / is ready: /.test(output) && child.kill());
    const ended = new Promise((resolve) => child.once("exit", resolve));
    const seen = async () => (child.exitCode === null ? output + (await readyz()) : `ended: ${output}`);
    if (until !== undefined) {
      await expect.poll(seen, { timeout: READY_MS }).toMatch(until);
      child.kill(signal);
    }
    await ended;
    return { status: child.exitCode, output };
  }

  /** Of the process that starts; "" while there is none. */
  async function readyz(): Promise<string> {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) });
      return await response.text();
    } catch {
      return "";
    }
  }

  /** All that was paid in the name of the payers. */
  async function paymentsOfLoad() {
    const found: { id: string; internalId: string; status: string; amount: string; fee: string | null }[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const path: string = `/v0/payments?limit=100${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
      const { body } = await running.call("GET", path);
      found.push(...body.data);
      cursor = body.next_cursor;
    }
    return found.filter(({ internalId }) => internalId?.startsWith("load-"));
  }

  const firstDone = (output: string) => Number(/: (\d+) of 60 rows/.exec(output)?.[1]);

  it("has a long migration that runs beside the old processes, shows how far it is, and is taken up again", async () => {
    await goesOn();
    const killed = await run(places.patch, ["migrate"], UNDER_WAY, "SIGKILL");
    expect(firstDone(killed.output)).toBe(0);
    await goesOn();
    const stopped = await run(places.patch, ["migrate"], UNDER_WAY, "SIGINT");
    expect(firstDone(stopped.output)).toBeGreaterThan(0);
    await goesOn();
    const { status, output } = await run(places.patch, ["migrate"]);
    expect([status, output]).toEqual([0, expect.stringMatching(/Done: 9001-names\.sql\.\n$/)]);
    expect(firstDone(output)).toBeGreaterThan(firstDone(stopped.output));
    expect(load.refused).toEqual([]);
    expect(load.unreachable()).toBe(0);
  });

  it("has no process or command of another version beside those that run, and nothing they cannot go on with", async () => {
    for (const words of [["status"], ["start", "--role", "api"]])
      expect(await run(places.patch, words)).toMatchObject({
        status: 1,
        output: expect.stringContaining(`Leyden ${VERSION} runs on this data folder, and this is ${PATCH}`),
      });
    const refused = await run(places.minor, ["migrate"]);
    expect(refused).toMatchObject({ status: 1, output: expect.stringContaining("nothing was changed") });
  });

  it("goes to the next release and back, and refuses nothing but by 503 with Retry-After", async () => {
    for (const [release, version] of [
      [patch, PATCH],
      [old, VERSION],
    ] as const) {
      expect(await running.stop("SIGTERM")).toBe(0);
      await joined?.ended;
      joined = undefined;
      running = await release.start();
      expect((await release.command("--version")).output).toMatch(new RegExp(`^${version},`));
      await goesOn();
    }
    expect(load.refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)).toEqual([]);
  });

  it("can be killed and stopped while a start runs a long migration, and the next start goes on", async () => {
    expect(await running.stop("SIGTERM")).toBe(0);
    await run(places.minor, ["start"], UNDER_WAY, "SIGKILL");
    const between = await run(places.old, ["start"]);
    expect(between).toMatchObject({
      status: 1,
      output: expect.stringMatching(new RegExp(`of Leyden ${MINOR}; this is ${VERSION}`)),
    });
    const stopped = await run(places.minor, ["start"], UNDER_WAY, "SIGTERM");
    expect(stopped.status).toBe(0);
    running = await minor.start();
    await goesOn();
    expect(load.refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)).toEqual([]);
  });

  it("does not go back over what the release before cannot work with, and says what to do", async () => {
    await load.stop();
    expect(await running.stop("SIGTERM")).toBe(0);
    const { status, output } = await run(places.old, ["start"]);
    expect(status).toBe(1);
    expect(output).toContain(`the database is at migration 9004 of Leyden ${MINOR}; this is ${VERSION}`);
    expect(output).toContain(`Start Leyden ${MINOR} or newer.`);
    running = await minor.start();
  });

  it("has lost and doubled nothing: each acknowledged payment is there once, and the audit finds nothing", async () => {
    const open = async () => (await running.call("GET", "/v0/payments?status=processing")).body.data;
    await expect.poll(open).toEqual([]);
    const payments = await paymentsOfLoad();
    const acknowledged = load.acknowledged.map(({ key, id }) => [key, id]);
    expect(payments.map(({ internalId, id }) => [internalId, id]).sort()).toEqual(acknowledged.sort());
    const spent = payments
      .filter(({ status }) => status === "completed")
      .map(({ amount, fee }) => BigInt(amount) + BigInt(fee ?? 0));
    expect(before - (await balance())).toBe(spent.reduce((sum, msats) => sum + msats, 0n));
    expect(spent.length).toBeGreaterThan(30);
    const { status, output } = await minor.command("audit");
    expect([status, output]).toEqual([0, expect.stringContaining("I9")]);
  });
});
