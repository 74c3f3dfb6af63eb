import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockFile } from "./file-lock.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "leyden-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A process that takes the lock and holds it. */
async function holder(path: string) {
  const script = `
    import { lockFile } from ${JSON.stringify(join(import.meta.dirname, "file-lock.ts"))};
    console.log(lockFile(${JSON.stringify(path)}) === undefined ? "refused" : "locked");
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await once(child.stdout, "data");
  return { child, said: String(said).trim() };
}

describe("a file lock", () => {
  it("has one holder at a time, and none after kill -9", async () => {
    const path = join(folder, "lock");
    const { child, said } = await holder(path);
    expect(said).toBe("locked");
    expect(lockFile(path)).toBeUndefined();

    child.kill("SIGKILL");
    await once(child, "exit");

    const lock = lockFile(path);
    expect(lock).toBeDefined();
    lock?.release();
  });

  it("goes to one of two that want it at the same instant", async () => {
    const both = await Promise.all([holder(join(folder, "lock")), holder(join(folder, "lock"))]);
    for (const { child } of both) child.kill("SIGKILL");

    expect(both.map(({ said }) => said).sort()).toEqual(["locked", "refused"]);
  });

  it.skipIf(process.platform === "win32")(
    "cannot be locked by another user, also on a file that was open to him",
    () => {
      const path = join(folder, "lock");
      writeFileSync(path, "", { mode: 0o644 });
      lockFile(path)?.release();

      expect(statSync(path).mode & 0o777).toBe(0o600);
    },
  );

  it("can be taken again after it was released", () => {
    const path = join(folder, "lock");
    lockFile(path)?.release();
    const second = lockFile(path);

    expect(second).toBeDefined();
    second?.release();
  });
});
