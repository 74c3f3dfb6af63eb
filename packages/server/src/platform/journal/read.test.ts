import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JournalEntry } from "#kernel/journal.ts";
import { machineRandom } from "../machine/random.ts";
import type { ReadLine } from "./read-file.ts";
import { listOldFiles } from "./rotate.ts";
import { type GivenJournal, givenFolder, givenJournal } from "./testing/journal.harness.ts";

const random = machineRandom();
const HASH = new Uint8Array(32);
const entry = (): JournalEntry => ({ what: "key.revoke", id: random.uuid() });
const numbers = (lines: readonly ReadLine[]) => lines.map(({ line }) => Number(line.n));
const kinds = (journal: {
  readonly report: { readonly processes: readonly { problems: readonly { kind: string }[] }[] };
}) => journal.report.processes.map(({ problems }) => problems.map(({ kind }) => kind));

/** A file of six lines, the first of which opens it. */
async function givenFile(journal: GivenJournal): Promise<string> {
  const writer = journal.writer();
  for (let i = 0; i < 5; i += 1) await writer.append(entry());
  return journal.paths().find((path) => path.includes(writer.files()[0]?.process ?? "?")) ?? "";
}

function changeLines(path: string, change: (lines: string[]) => readonly string[]): void {
  writeFileSync(path, `${change(readFileSync(path, "utf8").trimEnd().split("\n")).join("\n")}\n`);
}

