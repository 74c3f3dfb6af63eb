import { join } from "node:path";
import type { Config } from "#config.ts";
import { letGoOfCompiledCode } from "#platform/machine/compiled-code.ts";
import { quitPostgres } from "#platform/postgres/server.ts";
import { openBranding } from "#service/open-branding.ts";
import type { Examine } from "#service/watch-doctor.ts";
import { takeDataFolder } from "./data-folder.ts";
import { openDatabase, type RunningDatabase } from "./database.ts";
import { askAt } from "./first-node.ts";
import { type Life, live, openDoor, type Terminal } from "./life.ts";
import { type OpenedNode, type OpenNode, openNode as openConfigured } from "./node.ts";
import { forgetRunning, writeRunning } from "./run-file.ts";
import type * as Service from "./serve.ts";

/** What a start is given from outside. */
export type StartOptions = {
  /** How the node is had; without it the settings say it. */
  readonly openNode?: OpenNode;
  /** The doctor, which the service asks each hour. */
  readonly examine?: (config: Config) => ReturnType<Examine>;
};

/**
 * Starts everything that one machine needs: the database, the Lightning node, the service; and on the test network, at
 * the first start, a project and users with money in their wallets. Resolves when a signal has stopped it all.
 *
 * @throws {OperatorError} when something does not start; what had started was stopped.
 */
export async function start(
  asked: Config,
  terminal: Terminal,
  { openNode = openConfigured, examine }: StartOptions = {},
): Promise<void> {
  await openBranding(asked); // what is wrong with it is said at once, before a process begins
  const quit = () => quitPostgres(join(asked.dataDir, "postgres"));
  await live(asked, terminal, quit, async (life) => {
    const { progress, shutdown, waitingFor } = life;
    const { path, instanceId, warnings, release } = takeDataFolder(asked, life.random);
    shutdown.add(release);
    for (const warning of warnings) life.log.warn({ warning }, "data_folder.rights_doubted");

    waitingFor.set("database", "it is starting").set("lightning", "it is starting");
    const { frontDoor, config } = await openDoor(life, asked);
    const { baseUrl } = config;
    writeRunning(path, { baseUrl, instanceId, children: undefined });
    shutdown.add(() => forgetRunning(path));

    const { database, lightning, serve } = await startChildren(life, openNode, { config, instanceId });
    const showKey = terminal.output.isTTY === true;
    const people = { showKey, ask: askAt(terminal) };
    const around = { database, lightning, frontDoor, examine: examine && (() => examine(config)), ...people };
    progress.print(await serve(life, { config, dataDir: path, instanceId, ...around }));
  });
}

type Started = {
  readonly database: RunningDatabase;
  readonly lightning: OpenedNode;
  readonly serve: typeof Service.serve;
};

/**
 * Database and node, side by side: on the test network each takes most of a start. Either may be under way when the
 * other fails or a signal comes: the network then gives up immediately, the database is stopped as soon as it has come
 * up.
 */
async function startChildren(
  life: Life,
  openNode: OpenNode,
  installation: { config: Config; instanceId: string },
): Promise<Started> {
  const { progress, shutdown, waitingFor } = life;
  const database = progress.step("database", (show) => {
    const say = (text: string) => {
      show(text);
      waitingFor.set("database", text);
    };
    return openDatabase({ ...life, ...installation.config, signal: shutdown.signal, say });
  });
  const lightning = openNode(life, installation);
  for (const starting of [database, lightning])
    shutdown.add(async () => {
      const [started] = await Promise.allSettled([starting]);
      if (started.status === "fulfilled") await started.value.stop();
    });

  const service = database.then(async (opened) => {
    const loaded = await loadService();
    await loaded.requireSecrets(opened, installation.config);
    return loaded;
  });
  const [openedDatabase, openedNode, { serve }] = await Promise.all([database, lightning, service]);
  shutdown.signal.throwIfAborted();
  return { database: openedDatabase, lightning: openedNode, serve };
}

/**
 * The modules of the service: half a second in which this process does nothing else. They are loaded here and not at
 * the top, so that the processes of the node begin before and start meanwhile. In two parts of about the same size: the
 * compiled code of the second lies where that of the first did, which is 12 MB less (docs/decisions/0077).
 */
async function loadService(): Promise<typeof Service> {
  letGoOfCompiledCode();
  await import("#service/routes.ts");
  letGoOfCompiledCode();
  const service = await import("./serve.ts");
  letGoOfCompiledCode();
  return service;
}
