import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineScheduler } from "#platform/machine/scheduler.ts";
import { scratchFolder } from "#platform/machine/testing/scratch-folder.harness.ts";
import { countChildRestarts } from "./child-restarts.ts";
import { openDatabase } from "./database.ts";

onDatabase("openDatabase", (database) => {
  it("refuses a database that may lose what it has confirmed, as the one of the tests may", async () => {
    const log = createLog({ level: "silent", pretty: false });
    const scheduler = machineScheduler({ failed: () => undefined });

    const opening = openDatabase({
      databaseUrl: database().url,
      dataDir: "/nowhere",
      scheduler,
      log,
      restarts: countChildRestarts(),
    });

    await expect(opening).rejects.toThrow("fsync is off");
  });
});

it("starts the embedded database again when it was killed, and counts that", async () => {
  const dataDir = mkdtempSync(join(scratchFolder(), "leyden-database-"));
  chmodSync(dataDir, 0o711); // as root the server runs as somebody else
  const log = createLog({ level: "silent", pretty: false });
  const scheduler = machineScheduler({ failed: () => undefined });
  const restarts = countChildRestarts();
  const database = await openDatabase({ databaseUrl: undefined, dataDir, scheduler, log, restarts });
  try {
    expect([...restarts.byChild()]).toEqual([["database", 0]]);
    const file = join(dataDir, "postgres", "data", "postmaster.pid");
    process.kill(Number(readFileSync(file, "utf8").split("\n")[0]), "SIGKILL");
    await expect.poll(() => [...restarts.byChild()]).toEqual([["database", 1]]);
  } finally {
    await database.stop();
    rmSync(realpathSync(join(dataDir, "postgres")), { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
});
