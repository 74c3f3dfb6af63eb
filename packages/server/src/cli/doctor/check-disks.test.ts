import { describe, it } from "vitest";
import {
  type BackupFacts,
  checkDisks,
  type DiskFacts,
  type JournalFacts,
  type KeyFacts,
  type KeyState,
} from "./check-disks.ts";
import { type Expected, expectFindings } from "./table.harness.ts";

const NOW = new Date("2026-11-24T12:00:00Z");
const DAY = 86_400_000;
const GB = 1e9;
const JOURNAL: JournalFacts = { folder: "/mnt/journal", isAway: false, sharesDisk: false, rights: undefined };
const FACTS: DiskFacts = {
  spaces: [],
  journal: JOURNAL,
  backup: { kind: "embedded", standing: { kind: "known", value: { says: "newest today, proved" } } },
  key: { isSetting: false, state: { kind: "known", value: { kind: "fits" } } },
  isLive: true,
  now: NOW,
};

const space = (free: number, total: number): DiskFacts => ({
  ...FACTS,
  spaces: [{ of: "data folder", folder: "/data", space: { kind: "known", value: { free, total } } }],
});
const journal = (changes: Partial<JournalFacts>, isLive: boolean | undefined = true): DiskFacts => ({
  ...FACTS,
  journal: { ...JOURNAL, ...changes },
  isLive,
});
const backup = (facts: BackupFacts, isLive: boolean | undefined = true): DiskFacts => ({
  ...FACTS,
  backup: facts,
  isLive,
});
const own = (days: number | undefined): BackupFacts => ({
  kind: "own",
  provedUntil: { kind: "known", value: days === undefined ? undefined : new Date(NOW.getTime() - days * DAY) },
});
const key = (changes: Partial<KeyFacts>): DiskFacts => ({ ...FACTS, key: { ...FACTS.key, ...changes } });

describe("the space of a disk", () => {
  it.each<[string, DiskFacts, Expected]>([
    ["is plenty", space(100 * GB, 270 * GB), ["disk of data folder", "ok", "100 GB of 270 GB", "/data"]],
    ["is enough on a small disk", space(5 * GB, 20 * GB), ["disk of data folder", "ok"]],
    ["is enough on a large disk", space(50 * GB, 4_000 * GB), ["disk of data folder", "ok"]],
    ["is little", space(5 * GB, 100 * GB), ["disk of data folder", "warning", "5.0 GB of 100 GB"]],
    ["is a tenth", space(5 * GB, 50 * GB), ["disk of data folder", "ok"]],
    ["is hardly any", space(0.99 * GB, 2 * GB), ["disk of data folder", "wrong", "990 MB", "stops payments"]],
    [
      "is not known",
      { ...FACTS, spaces: [{ of: "backups", folder: "/b", space: { kind: "unknown", why: "no answer" } }] },
      ["disk of backups", "warning", "no answer"],
    ],
  ])("%s", (_, facts, expected) => {
    expectFindings(checkDisks(facts), [expected]);
  });
});

describe("the journal", () => {
  it.each<[string, DiskFacts, Expected]>([
    ["is on another disk", journal({}), ["journal", "ok", "another disk"]],
    ["shares the disk with real money", journal({ sharesDisk: true }), ["journal", "wrong", "LEYDEN_JOURNAL_DIR"]],
    [
      "shares the disk on a test network",
      journal({ sharesDisk: true }, false),
      ["journal", "ok", "disk of the database"],
    ],
    [
      "lies beside a database of which nothing is seen",
      journal({ sharesDisk: undefined }),
      ["journal", "ok", "cannot be seen"],
    ],
    ["is not mounted", journal({ isAway: true, sharesDisk: true }), ["journal", "wrong", "not there", "mount it"]],
    [
      "can be read by others",
      journal({ rights: { says: "others may read it", todo: "chmod 700" } }),
      ["journal", "wrong", "chmod 700"],
    ],
    [
      "may be read by a group",
      journal({ rights: { says: "who is in group 7 is not known", todo: undefined } }),
      ["journal", "warning", "group 7"],
    ],
  ])("%s", (_, facts, expected) => {
    expectFindings(checkDisks(facts), [expected]);
  });

  it("counts as one of real money where that is not known", () => {
    expectFindings(checkDisks({ ...FACTS, journal: { ...JOURNAL, sharesDisk: true }, isLive: undefined }), [
      ["journal", "wrong"],
    ]);
  });
});

describe("the backup", () => {
  const standing = (says: string, todo?: string): BackupFacts => ({
    kind: "embedded",
    standing: { kind: "known", value: { says, todo } },
  });
  it.each<[string, DiskFacts, Expected]>([
    ["is as it should be", backup(standing("newest today, proved")), ["backup", "ok", "newest today, proved"]],
    ["is old", backup(standing("newest in May", "leyden backup")), ["backup", "warning", "May", "-> leyden backup"]],
    ["is none with real money", backup({ kind: "embedded", standing: undefined }), ["backup", "wrong", "all is lost"]],
    [
      "is none because others may read its folder",
      backup({
        kind: "embedded",
        standing: { kind: "known", value: { says: "newest today, proved" } },
        rights: { says: "others may read /mnt", todo: "chmod 700 '/mnt'" },
      }),
      ["backup", "wrong", "none is made", "others may read /mnt", "chmod 700"],
    ],
    [
      "goes on where who is in a group is not known",
      backup({
        kind: "embedded",
        standing: { kind: "known", value: { says: "newest today, proved" } },
        rights: { says: "a group may read /mnt", todo: undefined },
      }),
      ["backup", "ok", "newest today"],
    ],
    ["is none on a test network", backup({ kind: "embedded", standing: undefined }, false), ["backup", "ok"]],
    [
      "cannot be looked at",
      backup({ kind: "embedded", standing: { kind: "unknown", why: "no answer" } }),
      ["backup", "warning", "no answer"],
    ],
    ["of the own PostgreSQL was proved", backup(own(30)), ["backup", "ok", "2026-10-25T12:00:00.000Z"]],
    ["of the own PostgreSQL was proved long ago", backup(own(31)), ["backup", "warning", "31 days ago", "prove"]],
    ["of the own PostgreSQL was never proved", backup(own(undefined)), ["backup", "warning", "none was ever proved"]],
    ["of the own PostgreSQL has no need on a test network", backup(own(undefined), false), ["backup", "ok"]],
  ])("%s", (_, facts, expected) => {
    expectFindings(checkDisks(facts), [expected]);
  });
});

describe("the secret key", () => {
  const being = (state: KeyState) => key({ state: { kind: "known", value: state } });
  it.each<[string, DiskFacts, Expected]>([
    ["fits", key({}), ["secret key", "ok", "secret.key opens", "keep a copy"]],
    ["fits as a setting", key({ isSetting: true }), ["secret key", "ok", "LEYDEN_SECRET_KEY opens"]],
    ["is not needed yet", being({ kind: "none" }), ["secret key", "ok", "first start"]],
    ["is another one", being({ kind: "other" }), ["secret key", "wrong", "refused", "copy"]],
    [
      "is missing",
      being({ kind: "unusable", says: "it is missing", todo: "restore it" }),
      ["secret key", "wrong", "it is missing", "-> restore it"],
    ],
    [
      "cannot be compared",
      key({ state: { kind: "unknown", why: "the database is away" } }),
      ["secret key", "warning", "away"],
    ],
  ])("%s", (_, facts, expected) => {
    expectFindings(checkDisks(facts), [expected]);
  });
});
