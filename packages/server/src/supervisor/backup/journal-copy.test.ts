import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { processOf } from "#platform/journal/list-files.ts";
import { givenFolder, givenJournal } from "#platform/journal/testing/journal.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { copyFiles } from "#platform/postgres/base-backup.ts";
import type { Backup } from "./backup-folder.ts";
import { journalTarOf } from "./backup-folder.ts";
import { proveJournal, putBackJournal } from "./journal-copy.ts";

const random = machineRandom();

/** A journal of two processes with eleven lines, and a backup of it. */
async function given() {
  const journal = givenJournal();
  for (const count of [3, 6]) {
    const writer = journal.writer();
    for (let i = 0; i < count; i += 1) await writer.append({ what: "key.revoke", id: random.uuid() });
  }
  writeFileSync(join(journal.folder, "installation"), "one\n");
  const path = givenFolder();
  const files = await copyFiles(journal.folder, journalTarOf(path), (name) => processOf(name) !== undefined);
  const backup = { path, journal: files, instanceId: journal.installation } as Partial<Backup> as Backup;
  return { journal, backup, place: join(givenFolder(), "proof") };
}

describe("the copy of the journal in a backup", () => {
  it("is proved by reading it through, and leaves nothing behind", async () => {
    const { backup, place } = await given();
    expect(await proveJournal(backup, place)).toEqual({ lines: 11, isWhole: true });
    expect(() => readdirSync(place)).toThrow("ENOENT");
    expect(await proveJournal({ ...backup, journal: undefined }, place)).toBeUndefined();
  });

  it("proves nothing when it is cut, or has another file than was copied", async () => {
    const { backup, place } = await given();
    const other = (backup.journal ?? []).map((file) => ({ ...file, sha256: "00" }));
    await expect(proveJournal({ ...backup, journal: other }, place)).rejects.toThrow("is not what was copied");
    const tar = journalTarOf(backup.path);
    truncateSync(tar, readFileSync(tar).length - 40);
    await expect(proveJournal(backup, place)).rejects.toThrow("is damaged");
    expect(() => readdirSync(place)).toThrow("ENOENT");
  });

  it("says that the journal was damaged before it was copied", async () => {
    const { journal, place } = await given();
    const [first = ""] = journal.paths();
    writeFileSync(first, readFileSync(first, "utf8").replace(/"n":"2"/, '"n":"7"'));
    const path = givenFolder();
    const files = await copyFiles(journal.folder, journalTarOf(path), (name) => processOf(name) !== undefined);
    const backup = { path, journal: files, instanceId: journal.installation } as Partial<Backup> as Backup;
    expect(await proveJournal(backup, place)).toMatchObject({ isWhole: false });
  });

  it("is put back where the folder is empty, whole, and once", async () => {
    const { journal, backup } = await given();
    const before = journal.paths().map((path) => readFileSync(path, "utf8"));
    rmSync(journal.folder, { recursive: true });
    mkdirSync(journal.folder);
    mkdirSync(join(journal.folder, "restoring")); // of one that was killed
    writeFileSync(join(journal.folder, "restoring", "torn"), "");
    expect(await putBackJournal(backup, journal.folder)).toBe(2);
    expect(journal.paths().map((path) => readFileSync(path, "utf8"))).toEqual(before);
    expect(await putBackJournal(backup, journal.folder)).toBe(0);
    expect(readdirSync(journal.folder)).toHaveLength(2);
  });

  it("never replaces what is newer, and stands beside what is torn: the reader has every line", async () => {
    const { journal, backup } = await given();
    const [newer = "", torn = ""] = journal.paths();
    appendFileSync(newer, "a line since\n");
    const text = readFileSync(newer, "utf8");
    truncateSync(torn, 300);
    expect(await putBackJournal(backup, journal.folder)).toBe(1);
    expect(readFileSync(newer, "utf8")).toBe(text);
    expect(readdirSync(journal.folder)).toContain(`${basename(torn, ".jsonl")}.from-backup.jsonl`);
    expect((await journal.read()).lines).toHaveLength(11);
    expect(await putBackJournal(backup, journal.folder)).toBe(0);
  });
});
