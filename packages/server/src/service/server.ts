import type { NetworkAddresses } from "@leyden/regtest";
import { connectNode } from "#adapters/lightning/choose.ts";
import { measureAudit } from "#audit";
import { type Config, levelLimits } from "#config.ts";
import { measureIncidents } from "#incidents";
import type { Clock, Scheduler } from "#kernel/clock.ts";
import type { PaymentId, WalletId } from "#kernel/ids.ts";
import { measurePauses } from "#ledger";
import { type LightningNode, measureNode, type Network, type WatchedNode } from "#lightning";
import * as payments from "#payments";
import type { Db } from "#platform/database/db.ts";
import { microBatch } from "#platform/database/micro-batch.ts";
import type { DatabaseAddress } from "#platform/database/pool.ts";
import { connect } from "#platform/database/pool.ts";
import type { Part } from "#platform/http/health.ts";
import type { Log } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { crashAt } from "#platform/machine/crash.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { machineScheduler } from "#platform/machine/scheduler.ts";
import { createMetrics, type Metrics } from "#platform/metrics.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { openSealer } from "#platform/secrets/open-sealer.ts";
import { databaseInLog, measureChildren, measureDatabase, measureTasks, tasksInLog } from "#platform/tasks.ts";
import { authenticate, createKeyCache } from "#projects";
import { type CreateChargeDeps, invoicesAt, measureReceipts } from "#receiving";
import { setLevels } from "#users";
import { createRecipientCache, findWallet, recipientsAt, recipientsByGamertag } from "#wallets";
import { createApp } from "./app.ts";
import type { FrontDoor } from "./front-door.ts";
import { watchedInvariants } from "./invariants.ts";
import { openOwnNode } from "./own-node.ts";
import { watchReadiness } from "./readiness.ts";
import { allRoutes } from "./routes.ts";
import { WEBHOOKS } from "./webhooks.ts";
import { wireAccounts } from "./wire-accounts.ts";
import { andThen, wireEvents } from "./wire-events.ts";
import { wireMails } from "./wire-mails.ts";
import { wireNeighbours } from "./wire-neighbours.ts";
import type { DemoApp } from "./wire-oauth.ts";
import { wireRamp } from "./wire-ramp.ts";
import { startBookkeeping, startVouchers, startWorkers, type Worker } from "./worker.ts";

/** What a process does: answer requests, bring payments and receipts to their outcome, or both. */
export type Role = "all" | "api" | "worker";

export type ServerOptions = {
  readonly config: Config;
  readonly role: Role;
  readonly log: Log;
  readonly database: DatabaseAddress;
  /** Name of the installation, as it lies in the data folder. */
  readonly instanceId: string;
  readonly network: NetworkAddresses;
  readonly frontDoor: FrontDoor;
  /** What else must be there before the service calls itself ready. */
  readonly missing: () => readonly Part[];
  /** The application of development; undefined in a process that knows none. */
  readonly demoApp: () => DemoApp | undefined;
  /** Key of the demo project, likewise. */
  readonly demoKey: () => string | undefined;
  /** How often each child process was started again; empty in a process that has none. */
  readonly childRestarts: () => ReadonlyMap<string, number>;
};

export type Server = {
  /** For those who work in the same process: the first start makes the demo project. */
  readonly deps: CreateChargeDeps & { readonly db: Db; readonly scheduler: Scheduler };
  /** Lets what is under way end, and takes nothing new. */
  stop(): Promise<void>;
};

/**
 * The service, wired by hand: machine, outside world, slices, edges. Answers through the front door when it returns.
 * @throws {OperatorError} when node, data folder and database do not belong together.
 */
