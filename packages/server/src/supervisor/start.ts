import { join } from "node:path";
import type { Config } from "../config.ts";
import { openFrontDoor } from "../front-door.ts";
import type { Scheduler } from "../kernel/clock.ts";
import type { Part } from "../platform/http/operations.ts";
import { createLog, type Log } from "../platform/log.ts";
import { machineClock, machineRandom, machineScheduler } from "../platform/machine.ts";
import { quitPostgres } from "../platform/postgres.ts";
import { startServer } from "../server.ts";
import { type DataFolder, takeDataFolder } from "./data-folder.ts";
import { openDatabase, type RunningDatabase } from "./database.ts";
import { type Progress, showProgress } from "./progress.ts";
import { type Development, provision } from "./provision.ts";
import { forgetRunning, writeRunning } from "./run-file.ts";
import { type Shutdown, shutdownOnSignal } from "./shutdown.ts";
import { startTestNetwork, type TestNetwork } from "./test-network.ts";

/** Where `leyden start` speaks to: people read `output`, log lines go to `errors`. */
export type Terminal = { readonly output: NodeJS.WriteStream; readonly errors: NodeJS.WriteStream };

/**
 * Starts everything that one machine needs: the database, the Lightning network, the service; at the first start a
 * project with money in it. Resolves when a signal has stopped it all.
 *
 * @throws {OperatorError} when something does not start; what had started was stopped.
 */
export async function start(config: Config, { output, errors }: Terminal): Promise<void> {
  const clock = machineClock;
  const random = machineRandom(clock);
  const scheduler = machineScheduler((task, err) => log.error({ task, err }, "task.failed"));
  const progress = showProgress(output, { clock, scheduler });
  const pretty = output.isTTY === true;
  const log = createLog({ level: config.logLevel, pretty, destination: pretty ? { write: progress.print } : errors });
  const waitingFor = new Map<string, string>();
  const parts = (): readonly Part[] =>
    [...waitingFor].map(([name, reason]) => ({ name, ready: false, waitingFor: reason }));

  const folder = takeDataFolder(config.dataDir, random);
  const shutdown = shutdownOnSignal({
    clock,
    log,
    print: progress.print,
    atOnce: () => quitPostgres(join(folder.path, "postgres")),
  });
  shutdown.add(folder.release);
  shutdown.add(progress.end);

  try {
    waitingFor.set("database", "it is starting").set("lightning", "it is starting");
    const frontDoor = await openFrontDoor({ clock, random, log }, config, parts);
    shutdown.add(frontDoor.close);
    const baseUrl = config.publicUrl ?? frontDoor.url;
    const { instanceId } = folder;
    writeRunning(folder.path, { baseUrl, instanceId, children: undefined });
    shutdown.add(() => forgetRunning(folder.path));

    const [database, network] = await startChildren({ config, folder, shutdown, progress, scheduler, log });
    writeRunning(folder.path, {
      baseUrl,
      instanceId,
      children: { database: { url: database.url, role: database.role }, network: network.addresses },
    });

    waitingFor.clear();
    waitingFor.set("demo project", "it gets its first money");
    const server = await progress.step("server", () =>
      startServer({
        config: { ...config, baseUrl },
        role: "all",
        log,
        database,
        instanceId,
        node: network.node,
        outboundAllow: [network.merchantHost],
        frontDoor,
        alsoWaitingFor: parts,
      }),
    );
    shutdown.add(server.stop);
    shutdown.signal.throwIfAborted();

    const around = {
      baseUrl,
      dataDir: folder.path,
      merchantAddress: network.merchantAddress,
      merchantPays: network.merchantPays,
    };
    const development = await progress.step("demo project", (say) => provision({ ...server.deps, clock }, around, say));
    waitingFor.clear();
    progress.print(welcome(development, folder.path));
    await progress.end();
    await shutdown.done;
  } catch (error) {
    const wasAsked = shutdown.signal.aborted;
    await shutdown.now();
    if (!wasAsked) throw error;
  }
}

/** Database and network, side by side: each takes most of a start. */
async function startChildren({
  config,
  folder,
  shutdown,
  progress,
  scheduler,
  log,
}: {
  config: Config;
  folder: DataFolder;
  shutdown: Shutdown;
  progress: Progress;
  scheduler: Scheduler;
  log: Log;
}): Promise<[RunningDatabase, TestNetwork]> {
  const { signal } = shutdown;
  const database = progress.step("database", () => openDatabase({ ...config, scheduler, log }));
  const network = progress.step("Lightning network", (say) => startTestNetwork({ ...folder, log, say, signal }));
  // Either may be under way when the other fails: it is stopped when it has come up.
  shutdown.add(() =>
    database.then(
      (started) => started.stop(),
      () => undefined,
    ),
  );
  shutdown.add(() =>
    network.then(
      (started) => started.stop(),
      () => undefined,
    ),
  );
  const both = await Promise.all([database, network]);
  signal.throwIfAborted();
  return both;
}

/** What a person needs next. The call is one line, so that it can be pasted anywhere. */
function welcome({ baseUrl, apiKey, merchant }: Development, dataDir: string): string {
  const body = JSON.stringify({ lnAddress: merchant.lnAddress, amount: "10000", comment: "My first payment" });
  return [
    "",
    `Leyden is ready: ${baseUrl}`,
    "",
    `  Project key  ${apiKey}`,
    `  Merchant     ${merchant.lnAddress}`,
    `  Reference    ${baseUrl}/docs`,
    `  In a file    ${join(dataDir, "development.json")}`,
    "",
    "Pay the merchant 10 sat over Lightning:",
    "",
    `curl -s ${baseUrl}/v0/ln-address/send-payment -H 'apikey: ${apiKey}' -H 'content-type: application/json' -d '${body}'`,
    "",
    "Have the world pay you: npm run leyden -- lab pay <invoice>. Ctrl-C stops everything.",
    "",
  ].join("\n");
}
