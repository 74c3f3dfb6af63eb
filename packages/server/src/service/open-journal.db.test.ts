import { mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import type { Clock, Scheduler } from "#kernel/clock.ts";
import { listPauses, pauseSending, resumeSending } from "#ledger";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { lookByHand, noLook } from "#platform/database/testing/look.harness.ts";
import { listKnownFiles } from "#platform/journal/known-files.ts";
import { markedDisk } from "#platform/journal/marked-disk.ts";
import { type GivenJournal, givenFolder, givenJournal } from "#platform/journal/testing/journal.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { rememberBook } from "#restore";
import { givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { QUIET_MS } from "./journal-doubt.ts";
import { openJournal } from "./open-journal.ts";

const random = machineRandom();
const DAY_MS = 86_400_000;
const entry = () => ({ what: "key.revoke", id: random.uuid() }) as const;

onDatabase("the journal of the service", (database) => {
  beforeEach(async () => {
    await database().admin.query(sql`delete from platform.journal_file`);
    await resumeSending(database(), "journal");
  });
  const paused = async () => (await listPauses(database().db)).map(({ kind }) => kind);

  /** A process: its loops run when the test says so, and a wait of its ends at once. */
  async function givenProcess(
    on: GivenJournal,
    { clock = waitless(), provedBackupAt = undefined as Date | undefined, look = noLook } = {},
  ) {
    const tasks = new Map<string, (signal: AbortSignal) => Promise<void>>();
    const spawned: Promise<void>[] = [];
    const scheduler: Scheduler = {
      loop: (name, _, task) => {
        tasks.set(name, task);
        return { wake: () => undefined, stop: async () => undefined };
      },
      spawn: (_, task) => void spawned.push(task()),
    };
    const { db } = database();
    const { folder, installation, disk } = on;
    const settings = { folder, installation, role: "all", disk, provedBackupAt: async () => provedBackupAt };
    const log = pino({ level: "silent" });
    const book = rememberBook({ clock, random, log }, { installation, known: [] });
    const opened = await openJournal({ db, book, clock, random, scheduler, look, log }, settings);
    onTestFinished(opened.close);
    return {
      ...opened,
      /** What the disk needs to be trusted again: good lines for a while, which is over at once here. */
      async calm(ms = 10_000) {
        await Promise.all(spawned);
        await tasks.get("service.watch_journal")?.(new AbortController().signal);
        passed.ms += ms;
        await tasks.get("service.watch_journal")?.(new AbortController().signal);
      },
      look: () => book.look(db),
      async run(name: "service.watch_journal" | "service.report_journal" | "service.rotate_journal") {
        await Promise.all(spawned);
        await tasks.get(name)?.(new AbortController().signal);
      },
      spawned: async () => void (await Promise.all(spawned)),
    };
  }
  const passed = { ms: 0 };
  /** How long the wait before a pause is lifted takes, where it is not 50 ms. */
  let quiet: Promise<void> | undefined;
  /** Something happens while another process waits whether the pause is set again. */
  async function duringQuiet(waiting: () => Promise<void>, work: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    quiet = promise;
    const waited = waiting();
    await machineClock.sleep(100); // it has read which pauses hold
    await work();
    quiet = undefined;
    resolve();
    await waited;
  }
  const waitless = (): Clock => ({
    ...machineClock,
    monotonicMs: () => machineClock.monotonicMs() + passed.ms,
    sleep: (ms, signal) =>
      signal?.aborted === false && ms === QUIET_MS
        ? (quiet ?? machineClock.sleep(50, signal))
        : machineClock.sleep(ms, signal),
  });

  /** 5 s of patience take half a second. */
  const impatient = (): Clock => {
    const clock = waitless();
    return { ...clock, sleep: (ms, signal) => clock.sleep(ms === 5_000 ? 500 : ms, signal) };
  };

  it.each(["create", "write", "sync"] as const)(
    "pauses sending when it fails at %s, and lets it go on by itself",
    async (step) => {
      const on = givenJournal();
      const { journal, run, calm, spawned } = await givenProcess(on);
      if (step === "create") rmSync(on.folder, { recursive: true });
      on.disk.failing.add(step);
      await expect(journal.append(entry())).rejects.toMatchObject({
        code: "sending_paused",
        why: expect.stringMatching(/EIO|deleted/),
      });
      await spawned();
      expect(await paused()).toEqual(["journal"]);
      await run("service.watch_journal");
      expect(await paused()).toEqual(["journal"]);

      on.disk.failing.clear();
      await run("service.watch_journal");
      expect(await paused()).toEqual(["journal"]);
      await calm();
      expect(await paused()).toEqual([]);
      await journal.append(entry());
    },
  );

  it("stops payments with 503, and they are sent when the disk is mended", async () => {
    const on = givenJournal();
    const { journal, calm, spawned } = await givenProcess(on);
    const { world, pay, breaches } = await givenDriving(database());
    Object.assign(world.drive, { journal });
    on.disk.failing.add("sync");
    const payment = await pay();
    await spawned();
    expect(world.node.requests).toHaveLength(0);
    await expect(pay()).rejects.toMatchObject({ code: "sending_paused", message: expect.stringContaining("journal") });

    on.disk.failing.clear();
    await calm();
    const second = await pay();
    expect(second.progress.kind).toBe("completed");
    expect(world.node.requests).toHaveLength(1);
    expect(payment.id).not.toBe(second.id);
    expect(await breaches()).toEqual([]);
  });

  it("pauses at a start when it cannot be opened", async () => {
    const on = givenJournal();
    on.disk.failing.add("create");
    const { calm, isBroken } = await givenProcess(on);
    expect(await paused()).toEqual(["journal"]);
    expect(isBroken()).toBe(true);
    on.disk.failing.clear();
    await calm();
    expect(await paused()).toEqual([]);
    expect(isBroken()).toBe(false);
  });

  it("asks for pauses that it may end when a look has seen one, as of a process that died", async () => {
    const { look, run: looks } = lookByHand(database().db);
    const { run } = await givenProcess(givenJournal(), { look });
    await looks();
    const reason = "another process cannot write";
    await pauseSending({ ...database(), clock: machineClock }, { kind: "journal", reason });
    await run("service.watch_journal");
    expect(await paused()).toEqual(["journal"]);
    await looks();
    await run("service.watch_journal");
    expect(await paused()).toEqual([]);
  });

  it("asks for pauses also while looks have no answer", async () => {
    const { db } = database();
    let isDown = false;
    const { look, run: looks } = lookByHand({
      query: async (statement) => {
        if (isDown) throw new Error("down");
        return await db.query(statement);
      },
    });
    const { run } = await givenProcess(givenJournal(), { look });
    await looks();
    await pauseSending({ ...database(), clock: machineClock }, { kind: "journal", reason: "of a process that died" });
    isDown = true;
    await looks();
    await run("service.watch_journal");
    expect(await paused()).toEqual([]);
  });

  it("stays paused while another process cannot write, and ends the pause of one that died", async () => {
    const [good, bad] = [givenJournal(), givenJournal()];
    bad.disk.failing.add("create");
    const [well, broken] = [await givenProcess(good), await givenProcess(bad)];
    expect(await paused()).toEqual(["journal"]);
    await duringQuiet(
      () => well.run("service.watch_journal"),
      () => broken.run("service.watch_journal"), // sets it again
    );
    expect(await paused()).toEqual(["journal"]);
    await well.run("service.watch_journal"); // the other one is dead
    expect(await paused()).toEqual([]);
  });

  it("stays paused for longer when the disk fails again as soon as payments go on", async () => {
    const on = givenJournal();
    const { journal, calm, run, spawned } = await givenProcess(on);
    const fail = async () => {
      on.disk.failing.add("sync");
      await expect(journal.append(entry())).rejects.toMatchObject({ code: "sending_paused" });
      await spawned();
      on.disk.failing.clear();
    };
    await fail();
    await calm();
    expect(await paused()).toEqual([]);
    await fail();
    await calm(11_000); // was enough the first time
    expect(await paused()).toEqual(["journal"]);
    passed.ms += 11_000;
    await run("service.watch_journal");
    expect(await paused()).toEqual([]);
  });

  it("does not take an idle disk for a good one: it writes a line at each look before sending goes on", async () => {
    const on = givenJournal();
    const { journal, calm, spawned } = await givenProcess(on);
    on.disk.failing.add("sync");
    await expect(journal.append(entry())).rejects.toThrow();
    await spawned();
    on.disk.failing.clear();
    const before = on.disk.asked.sync;
    await calm(0);
    expect(on.disk.asked.sync - before).toBe(3); // the first line of a file, and one for each of two looks
    on.disk.failing.add("sync");
    await calm();
    expect(await paused()).toEqual(["journal"]);
  });

  it("goes on only when the doubts of every process are over", async () => {
    const [good, bad] = [givenJournal(), givenJournal()];
    const [well, doubted] = [await givenProcess(good), await givenProcess(bad)];
    bad.disk.failing.add("sync");
    await expect(doubted.journal.append(entry())).rejects.toThrow();
    await doubted.spawned();
    bad.disk.failing.clear();
    await duringQuiet(
      () => well.run("service.watch_journal"),
      () => doubted.run("service.watch_journal"), // writes well, and is not sure yet
    );
    expect(await paused()).toEqual(["journal"]);
    passed.ms += 20_000;
    await well.run("service.watch_journal");
    expect(await paused()).toEqual([]);
  });

  const never = Promise.withResolvers<void>();
  it.each([
    ["is full in the middle of a line", "write", undefined],
    ["is read-only for new files", "create", undefined],
    ["fails at its sync", "sync", undefined],
    ["does not return from a write for a while", "write", () => machineClock.sleep(1_500)],
    ["never returns from a sync", "sync", () => never.promise],
    ["takes 10 ms for a sync", "sync", () => machineClock.sleep(10)],
  ] as const)("sends nothing without its line and goes on by itself when the disk %s", async (_, step, hangs) => {
    const on = givenJournal();
    const { journal, calm, spawned } = await givenProcess(on, { clock: impatient() });
    const { world, pay, breaches } = await givenDriving(database());
    Object.assign(world.drive, { journal });
    if (step === "create") rmSync(on.folder, { recursive: true });
    if (hangs === undefined) on.disk.failing.add(step);
    else on.disk.hangsAt = { step, until: hangs() };
    await pay().catch(() => undefined);
    await spawned();
    const isSlow = hangs !== undefined && (await paused()).length === 0;
    expect(world.node.requests).toHaveLength(isSlow ? 1 : 0);

    on.disk.failing.clear();
    on.disk.hangsAt = undefined;
    never.resolve(); // the disk is back
    const pausesAfterLook = async () => {
      await calm();
      return await paused();
    };
    await expect.poll(pausesAfterLook).toEqual([]);
    expect((await pay()).progress.kind).toBe("completed");
    const { lines } = await on.read();
    const told = lines.map(({ line }) => line.paymentHash);
    for (const { paymentHash } of world.node.requests) expect(told).toContain(Buffer.from(paymentHash).toString("hex"));
    expect(await breaches()).toEqual([]);
  });

  it("pauses when the disk of the journal is not mounted, writes nothing there, and goes on when it is", async () => {
    const on = givenJournal();
    const dataDir = givenFolder();
    const disk = markedDisk({ ...on, dataDir }, on.disk);
    await (await givenProcess({ ...on, disk: { ...on.disk, ...disk } })).close();
    writeFileSync(join(dataDir, "journal.json"), JSON.stringify({ folder: on.folder, apart: true }));
    renameSync(on.folder, `${on.folder}-away`);
    mkdirSync(on.folder);
    const { calm } = await givenProcess({ ...on, disk: { ...on.disk, ...disk } });
    const [pause] = await listPauses(database().db);
    expect(pause?.reason).toContain("its disk is not there");
    await calm();
    expect(await paused()).toEqual(["journal"]);
    expect(readdirSync(on.folder)).toEqual([]);

    rmSync(on.folder, { recursive: true });
    renameSync(`${on.folder}-away`, on.folder);
    await calm();
    expect(await paused()).toEqual([]);
  });

  it("lifts no other pause", async () => {
    await pauseSending({ ...database(), clock: machineClock }, { kind: "operator", reason: "a drill" });
    const on = givenJournal();
    const { run } = await givenProcess(on);
    await run("service.watch_journal");
    expect(await paused()).toEqual(["operator"]);
    await resumeSending(database(), "operator");
  });

  it("is listed in the database with its last line, and each file is named in the others", async () => {
    const on = givenJournal();
    const [first, second] = [await givenProcess(on), await givenProcess(on)];
    await first.journal.append(entry());
    for (const one of [first, second, first]) await one.run("service.report_journal");
    const known = await listKnownFiles(database().db);
    expect(known).toHaveLength(2);
    expect((await on.read(known)).report.isWhole).toBe(true);

    const [lost = ""] = on.paths();
    rmSync(lost);
    for (const list of [known, []]) {
      const { report } = await on.read(list);
      expect(report.missing.map(({ process }) => lost.includes(process))).toEqual([true]);
    }
  });

  it("says where the ledger ends, also when nothing leaves, and once as long as it does not grow", async () => {
    const on = givenJournal();
    const { run, look } = await givenProcess(on);
    const { pay } = await givenDriving(database());
    await pay();
    await look();
    for (let i = 0; i < 3; i += 1) {
      await run("service.watch_journal");
      await run("service.report_journal");
    }
    const { lines } = await on.read();
    const ends = lines.filter(({ line }) => line.what === "journal.book");
    const [head] = await database().db.query<{ no: bigint; hash: string }>(sql`
      select posting_no as no, encode(head, 'hex') as hash from ledger.book`);
    expect(ends.map(({ line }) => line.book)).toEqual([{ number: head?.no, hash: head?.hash }]);
  });

  it("deletes a file behind a proved backup and after 30 days, never without one, never its own", async () => {
    const on = givenJournal();
    const now = Date.now();
    const days = (count: number) => new Date(now - count * DAY_MS);
    for (const age of [40, 31, 29]) {
      const old = on.writer({ clock: { ...machineClock, now: () => days(age) } });
      await old.append(entry());
      const path = join(on.folder, `${old.files()[0]?.process}.jsonl`);
      utimesSync(path, days(age), days(age));
    }
    await (await givenProcess(on)).run("service.rotate_journal");
    expect(on.paths()).toHaveLength(4);
    await (await givenProcess(on, { provedBackupAt: days(35) })).run("service.rotate_journal");
    expect(on.paths()).toHaveLength(4); // the one of 40 days is gone, and a process came
    await (await givenProcess(on, { provedBackupAt: days(1) })).run("service.rotate_journal");
    const { report, lines } = await on.read(await listKnownFiles(database().db));
    expect(report.deleted).toHaveLength(2);
    expect(report.missing).toEqual([]);
    expect(lines.filter(({ line }) => line.what === "key.revoke")).toHaveLength(1);
  });

  it("writes a last line at a stop, which the database knows", async () => {
    const on = givenJournal();
    const { close } = await givenProcess(on);
    await close();
    const { report } = await on.read(await listKnownFiles(database().db));
    expect(report).toMatchObject({ isWhole: true, processes: [{ isClosed: true }] });
    const [known] = await listKnownFiles(database().db);
    expect(known?.lastN).toBe(report.processes[0]?.lastN);
  });
});