describe("the reader of the journal", () => {
  it("drops a torn last line wherever it is torn, says so, and calls the rest whole", async () => {
    const journal = givenJournal();
    const path = await givenFile(journal);
    const text = readFileSync(path);
    const start = text.lastIndexOf("\n", text.length - 2) + 1;
    for (let length = start + 1; length < text.length; length += 17) {
      writeFileSync(path, text.subarray(0, length));
      const { lines, report } = await journal.read();
      expect(numbers(lines)).toEqual([1, 2, 3, 4, 5]);
      expect(report.processes[0]).toMatchObject({ problems: [{ kind: "torn", after: 5n }], isWhole: true, lastN: 5n });
      expect(report.isWhole).toBe(true);
    }
    truncateSync(path, start);
    expect((await journal.read()).report.processes[0]?.problems).toEqual([]);
  });

  it("says that more lines were known than there are, also when the last one is torn", async () => {
    const journal = givenJournal();
    const path = await givenFile(journal);
    const process = basename(path, ".jsonl");
    const known = [{ process, openedAt: new Date(), lastN: 6n, deletedAt: undefined }];
    expect((await journal.read(known)).report.isWhole).toBe(true);
    changeLines(path, (lines) => lines.slice(0, 4));
    const { report } = await journal.read(known);
    expect(report.processes[0]?.problems).toEqual([{ kind: "cut", after: 4n, known: 6n }]);
    expect(report.isWhole).toBe(false);
  });

  it.each<[string, (lines: string[]) => readonly string[], readonly string[], number]>([
    ["a hole", (lines) => lines.toSpliced(2, 1), ["hole"], 5],
    ["lines missing at the beginning", (lines) => lines.slice(2), ["hole"], 4],
    [
      "two lines in the wrong order",
      ([a = "", b = "", c = "", ...rest]) => [a, c, b, ...rest],
      ["hole", "hole", "hole"],
      6,
    ],
    ["a line twice", ([a = "", b = "", ...rest]) => [a, b, b, ...rest], ["hole"], 7],
    [
      "a changed line",
      (lines) => lines.map((line, i) => (i === 2 ? line.replace("key.revoke", "user.block") : line)),
      ["wrong_sum"],
      6,
    ],
    [
      "a changed number",
      (lines) => lines.map((line, i) => (i === 2 ? line.replace('"n":"3"', '"n":"9"') : line)),
      ["hole", "hole"],
      6,
    ],
    ["junk in the middle", (lines) => lines.with(2, "junk"), ["unreadable", "hole"], 5],
    ["an empty line", (lines) => lines.toSpliced(2, 0, ""), ["unreadable"], 6],
  ])("finds %s, goes on behind it, and calls the process partial", async (_, change, found, count) => {
    const journal = givenJournal();
    changeLines(await givenFile(journal), change);
    const read = await journal.read();
    expect(kinds(read)).toEqual([found]);
    expect(read.lines).toHaveLength(count);
    expect(read.lines.every(({ isProved }) => isProved)).toBe(found[0] === "unreadable" && found.length === 1);
    expect(read.report).toMatchObject({ isWhole: false, processes: [{ isWhole: false }] });
  });

  it("uses no line of another installation, and none of a file under another name", async () => {
    const journal = givenJournal();
    const own = await givenFile(journal);
    const stranger = await givenFile(givenJournal(journal.folder));
    const { lines, report } = await journal.read();
    expect(new Set(lines.map(({ line }) => line.process))).toEqual(new Set([basename(own, ".jsonl")]));
    const foreign = report.processes.find(({ path }) => path === stranger);
    expect(foreign).toMatchObject({ isWhole: false, problems: [{ kind: "foreign" }], lastN: 0n });
    expect(report.isWhole).toBe(false);

    rmSync(stranger);
    renameSync(own, join(journal.folder, `${random.uuid()}.jsonl`));
    const renamed = await journal.read();
    expect([renamed.lines, kinds(renamed)]).toEqual([[], [["foreign"]]]);
  });

  it("names a process whose file is missing: one of the database's list, and one that another file names", async () => {
    const journal = givenJournal();
    const [other, named, gone] = [random.uuid(), random.uuid(), random.uuid()];
    const writer = journal.writer();
    await writer.append({ what: "journal.file", id: named });
    await writer.append({ what: "journal.file", id: gone });
    await writer.append({ what: "journal.delete", id: gone });
    const openedAt = new Date("2030-01-01");
    const { report } = await journal.read([
      { process: other, openedAt, lastN: 3n, deletedAt: undefined },
      { process: random.uuid(), openedAt, lastN: 3n, deletedAt: new Date() },
    ]);
    expect(report.missing).toEqual([
      { process: other, openedAt },
      { process: named, openedAt: expect.any(Date) },
    ]);
    expect(report.deleted).toContain(gone);
    expect(report).toMatchObject({ isWhole: false, processes: [{ isWhole: true }] });
  });

  it("reads the folders of all machines, and a file that lies in two of them once", async () => {
    const journal = givenJournal();
    const path = await givenFile(journal);
    const second = givenFolder();
    const elsewhere = givenJournal(second, journal.installation);
    await givenFile(elsewhere);
    const copy = join(second, basename(path));
    copyFileSync(path, copy);
    changeLines(copy, (lines) => lines.slice(0, 3)); // an older copy
    const { lines, report } = await journal.read([], [second, journal.folder, join(second, "nowhere")]);
    expect(lines).toHaveLength(12);
    expect(report.processes.map(({ isWhole }) => isWhole)).toEqual([true, true]);
    expect(report.unreadable).toMatchObject([{ folder: join(second, "nowhere") }]);
    expect(report.isWhole).toBe(false);
  });

  it("takes of two copies the one with more sound lines, although the other is longer", async () => {
    const [journal, other] = [givenJournal(), givenFolder()];
    const path = await givenFile(journal);
    const process = basename(path).slice(0, 36);
    for (const copy of [join(other, basename(path)), join(journal.folder, `${process}.from-backup.jsonl`)]) {
      copyFileSync(path, copy);
      appendFileSync(copy, "more\n".repeat(100));
    }
    changeLines(path, (lines) => lines.with(3, "no line"));
    const { lines, report } = await journal.read([], [journal.folder, other]);
    expect(report.processes).toHaveLength(1);
    expect(numbers(lines).slice(0, 6)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it.skipIf(process.platform === "win32")("opens neither pipes nor links that have the name of a file", async () => {
    const journal = givenJournal();
    const [pipe, link] = [
      join(journal.folder, `${random.uuid()}.jsonl`),
      join(journal.folder, `${random.uuid()}.jsonl`),
    ];
    execFileSync("mkfifo", [pipe]);
    symlinkSync("/dev/zero", link);
    const path = await givenFile(journal);
    const { lines, report } = await journal.read();
    expect(lines).toHaveLength(6);
    expect(report.processes.filter((one) => !one.isWhole).map((one) => one.path)).toEqual([pipe, link].sort());
    expect(report.isWhole).toBe(false);
    const old = await listOldFiles(journal.folder, { provedAt: new Date(9e12), now: new Date(9e12) });
    expect(old.map((one) => one.path)).toEqual([path]);
  });

  it("orders the lines of two processes by the ledger and by their numbers, whatever their clocks say", async () => {
    const journal = givenJournal();
    const late = journal.writer({ clock: clockAt("2040-01-01") });
    const early = journal.writer({ clock: clockAt("2020-01-01") });
    const told: string[] = [];
    for (const [book, writer] of [
      [1n, late],
      [2n, early],
      [3n, late],
      [4n, early],
      [5n, late],
    ] as const) {
      journal.book = { number: book, hash: HASH };
      const one = entry();
      told.push(one.id);
      await writer.append(one);
    }
    const { lines } = await journal.read();
    expect(lines.filter(({ line }) => line.what === "key.revoke").map(({ line }) => line.id)).toEqual(told);
  });

  it("puts what was written after a restore behind what was written before, and keeps each file's own order", async () => {
    const journal = givenJournal();
    journal.book = { number: 100n, hash: HASH };
    const before = journal.writer({ epoch: 1n });
    const [first, second, third] = [entry(), entry(), entry()];
    await before.append(first);
    journal.book = { number: 50n, hash: HASH }; // the database went back
    await before.append(second);
    journal.book = { number: 60n, hash: HASH };
    await journal.writer({ epoch: 2n }).append(third);
    const { lines } = await journal.read();
    const revoked = lines.filter(({ line }) => line.what === "key.revoke").map(({ line }) => line.id);
    expect(revoked).toEqual([first.id, second.id, third.id]);
  });

  it("reads very many files and lines without holding them", async () => {
    const journal = givenJournal();
    for (let i = 0; i < 60; i += 1) {
      journal.book = { number: BigInt(i), hash: HASH };
      const writer = journal.writer();
      await Promise.all(Array.from({ length: 50 }, () => writer.append(entry())));
      await writer.close();
    }
    const { lines, report } = await journal.read();
    expect(lines).toHaveLength(60 * 52);
    expect(report.isWhole).toBe(true);
  });

  it("calls an empty file, and a line without end, what they are", async () => {
    const journal = givenJournal();
    writeFileSync(join(journal.folder, `${random.uuid()}.jsonl`), "");
    expect(kinds(await journal.read())).toEqual([["no_lines"]]);
    const path = await givenFile(journal);
    appendFileSync(path, Buffer.alloc(9 * 1024 * 1024, "x"));
    expect((await journal.read()).lines).toHaveLength(6);
    appendFileSync(path, "\n");
    const read = await journal.read();
    expect(read.report.processes.find((one) => one.path === path)?.problems).toEqual([
      { kind: "unreadable", after: 6n },
    ]);
  });
});

function clockAt(time: string) {
  return {
    now: () => new Date(time),
    monotonicMs: () => 0,
    sleep: async () => await new Promise<void>(() => undefined),
    turn: async () => undefined,
  };
}
