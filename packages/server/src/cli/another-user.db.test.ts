import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { writeRunning } from "#supervisor/run-file.ts";
import { commands } from "./commands.ts";

/** Commands that open the journal, the backups or the database's files. */
const COMMANDS = [
  ["status"],
  ["pause", "--reason", "a drill"],
  ["backup"],
  ["backup", "prove", "postgres://127.0.0.1:1/copy"],
  ["restore", "--from", "/nowhere"],
  ["restore", "status"],
  ["reconcile", "--reason", "a drill"],
  ["start", "--role", "api"],
];

onDatabase("a command of another user than the service's", (database) => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "leyden-another-user-"));
    writeFileSync(join(dataDir, "instance"), "one\n");
    mkdirSync(join(dataDir, "journal"));
    const children = { database: { url: database().url, role: "leyden_app" }, node: undefined as never };
    writeRunning(dataDir, { baseUrl: "http://127.0.0.1:1", instanceId: "one", children });
    vi.stubEnv("LEYDEN_DATA_DIR", dataDir);
    vi.stubEnv("LEYDEN_BACKUP_DIR", join(dataDir, "backups"));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.runIf(process.getuid?.() === 0).each(COMMANDS)("is refused before it makes a file: %s %s", async (...words) => {
    chownSync(join(dataDir, "instance"), 12_345, 12_345);
    if (words.includes("prove")) vi.stubEnv("DATABASE_URL", database().url);
    const program = await commands(words[0]);
    await expect(program.parseAsync(["node", "leyden", ...words])).rejects.toMatchObject({
      advice: expect.stringContaining("sudo -u '#12345'"),
    });
    expect(readdirSync(dataDir).sort()).toEqual(["instance", "journal", "run.json"]);
    expect(readdirSync(join(dataDir, "journal"))).toEqual([]);
  });
});
