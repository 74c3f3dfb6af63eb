import { setTimeout as sleep } from "node:timers/promises";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineScheduler } from "#platform/machine/scheduler.ts";
import { keepBackups } from "./keep-backups.ts";

/**
 * A program that keeps backups of a server that is not there, says that it goes on meanwhile, and then what it has
 * found in their folder.
 */
const [folder = "", dataDir = ""] = process.argv.slice(2);
const kept = keepBackups({
  clock: machineClock,
  scheduler: machineScheduler({ failed: () => undefined }),
  log: createLog({ level: "silent", pretty: false }),
  url: "postgres://127.0.0.1:1/none",
  folder,
  dataDir,
  instanceId: "one",
  trustedFolders: [],
  spareBytes: 0,
});
for (let times = 0; times < 3; times += 1) await sleep(20);
process.stdout.write(`goes on: ${kept.health().folder?.newest?.bytes}\n`);
for (;;) {
  await sleep(20);
  const { folder: look } = kept.health();
  if (look !== undefined) process.stdout.write(`found ${look.newest?.bytes}\n`);
}