export async function startServer({ config, role, log, frontDoor, ...options }: ServerOptions): Promise<Server> {
  // The machine.
  const { clock, random, scheduler, metrics, reached } = openMachine({ config, log, ...options });

  // The outside world: database, Lightning node, other people's servers.
  const db = openDatabase({ ...options, role, log }, metrics);
  await setLevels({ db }, levelLimits(config));
  const batch = microBatch({ db, clock });
  const lightning = connectNode({ backend: "embedded", ...options.network.node }, clock);
  const outbound = createOutbound({
    allow: [...config.outboundAllow, options.network.merchantHost],
    ownAddresses: config.ownAddresses,
    clock,
  });
  const ownNode = openOwnNode({ db, batch, clock, random, scheduler, log, node: lightning }, options);
  const isDevelopment = () => ownNode.network() === "regtest"; // money is worth nothing there
  const { node, watched } = ownNode;
  measureOutside(metrics, db, watched);
  const auditWatch = measureAudit(metrics);

  // The slices. What one needs of another comes in here.
  const sealer = await openSealer({ db, clock, random }, config);
  const machine = { db, batch, clock, random, scheduler, log, reached, sealer, ownNode: ownNode.remembered };
  const keyCache = createKeyCache(clock);
  const terms = termsOf(config, node);
  const sends = role !== "api";
  const { checkCallback, ...events } = wireEvents({ sends }, metrics, { ...machine, outbound });
  const mails = wireMails({ sends, isDevelopment, ...config }, metrics, machine);
  const answers = role !== "worker";
  const { demoApp } = options;
  const outlet = mails.routes.outlet;
  const accounts = await wireAccounts(config, machine, { sends, answers, outlet, isDevelopment, demoApp });
  const pages = { ...events.routes, ...mails.routes, ...accounts.routes };
  const neighbours = wireNeighbours(config, { ...machine, outbound, isDevelopment });
  const onFinished = andThen(payments.measurePayments(metrics, { db, clock }), events.wake);
  const waiters = payments.createPaymentWaiters(clock, onFinished);
  const charging = { ...machine, ...terms, checkCallback, node, receivable: watched.receivable };
  let driving: payments.DriveDeps | undefined;
  const paying = {
    ...machine,
    waiters,
    ...terms,
    pendingMax: () => pendingMaxOf(config, watched.slots()),
    ...findersOf(db, clock, new URL(config.baseUrl).host),
    checkCallback,
    drive: role === "api" ? undefined : async (payment) => driving && (await payments.drivePayment(driving, payment)),
  } satisfies payments.PayDeps;

  const selling = { ...charging, ...paying, outbound, outlet };
  const ramp = await wireRamp(config, selling, {
    ...{ ...options, ...options.network, ...{ answers, rates: neighbours.rates, isDevelopment } },
  });

  // The workers: those of the node begin when it has answered, and is the one that belongs to us.
  const workers: Worker[] = [events.worker, mails.worker, accounts.worker];
  if (sends)
    workers.push(startBookkeeping({ ...machine, auditWatch, invariants: watchedInvariants() }), startVouchers(paying));
  const onCredited = andThen(measureReceipts(metrics), events.wake);
  const nodeLink = await ownNode.link(async ({ nodeId, network }) => {
    refuseCrashOnMainnet(config, network);
    ramp.choose(network);
    if (role === "api") return;
    const leases = new Map<PaymentId, bigint>();
    const ownInvoice = invoicesAt({ ...paying, node });
    const deps: payments.DriveDeps = { ...machine, node, nodeId, network, outbound, ownInvoice, waiters, leases };
    workers.push(await startWorkers({ ...deps, scheduler, auditWatch, onCredited }));
    driving = deps;
    workers.push(ramp.start());
  });
  const readiness = await watchReadiness({
    ...machine,
    nodeLacks: watched.lacks,
    overdue: scheduler.overdue,
    missing: () => [...options.missing(), mails.part()],
  });

  // The edge: HTTP.
  const app = await createApp({
    ...machine,
    metrics,
    authenticate: (key, onlyKnown) => authenticate({ db, clock, scheduler, keyCache }, key, onlyKnown),
    rateLimits: { perKey: config.rateLimit, perAddress: config.rateLimitPerAddress },
    trustedProxies: config.trustedProxies,
    baseUrl: config.baseUrl,
    recipient: options.network.merchantAddress,
    readiness: readiness.parts,
    metricsToken: config.metricsToken,
    webhooks: WEBHOOKS,
    routes: !answers
      ? []
      : allRoutes({ ...charging, ...paying, ...pages, ...neighbours, db, ramp: ramp.deps, selling: ramp.routes }),
  });
  frontDoor.admit(app);

  return {
    deps: { ...charging, scheduler },
    stop: () =>
      stopServer({ ...machine, frontDoor, links: [nodeLink], watches: [watched, readiness], workers, node, outbound }),
  };
}

