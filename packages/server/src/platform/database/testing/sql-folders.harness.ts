import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { SqlFolders } from "../migration-files.ts";
import type { DatabaseUnderTest } from "./database.harness.ts";

const PLATFORM =
  "create table platform.repeatable (file text primary key, sha256 bytea not null, applied_at timestamptz default now())";

/** Each test has an empty database and folders of SQL with a first migration. */
export function sqlFolders(database: () => DatabaseUnderTest) {
  let root = "";
  let url = "";
  let name = "";

  /** Writes a file of the folders; a migration with the mark of its first line. */
  function write(path: string, text: string, compatible: "yes" | "no" = "no"): void {
    const mark = path.startsWith("migrations/") ? `-- compatible: ${compatible}\n` : "";
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${mark}${text}`);
  }

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), "leyden-migrate-"));
    name = `migrate_${randomBytes(8).toString("hex")}`; // of all files that run at the same time
    await database().admin.query({ text: `create database ${name}`, values: [] });
    url = database().url.replace(/[^/]*$/, name);
    write("migrations/0001-platform.sql", PLATFORM);
  });
  afterEach(async () => {
    rmSync(root, { recursive: true });
    await database().admin.query({ text: `drop database ${name} with (force)`, values: [] });
  });
  return {
    write,
    folders: (): SqlFolders => ({ migrations: join(root, "migrations"), slices: join(root, "slices") }),
    url: () => url,
    name: () => name,
  };
}
