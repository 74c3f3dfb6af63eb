import { join } from "node:path";
import { capabilitiesOf } from "#adapters/lightning/choose.ts";
import type { Config } from "#config.ts";
import { takeOver } from "#payments";
import { connect } from "#platform/database/pool.ts";
import { quitPostgres } from "#platform/postgres/server.ts";
import { startServer } from "#service/server.ts";
import { takeDataFolder } from "./data-folder.ts";
import { openDatabase, type RunningDatabase } from "./database.ts";
import { type Life, live, openDoor, type Terminal } from "./life.ts";
import { type Development, provision, readDevelopment } from "./provision.ts";
import { forgetRunning, writeRunning } from "./run-file.ts";
import { startTestNetwork, type TestNetwork } from "./test-network.ts";

/**
 * Starts everything that one machine needs: the database, the Lightning network, the service; at the first start a
 * project and users with money in their wallets. Resolves when a signal has stopped it all.
 *
 * @throws {OperatorError} when something does not start; what had started was stopped.
 */
export async function start(asked: Config, terminal: Terminal): Promise<void> {
  const quit = () => quitPostgres(join(asked.dataDir, "postgres"));
  await live(asked, terminal, quit, async (life) => {
    const { progress, shutdown, waitingFor } = life;
    const { path, instanceId, release } = takeDataFolder(asked.dataDir, life.random);
    shutdown.add(release);

    waitingFor.set("database", "it is starting").set("lightning", "it is starting");
    const { frontDoor, config } = await openDoor(life, asked);
    const { baseUrl } = config;
    writeRunning(path, { baseUrl, instanceId, children: undefined });
    shutdown.add(() => forgetRunning(path));

    const { database, network } = await startChildren(life, { config, instanceId });
    const { url, role } = database;
    await takeOverPayments(life, { database, instanceId });
    writeRunning(path, { baseUrl, instanceId, children: { database: { url, role }, network: network.addresses } });

    waitingFor.clear();
    waitingFor.set("demo project", "it gets its first money");
    const server = await progress.step("server", () =>
      startServer({
        ...{ ...life, config, role: "all", instanceId, database, network: network.addresses, frontDoor },
        demoApp: () => readDevelopment(path)?.oauth,
        demoKey: () => readDevelopment(path)?.apiKey,
      }),
    );
    shutdown.add(server.stop);
    shutdown.signal.throwIfAborted();

    const { merchantPays, addresses } = network;
    const around = { baseUrl, dataDir: path, merchantAddress: addresses.merchantAddress, merchantPays };
    const development = await progress.step("demo project", (say) =>
      provision({ ...life, ...server.deps }, around, say),
    );
    waitingFor.clear();
    progress.print(welcome(development, { dataDir: path, showKey: terminal.output.isTTY === true }));
  });
}

type Children = { readonly database: RunningDatabase; readonly network: TestNetwork };

/**
 * Database and network, side by side: each takes most of a start. Either may be under way when the other fails or a
 * signal comes: the network then gives up immediately, the database is stopped as soon as it has come up.
 */
async function startChildren(
  life: Life,
  { config, instanceId }: { config: Config; instanceId: string },
): Promise<Children> {
  const { progress, shutdown } = life;
  const database = progress.step("database", () => openDatabase({ ...life, ...config }));
  const network = progress.step("Lightning network", (say) =>
    startTestNetwork({ ...life, ...config, instanceId, say, signal: shutdown.signal }),
  );
  for (const starting of [database, network])
    shutdown.add(async () => {
      const [started] = await Promise.allSettled([starting]);
      if (started.status === "fulfilled") await started.value.stop();
    });

  const [openedDatabase, startedNetwork] = await Promise.all([database, network]);
  shutdown.signal.throwIfAborted();
  return { database: openedDatabase, network: startedNetwork };
}

/**
 * The node takes attempts only with the token of this start, which no other process knows before it is written down:
 * whatever was sent until now has arrived or never will.
 */
async function takeOverPayments(
  { clock, log }: Life,
  { database: { url, role }, instanceId }: { database: RunningDatabase; instanceId: string },
): Promise<void> {
  const db = connect({ url, role, max: 1, name: "leyden start" });
  try {
    await takeOver({ db, clock, log, node: { capabilities: capabilitiesOf("embedded") } }, { instanceId });
  } finally {
    await db.close();
  }
}

/**
 * What a person needs next. The call is one line, so that it can be pasted anywhere. The key is shown at a terminal only:
 * elsewhere the text lands in a journal.
 */
export function welcome(
  { baseUrl, apiKey, merchant, users }: Development,
  { dataDir, showKey }: { readonly dataDir: string; readonly showKey: boolean },
): string {
  const file = join(dataDir, "development.json");
  const body = JSON.stringify({ lnAddress: merchant.lnAddress, amount: "10000", comment: "My first payment" });
  const key = showKey ? apiKey : "<project key>";
  return [
    "",
    `Leyden is ready: ${baseUrl}`,
    "",
    `  Project key  ${showKey ? apiKey : `in ${file}`}`,
    `  Merchant     ${merchant.lnAddress}`,
    `  Users        ${users.map(({ lnAddress }) => lnAddress).join(", ")}`,
    `  Reference    ${baseUrl}/docs`,
    ...(showKey ? [`  In a file    ${file}`] : []),
    "",
    "Pay the merchant 10 sat over Lightning:",
    "",
    `curl -s ${baseUrl}/v0/ln-address/send-payment -H 'apikey: ${key}' -H 'content-type: application/json' -d '${body}'`,
    "",
    "Have the world pay you: npm run leyden -- lab pay <invoice>. Ctrl-C stops everything.",
    "",
  ].join("\n");
}