type Running = {
  readonly frontDoor: FrontDoor;
  readonly links: readonly Worker[];
  readonly watches: readonly Worker[];
  readonly workers: readonly Worker[];
  readonly scheduler: ReturnType<typeof machineScheduler>;
  readonly clock: Clock;
  readonly node: Pick<LightningNode, "close">;
  readonly outbound: { close(): Promise<void> };
  readonly db: { close(): Promise<void> };
};

/** Lets what is under way end, from the edge inwards. */
async function stopServer(running: Running): Promise<void> {
  const { frontDoor, links, watches, workers, scheduler, clock, node, outbound, db } = running;
  await frontDoor.close();
  await Promise.all(links.map((link) => link.stop()));
  await Promise.all([...watches, ...workers].map((worker) => worker.stop()));
  await Promise.race([scheduler.drain(), clock.sleep(DRAIN_MS)]);
  await Promise.all([node.close(), outbound.close()]); // what still waits for them ends as unknown, and is found again
  await scheduler.drain();
  await db.close();
}

function measureOutside(metrics: Metrics, db: Db, node: WatchedNode): void {
  measureNode(metrics, node);
  measurePauses(metrics, { db });
  measureIncidents(metrics, { db });
}

function openDatabase({ database, role, log }: Pick<ServerOptions, "database" | "role" | "log">, metrics: Metrics) {
  const watch = measureDatabase(metrics, databaseInLog(log));
  return connect({ ...database, max: DATABASE_CONNECTIONS, name: `leyden ${role}`, watch });
}

/** Time, randomness and tasks of this process, and what measures them. */
function openMachine({ config, log, childRestarts }: Pick<ServerOptions, "config" | "log" | "childRestarts">) {
  const clock = machineClock;
  const random = machineRandom(clock);
  const scheduler = machineScheduler(tasksInLog(() => log));
  const metrics = createMetrics({ process: true, clock });
  measureTasks(metrics, scheduler);
  measureChildren(metrics, childRestarts);
  return { clock, random, scheduler, metrics, reached: crashAt(config.crashAt) };
}

/** How a payment's recipient is found in this service. */
function findersOf(db: Db, clock: Clock, ownHost: string) {
  const recipientCache = createRecipientCache(clock);
  return {
    recipientOf: recipientsAt(ownHost, { db, recipientCache }),
    walletOfGamertag: recipientsByGamertag({ db, recipientCache }),
    walletOf: (id: WalletId) => findWallet(db, id),
  };
}

/** What a route may cost, what an address takes, and how both are shown. */
function termsOf(
  { feeFloor, feeBasisPoints, addressMax, baseUrl }: Config,
  { capabilities }: Pick<LightningNode, "capabilities">,
) {
  return { fees: { floor: feeFloor, basisPoints: feeBasisPoints }, capabilities, addressMax, baseUrl };
}

/** Half of the node's slots, so that payments leave room for what comes in. */
function pendingMaxOf(
  { pendingPerWallet, pendingPerProject }: Config,
  slots = 2 * pendingPerProject,
): payments.PendingMax {
  return { wallet: pendingPerWallet, owner: pendingPerProject, node: Math.floor(slots / 2) };
}

/** How long pending payments may take before a stop leaves them to the next start. */
const DRAIN_MS = 8_000;
/** Requests look things up beside the one connection that the batches take. */
const DATABASE_CONNECTIONS = 12;

function refuseCrashOnMainnet({ crashAt: point }: Config, network: Network): void {
  if (point !== undefined && network === "mainnet")
    throw new OperatorError(
      "LEYDEN_CRASH_AT is set and the node is on mainnet",
      "Remove LEYDEN_CRASH_AT: it is for tests.",
    );
}
