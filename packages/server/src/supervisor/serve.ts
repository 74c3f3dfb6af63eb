import type { Config } from "#config.ts";
import { findClosure } from "#ledger";
import type { LightningNode } from "#lightning";
import { takeOver } from "#payments";
import { connect } from "#platform/database/pool.ts";
import { isLocalHost } from "#platform/http/is-local.ts";
import { requireKey } from "#platform/secrets/open-sealer.ts";
import type { FrontDoor } from "#service/front-door.ts";
import { startServer } from "#service/server.ts";
import type { Examine } from "#service/watch-doctor.ts";
import { channelCopies } from "./backup/channel-files.ts";
import { keepBackups } from "./backup/keep-backups.ts";
import { provedBackups } from "./backup/proved-at.ts";
import type { RunningDatabase } from "./database.ts";
import { type Ask, admitFirstNode } from "./first-node.ts";
import type { Life } from "./life.ts";
import type { OpenedNode } from "./node.ts";
import { type Development, demoOf, type ProvisionDeps, provision, type Surroundings } from "./provision.ts";
import { writeRunning } from "./run-file.ts";
import type { TestNetwork } from "./test-network.ts";
import { closedLedger, ready, welcome } from "./welcome.ts";
import { fileWitness } from "./witness.ts";

export type Installation = {
  readonly config: Config;
  readonly dataDir: string;
  readonly instanceId: string;
  readonly database: RunningDatabase;
  readonly lightning: OpenedNode;
  readonly frontDoor: FrontDoor;
  /** Only a person at a terminal is shown the key of the demo project. */
  readonly showKey: boolean;
  /** How that person is asked. */
  readonly ask?: Ask | undefined;
  /** The doctor; undefined where none is given. */
  readonly examine?: Examine | undefined;
};

/**
 * Says that the key of the secrets is missing as soon as the database is there: the node may take long to start.
 * @throws {OperatorError}
 */
export async function requireSecrets(database: RunningDatabase, config: Config): Promise<void> {
  const db = connect({ url: database.url, role: database.role, max: 1, name: "leyden start" });
  try {
    await requireKey(db, config);
  } finally {
    await db.close();
  }
}

/**
 * Starts the service on a database and a node that run, and lets other processes of the installation join. On the test
 * network the first start makes a project, and users with money in their wallets. Returns what to tell the person who
 * started it.
 */
export async function serve(life: Life, installation: Installation): Promise<string> {
  const { progress, shutdown, waitingFor } = life;
  const { config, dataDir, instanceId, database, lightning, frontDoor, showKey } = installation;
  const { baseUrl } = config;
  const { node, address, network } = lightning;
  await beforeAnything(life, { ...installation, node });
  const { url, role } = database;
  const children = { database: { url, role }, node: address, network: network?.addresses };
  writeRunning(dataDir, { baseUrl, instanceId, children });

  const backups = openBackups(life, installation);
  waitingFor.clear();
  if (network !== undefined) waitingFor.set("demo project", "it gets its first money");
  const server = await progress.step("server", () =>
    startServer({
      ...life,
      config,
      role: "all",
      instanceId,
      database,
      node,
      frontDoor,
      witness: fileWitness(config, instanceId),
      demo: demoOf(network?.addresses, dataDir),
      backups: backups?.health,
      channelCopies: channelCopies(config, instanceId),
      provedBackupAt: provedBackups(config),
      examine: installation.examine,
    }),
  );
  shutdown.add(server.stop);
  shutdown.add(() => writeRunning(dataDir, { baseUrl, instanceId, children: undefined })); // who joined stops as well
  shutdown.signal.throwIfAborted();

  const development = network && (await provideDemo({ ...life, ...server.deps }, network, { baseUrl, dataDir }));
  waitingFor.clear();
  const pages = server.listed();
  const closed = closedLedger(await findClosure(server.deps.db));
  if (development === undefined) return ready(baseUrl, pages) + closed;
  const local = isLocalHost(new URL(frontDoor.url).host) ? frontDoor.url : undefined;
  return welcome(development, { dataDir, showKey, pages, local }) + closed;
}

/** Backups of the embedded database; undefined where there is no folder for them, or the database is another one. */
function openBackups(life: Life, { config, dataDir, instanceId, database }: Installation) {
  if (config.backupDir === undefined || config.databaseUrl !== undefined) return undefined;
  const spareBytes = config.backupSpareGb * 1e9;
  const backups = keepBackups({
    ...life,
    url: database.url,
    folder: config.backupDir,
    dataDir,
    instanceId,
    trustedFolders: config.trustedFolders,
    spareBytes,
  });
  life.shutdown.add(backups.stop);
  return backups;
}

/**
 * The first connection is the operator's to decide. Then payments are taken over that a former start had under way: a
 * node that stops with us takes attempts only with the token of this start, which no other process knows before it is
 * written down: whatever was sent until now has arrived or never will.
 */
async function beforeAnything(
  life: Life,
  {
    config,
    database: { url, role },
    node,
    instanceId,
    ask,
  }: Pick<Installation, "config" | "database" | "instanceId" | "ask"> & { readonly node: LightningNode },
): Promise<void> {
  const db = connect({ url, role, max: 1, name: "leyden start" });
  try {
    await admitFirstNode({ ...life, db, node, ask }, config);
    await takeOver({ ...life, db, node }, { instanceId });
  } finally {
    await db.close();
  }
}

/** The project, the users and the money that only the test network gives away. */
async function provideDemo(
  deps: Life & ProvisionDeps,
  { addresses: { merchantAddress }, merchantPays }: TestNetwork,
  around: Pick<Surroundings, "baseUrl" | "dataDir">,
): Promise<Development> {
  return await deps.progress.step("demo project", (say) =>
    provision(deps, { ...around, merchantAddress, merchantPays }, say),
  );
}
