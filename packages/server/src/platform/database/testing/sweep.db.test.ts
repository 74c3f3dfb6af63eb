import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { scratchFolder } from "../../machine/testing/scratch-folder.harness.ts";
import { startPostgres } from "../../postgres/server.ts";
import { sweep } from "./database.setup.ts";

let parent: string;

beforeEach(() => {
  parent = mkdtempSync(join(scratchFolder(), "leyden-sweep-test-"));
  chmodSync(parent, 0o711); // as root the server runs as another user
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

function givenRun(pid: number): string {
  const folder = join(parent, `leyden-test-${pid}-abc`);
  mkdirSync(folder, { mode: 0o711 });
  return folder;
}

describe("what killed test runs have left", () => {
  it("is ended and removed once by two runs that start together; what belongs to a run that lives stays", async () => {
    const { pid: dead } = spawnSync(process.execPath, ["-e", ""]);
    const left = givenRun(dead);
    const living = givenRun(process.pid);
    const server = await startPostgres({ folder: join(left, "18"), durable: false });

    await Promise.all([sweep(parent), sweep(parent)]);

    expect(server.alive()).toBe(false);
    expect([existsSync(left), existsSync(living)]).toEqual([false, true]);
    expect(readdirSync(parent).filter((name) => name.startsWith("leyden-test-"))).toHaveLength(1);
  });
});
