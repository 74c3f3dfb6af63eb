import { existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { journalFolder, sharesDisk } from "./place.ts";
import { givenFolder } from "./testing/journal.harness.ts";

const OTHER_DISK = "/dev/shm";

it("the journal lies in the data folder unless another one is set", () => {
  expect(journalFolder({ dataDir: "/data", journalDir: undefined })).toBe("/data/journal");
  expect(journalFolder({ dataDir: "/data", journalDir: "/mnt/journal" })).toBe("/mnt/journal");
});

it("the journal shares the disk of an embedded database, also before its folder is made", () => {
  const dataDir = givenFolder();
  mkdirSync(join(dataDir, "postgres"));
  const at = (journalDir?: string) => sharesDisk({ dataDir, journalDir, databaseUrl: undefined });
  expect(at()).toBe(true);
  expect(at(join(dataDir, "not", "yet", "made"))).toBe(true);
  expect(sharesDisk({ dataDir, journalDir: undefined, databaseUrl: "postgres://db" })).toBeUndefined();
});

const hasOther = existsSync(OTHER_DISK) && statSync(OTHER_DISK).dev !== statSync(import.meta.dirname).dev;
it.skipIf(!hasOther)("the journal does not share a disk when its folder is on another one", () => {
  const dataDir = givenFolder();
  mkdirSync(join(dataDir, "postgres"));
  expect(sharesDisk({ dataDir, journalDir: join(OTHER_DISK, "leyden"), databaseUrl: undefined })).toBe(false);
});
