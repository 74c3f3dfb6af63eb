import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineScheduler } from "#platform/machine/scheduler.ts";
import { openDatabase } from "./database.ts";

onDatabase("openDatabase", (database) => {
  it("refuses a database that may lose what it has confirmed, as the one of the tests may", async () => {
    const log = createLog({ level: "silent", pretty: false });
    const scheduler = machineScheduler({ failed: () => undefined });

    const opening = openDatabase({ databaseUrl: database().url, dataDir: "/nowhere", scheduler, log });

    await expect(opening).rejects.toThrow("fsync is off");
  });
});
