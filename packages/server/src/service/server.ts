import { measureAudit, measureFullAudit } from "#audit";
import type { Config } from "#config.ts";
import type { Clock, Scheduler } from "#kernel/clock.ts";
import type { Journal } from "#kernel/journal.ts";
import { findClosure } from "#ledger";
import {
  type ChannelCopies,
  channelLook,
  isLiveWith,
  type LightningNode,
  measureChannelCopies,
  measureChannels,
  measureNode,
  type Network,
  rememberNode,
  watchChannels,
} from "#lightning";
import { type BackupHealth, measureBackups } from "#platform/backup-metrics.ts";
import type { Db } from "#platform/database/db.ts";
import type { DatabaseAddress } from "#platform/database/pool.ts";
import { measureDisks } from "#platform/disk-metrics.ts";
import type { Part } from "#platform/http/health.ts";
import type { ListedPages } from "#platform/http/listed.ts";
import type { Log } from "#platform/log.ts";
import type { MachineScheduler } from "#platform/machine/scheduler.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { authenticate, createKeyCache } from "#projects";
import type { CreateChargeDeps } from "#receiving";
import type { Witness } from "#restore";
import { notePayoutRules } from "#vouchers";
import { createApp } from "./app.ts";
import { beginBook, watchPosition } from "./begin-book.ts";
import type { Demo } from "./demo.ts";
import type { FrontDoor } from "./front-door.ts";
import { allInvariants, watchedInvariants } from "./invariants.ts";
import { openBranding } from "./open-branding.ts";
import { openMachine } from "./open-machine.ts";
import { openOwnNode } from "./own-node.ts";
import { watchReadiness } from "./readiness.ts";
import { watchCertificates } from "./watch-certificates.ts";
import { type Examine, watchDoctor } from "./watch-doctor.ts";
import { wireSlices } from "./wire-slices.ts";
import { startBookkeeping, type Worker } from "./worker.ts";

/** What a process does: answer requests, bring payments and receipts to their outcome, or both. */
export type Role = "all" | "api" | "worker";

export type ServerOptions = {
  readonly config: Config;
  readonly role: Role;
  readonly log: Log;
  readonly database: DatabaseAddress;
  /** Name of the installation, as it lies in the data folder. */
  readonly instanceId: string;
  /** Connected. It is closed when the server has stopped. */
  readonly node: LightningNode;
  /** Undefined where the node is not that of the test network. */
  readonly demo: Demo | undefined;
  readonly frontDoor: FrontDoor;
  /** What was seen of the ledger before this start. */
  readonly witness: Witness;
  /** What else must be there before the service calls itself ready. */
  readonly missing: () => readonly Part[];
  /** How often each child process was started again; empty in a process that has none. */
  readonly childRestarts: () => ReadonlyMap<string, number>;
  /** What is known of the backups; undefined in a process that makes none. */
  readonly backups?: (() => BackupHealth) | undefined;
  /** Where copies of the channel backup are kept; undefined in a process that keeps none. */
  readonly channelCopies?: ChannelCopies | undefined;
  /** Up to when every backup reaches that is kept and proved; undefined: the database says it. */
  readonly provedBackupAt?: (() => Promise<Date | undefined>) | undefined;
  /** What `leyden doctor` says, once an hour; undefined in a process that does not ask it. */
  readonly examine?: Examine | undefined;
  /** Undefined: that of the machine. */
  readonly taskScheduler?: MachineScheduler;
};

export type Server = {
  /** For those who work in the same process: the first start makes the demo project. */
  readonly deps: CreateChargeDeps & { readonly db: Db; readonly scheduler: Scheduler; readonly journal: Journal };
  /** The pages that are there now for people to open. */
  listed(): ListedPages;
  /** Lets what is under way end, and takes nothing new. */
  stop(): Promise<void>;
};

