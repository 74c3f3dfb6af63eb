import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type JournalEntry, JournalUnavailable } from "#kernel/journal.ts";
import { machineClock } from "../machine/clock.ts";
import { machineRandom } from "../machine/random.ts";
import { givenJournal } from "./testing/journal.harness.ts";

const random = machineRandom();
const entry = (): JournalEntry => ({ what: "key.revoke", id: random.uuid() });

describe("the journal of a process", () => {
  it("has its own file, which nobody else may read, and begins and ends with lines of its own", async () => {
    const journal = givenJournal();
    const writer = journal.writer();
    const revoked = entry();
    await writer.append(revoked);
    await writer.close();
    const [path = ""] = journal.paths();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const { lines, report } = await journal.read();
    expect(lines.map(({ line }) => [line.n, line.what])).toEqual([
      [1n, "journal.open"],
      [2n, "key.revoke"],
      [3n, "journal.close"],
    ]);
    expect(lines[1]?.line.id).toBe(revoked.id);
    expect(report).toMatchObject({ isWhole: true, processes: [{ isClosed: true, lastN: 3n, problems: [] }] });
    await expect(writer.append(entry())).rejects.toThrow(JournalUnavailable);
  });

  it("makes its folder, for this user alone", async () => {
    const journal = givenJournal();
    rmSync(journal.folder, { recursive: true });
    const writer = journal.writer();
    await writer.append(entry());
    await writer.close();
    expect(statSync(journal.folder).mode & 0o777).toBe(0o700);
  });

  it("writes lines that come together with one sync, and each once, in their order", async () => {
    const journal = givenJournal();
    const writer = journal.writer();
    await writer.open();
    const before = journal.disk.asked.sync;
    const many = Array.from({ length: 400 }, entry);
    await Promise.all(many.map((one) => writer.append(one)));
    expect(journal.disk.asked.sync - before).toBe(1);
    await writer.close();
    const { lines, report } = await journal.read();
    expect(lines.slice(1, -1).map(({ line }) => line.id)).toEqual(many.map(({ id }) => id));
    expect(report.isWhole).toBe(true);
  });

  it("keeps numbers and sums when lines come while others are written", async () => {
    const journal = givenJournal();
    const writer = journal.writer();
    const race = async (count: number) => {
      for (let i = 0; i < count; i += 1) await writer.append(entry());
    };
    await Promise.all(Array.from({ length: 25 }, () => race(20)));
    await writer.close();
    const { lines, report } = await journal.read();
    expect(lines.map(({ line }) => line.n)).toEqual(Array.from({ length: 502 }, (_, i) => BigInt(i + 1)));
    expect(report.isWhole).toBe(true);
    expect(journal.disk.asked.sync).toBeLessThan(200);
  });

  it("says a line is there only when it is synced", async () => {
    const journal = givenJournal();
    const writer = journal.writer();
    await writer.open();
    let end = (): void => undefined;
    journal.disk.hanging = new Promise((resolve) => {
      end = resolve;
    });
    let isDone = false;
    const appended = writer.append(entry()).then(() => {
      isDone = true;
    });
    await machineClock.sleep(30);
    expect(isDone).toBe(false);
    end();
    await appended;
    expect(isDone).toBe(true);
  });

  it.each(["create", "write", "sync"] as const)("refuses lines from a failure on, here at %s", async (step) => {
    const journal = givenJournal();
    const told: Error[] = [];
    const writer = journal.writer({ onBroken: (error) => void told.push(error) });
    if (step !== "create") await writer.append(entry());
    journal.disk.failing.add(step);
    const together = await Promise.allSettled([writer.append(entry()), writer.append(entry())]);
    expect(together.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(told).toHaveLength(1);
    journal.disk.failing.clear();
    // Nobody looks by itself: what leaves must not find the disk good for a moment.
    await expect(writer.append(entry())).rejects.toMatchObject({ why: expect.stringMatching(/^EIO/) });
    await writer.appendIfPossible(entry());
    expect(writer.broken()).toBeInstanceOf(JournalUnavailable);

    expect(await writer.open()).toBe(true);
    expect(writer.broken()).toBeUndefined();
    await writer.append(entry());
    await writer.close();
    const { report } = await journal.read();
    expect(report.isWhole).toBe(false);
    expect(report.gaps).toHaveLength(1);
    expect(report.processes.every(({ isWhole }) => isWhole)).toBe(true);
    expect(journal.paths()).toHaveLength(step === "create" ? 1 : 2);
  });

  it.each(["write", "sync"] as const)("leaves no file behind with each try, here while %s fails", async (step) => {
    const journal = givenJournal();
    const writer = journal.writer();
    journal.disk.failing.add(step);
    await expect(writer.append(entry())).rejects.toThrow();
    for (let tries = 0; tries < 3; tries += 1) expect(await writer.open()).toBe(false);
    expect(journal.paths()).toEqual([]);
  });

  it("does not write behind a sync that failed: the next one would succeed without the data", async () => {
    const journal = givenJournal();
    const writer = journal.writer();
    await writer.append(entry());
    journal.disk.failing.add("sync");
    await expect(writer.append(entry())).rejects.toThrow();
    const [first = ""] = journal.paths();
    const text = readFileSync(first, "utf8");
    journal.disk.failing.clear();
    await writer.open();
    await writer.append(entry());
    expect(readFileSync(first, "utf8")).toBe(text);
  });

  it("stays broken as long as the disk is, and tries again only when it is asked to", async () => {
    const journal = givenJournal();
    const writer = journal.writer();
    journal.disk.failing.add("create");
    expect(await writer.open()).toBe(false);
    expect(await writer.open()).toBe(false);
    journal.disk.failing.clear();
    expect(await writer.open()).toBe(true);
    await writer.append(entry());
  });

  it("counts a disk that does not answer as broken, and makes no further call while one hangs", async () => {
    const journal = givenJournal();
    const clock = { ...machineClock, sleep: () => machineClock.sleep(20) };
    const writer = journal.writer({ clock });
    let end = (): void => undefined;
    journal.disk.hanging = new Promise((resolve) => {
      end = resolve;
    });
    await expect(writer.append(entry())).rejects.toMatchObject({ why: expect.stringMatching(/longer than 5 s/) });
    const asked = journal.disk.asked.create;
    expect(await writer.open()).toBe(false);
    expect(journal.disk.asked.create).toBe(asked);
    journal.disk.hanging = undefined;
    end();
    await expect.poll(() => writer.open()).toBe(true);
  });

  /** Waits of 5 s take half a second: what is in time on a busy machine stays so. */
  const impatient = { ...machineClock, sleep: () => machineClock.sleep(500) };

  it("ends a file that a slow disk makes too late, and leaves none behind", async () => {
    const journal = givenJournal();
    const writer = journal.writer({ clock: impatient });
    const { promise, resolve } = Promise.withResolvers<void>();
    journal.disk.hanging = promise;
    await expect(writer.append(entry())).rejects.toMatchObject({ why: expect.stringMatching(/longer than 5 s/) });
    journal.disk.hanging = undefined;
    resolve();
    await expect.poll(() => writer.open()).toBe(true);
    expect(journal.disk.opened()).toBe(1);
    expect(journal.paths()).toHaveLength(1);
  });

  it.each(["write", "sync"] as const)("refuses lines also when %s of a new file never returns", async (step) => {
    const journal = givenJournal();
    const writer = journal.writer({ clock: impatient });
    const { promise, resolve } = Promise.withResolvers<void>();
    journal.disk.hangsAt = { step, until: promise };
    await expect(writer.append(entry())).rejects.toMatchObject({ why: expect.stringMatching(/longer than 5 s/) });
    expect(await writer.open()).toBe(false);
    journal.disk.hangsAt = undefined;
    resolve();
    await expect.poll(() => writer.open()).toBe(true);
    await writer.append(entry());
    await expect.poll(() => journal.disk.opened()).toBe(1);
    expect(journal.paths()).toHaveLength(1);
  });

  it.skipIf(process.platform === "win32")("notices that its file or its folder is gone", async () => {
    const journal = givenJournal();
    const writer = journal.writer();
    await writer.append(entry());
    rmSync(journal.folder, { recursive: true });
    await expect(writer.append(entry())).rejects.toMatchObject({ why: expect.stringMatching(/was deleted/) });
    expect(await writer.open()).toBe(true);
    await writer.append(entry());
    expect(journal.paths()).toHaveLength(1);
  });

  it.skipIf(process.platform === "win32")("notices that another folder stands in the place of its own", async () => {
    const journal = givenJournal();
    const writer = journal.writer();
    await writer.append(entry());
    renameSync(journal.folder, `${journal.folder}-away`);
    mkdirSync(journal.folder);
    await expect(writer.append(entry())).rejects.toMatchObject({ why: expect.stringMatching(/was deleted/) });
    rmSync(`${journal.folder}-away`, { recursive: true });
  });

  it.skipIf(process.getuid?.() === 0)("is refused by a folder that is read-only", async () => {
    const journal = givenJournal();
    chmodSync(journal.folder, 0o500);
    await expect(journal.writer().append(entry())).rejects.toMatchObject({ why: expect.stringMatching(/EACCES/) });
  });

  it("refuses a value that is a bug without being broken by it", async () => {
    const journal = givenJournal();
    const writer = journal.writer();
    await expect(writer.append({ what: "key.revoke", id: "alice@example.com" })).rejects.toThrow(/no UUID/);
    await expect(writer.appendIfPossible({ what: "key.revoke", id: "alice" })).rejects.toThrow(/no UUID/);
    expect(writer.broken()).toBeUndefined();
  });

  it("begins another file each day, which names the one before", async () => {
    const journal = givenJournal();
    let day = 0;
    const clock = { ...machineClock, now: () => new Date(1_900_000_000_000 + day * 86_400_000) };
    const writer = journal.writer({ clock });
    for (day = 0; day < 3; day += 1) await writer.append(entry());
    await writer.close();
    expect(journal.paths()).toHaveLength(3);
    const { lines, report } = await journal.read();
    expect(lines.filter(({ line }) => line.what === "journal.open").map(({ line }) => line.kind)).toEqual([
      "start",
      "next",
      "next",
    ]);
    expect(report).toMatchObject({ isWhole: true, processes: Array(3).fill({ isClosed: true }) });
    rmSync(journal.paths()[1] ?? "");
    expect((await journal.read()).report.missing).toHaveLength(1);
  });
});