/**
 * Starts the service. It answers through the front door when this returns.
 * @throws {OperatorError} when node, data folder and database do not belong together; what had begun was stopped.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const opened = await openMachine(options);
  const { frontDoor, node } = options;
  const running: Running = {
    ...opened.machine,
    closeJournal: opened.closeJournal,
    frontDoor,
    node,
    outbounds: [],
    links: [],
    watches: [opened.machine.look],
    workers: [],
  };
  const stop = () => stopServer(running);
  try {
    return { ...(await wireServer(opened, running, options)), stop };
  } catch (error) {
    await stop(); // before the database ends, which the log would call lost
    throw error;
  }
}

/** The service, wired by hand: machine, outside world, slices, edges. What begins is entered in `running`. */
async function wireServer(
  { machine, metrics, whenLeft }: Awaited<ReturnType<typeof openMachine>>,
  running: Running,
  { config, role, frontDoor, demo, ...options }: ServerOptions,
): Promise<Omit<Server, "stop">> {
  const { db, clock, scheduler } = machine;
  const { workers } = running;
  const branding = await openBranding(config);
  const known = await rememberNode(db)(); // also while the node is away
  if (known !== undefined) refuseCrashOnMainnet(config, known.network);
  if (role === "all") await beginBook(machine, options.instanceId);
  const isCompared = role !== "all" && (await findClosure(db)) === undefined;

  // The outside world: Lightning node, other people's servers.
  const lightning = openOwnNode({ ...machine, node: options.node }, options);
  const { node, watched } = lightning;
  running.watches.push(watched);
  const isDevelopment = () => lightning.network() === "regtest"; // money is worth nothing there
  const outbound = createOutbound({
    allow: [...config.outboundAllow, ...(demo ? [demo.merchantHost] : [])],
    ownAddresses: config.ownAddresses,
    clock,
  });
  running.outbounds.push(outbound);
  measureNode(metrics, watched, isLiveWith(lightning.remembered));
  const channels = watchChannels({ ...machine, node, report: watched.report });
  running.watches.push(channels);
  measureChannels(metrics, channels);
  if (options.backups !== undefined) measureBackups(metrics, options.backups);
  const { channelCopies: copies } = options;
  if (copies !== undefined && node.operations !== undefined) measureChannelCopies(metrics, copies.recall);
  const auditWatch = measureAudit(metrics);
  measureFullAudit(metrics, machine);
  measureDisks(metrics, { clock, folders: foldersOf(config) });
  workers.push(watchCertificates({ metrics, clock, scheduler }, config));
  if (options.examine !== undefined) workers.push(watchDoctor({ ...machine, metrics }, options.examine));

  const [sends, answers] = [role !== "api", role !== "worker"];
  const { backups } = options;
  const keyCache = createKeyCache(clock);
  const outside = { keyCache, metrics, lightning, outbound, auditWatch, demo, branding, backups, isDevelopment };
  const slices = await wireSlices(config, { machine, whenLeft, ...outside, sends, answers, isCompared });
  workers.push(...slices.workers);
  const { feeFloor: floor, feeBasisPoints: basisPoints } = config;
  await notePayoutRules(machine, { fees: { floor, basisPoints }, capabilities: node.capabilities });

  // The workers: those of the node begin when it has answered, and is the one that belongs to us.
  workers.push(watchPosition(machine, role === "all" ? options.witness : undefined));
  const invariants = watchedInvariants(clock);
  const everything = () => allInvariants(clock);
  if (sends) workers.push(startBookkeeping({ ...machine, auditWatch, invariants, everything }));
  const nodeLink = await lightning.link(async (bound) => {
    refuseCrashOnMainnet(config, bound.network);
    slices.ramp.choose(bound.network);
    if (sends) workers.push(await slices.payments.start(bound), slices.ramp.start());
    if (sends && node.operations !== undefined) channels.follow(channelLook({ ...machine, copies }, node.operations));
  });
  running.links.push(nodeLink);
  const readiness = await watchReadiness({
    ...machine,
    nodeLacks: watched.lacks,
    overdue: scheduler.overdue,
    missing: () => [...options.missing(), ...slices.parts()],
  });
  running.watches.push(readiness);

  // The edge: HTTP.
  const app = await createApp({
    ...machine,
    metrics,
    authenticate: (key, onlyKnown) => authenticate({ db, clock, scheduler, keyCache }, key, onlyKnown),
    ...edgeSettings(config),
    branding,
    development: () => (isDevelopment() ? { users: demo?.users() ?? [] } : undefined),
    recipient: demo?.merchantAddress,
    readiness: readiness.parts,
    outbound,
    webhooks: slices.webhooks,
    refused: slices.refused,
    routes: slices.routes,
  });
  frontDoor.admit(app);

  return {
    deps: { ...slices.charging, scheduler, journal: machine.journal },
    listed: app.listed,
  };
}

/** What has begun; the lists grow while the service starts. */
type Running = {
  readonly frontDoor: FrontDoor;
  readonly links: Worker[];
  readonly watches: Worker[];
  readonly workers: Worker[];
  readonly scheduler: MachineScheduler;
  readonly clock: Clock;
  readonly node: Pick<LightningNode, "close">;
  readonly outbounds: { close(): Promise<void> }[];
  readonly closeJournal: () => Promise<void>;
  readonly db: { close(): Promise<void> };
};

/** Lets what is under way end, from the edge inwards. */
async function stopServer(running: Running): Promise<void> {
  const { frontDoor, links, watches, workers, scheduler, clock, node, outbounds, closeJournal, db } = running;
  await frontDoor.close();
  await Promise.all(links.map((link) => link.stop()));
  await Promise.all([...watches, ...workers].map((worker) => worker.stop()));
  await Promise.race([scheduler.drain(), clock.sleep(DRAIN_MS)]);
  // what still waits for them ends as unknown, and is found again
  await Promise.all([node, ...outbounds].map((open) => open.close()));
  await scheduler.drain();
  try {
    await closeJournal();
  } finally {
    await db.close();
  }
}

/** Whose disks are measured. */
function foldersOf({ dataDir, journalDir, backupDir, databaseUrl }: Config): ReadonlyMap<string, string> {
  const folders = new Map([["data", dataDir]]);
  if (journalDir !== undefined) folders.set("journal", journalDir);
  if (backupDir !== undefined && databaseUrl === undefined) folders.set("backups", backupDir);
  return folders;
}

/** What the settings say about answering requests. */
function edgeSettings({ rateLimit, rateLimitPerAddress, trustedProxies, baseUrl, metricsToken }: Config) {
  const rateLimits = { perKey: rateLimit, perAddress: rateLimitPerAddress };
  return { rateLimits, trustedProxies, baseUrl, metricsToken };
}

/** How long pending payments may take before a stop leaves them to the next start. */
const DRAIN_MS = 8_000;

function refuseCrashOnMainnet({ crashAt: point }: Config, network: Network): void {
  if (point !== undefined && network === "mainnet")
    throw new OperatorError(
      "LEYDEN_CRASH_AT is set and the node is on mainnet",
      "Remove LEYDEN_CRASH_AT: it is for tests.",
    );
}
