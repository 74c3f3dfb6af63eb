import type { NetworkAddresses } from "@leyden/regtest";
import { connectNode } from "#adapters/lightning/choose.ts";
import type { Config } from "#config.ts";
import type { Scheduler } from "#kernel/clock.ts";
import type { PaymentId } from "#kernel/ids.ts";
import { bindNode, type Network, watchSlots } from "#lightning";
import * as payments from "#payments";
import type { Db } from "#platform/database/db.ts";
import { microBatch } from "#platform/database/micro-batch.ts";
import type { DatabaseAddress } from "#platform/database/pool.ts";
import { connect } from "#platform/database/pool.ts";
import type { Part } from "#platform/http/health.ts";
import type { Log } from "#platform/log.ts";
import { crashAt, machineClock, machineRandom, machineScheduler } from "#platform/machine/machine.ts";
import { createMetrics } from "#platform/metrics.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { createOutbound, interfaceAddresses } from "#platform/outbound/outbound.ts";
import { accountsAt, authenticate, createKeyCache, createRecipientCache } from "#projects";
import { type CreateChargeDeps, countReceipts } from "#receiving";
import { createApp } from "./app.ts";
import type { FrontDoor } from "./front-door.ts";
import { watchedInvariants } from "./invariants.ts";
import { readinessOf } from "./readiness.ts";
import { apiRoutes } from "./routes.ts";
import { startWorkers } from "./worker.ts";

/** What a process does: answer requests, bring payments and receipts to their end, or both. */
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
  const clock = machineClock;
  const random = machineRandom(clock);
  const scheduler = machineScheduler((task, err) => log.error({ task, err }, "task.failed"));
  const metrics = createMetrics({ process: true });
  const reached = crashAt(config.crashAt);

  // The outside world: database, Lightning node, other people's servers.
  const db = connect({ ...options.database, max: DATABASE_CONNECTIONS, name: `leyden ${role}` });
  const batch = microBatch({ db, clock });
  const node = connectNode({ backend: "embedded", ...options.network.node }, clock);
  const outbound = createOutbound({
    allow: [...config.outboundAllow, options.network.merchantHost],
    ownAddresses: [...config.ownAddresses, ...interfaceAddresses()],
    clock,
  });
  const { nodeId, network } = await bindNode({ db, batch, clock, random, node }, options);
  refuseCrashOnMainnet(config, network);
  const slots = await watchSlots({ node, scheduler });

  // The slices. What one needs of another comes in here.
  const machine = { db, batch, clock, random, scheduler, log, reached };
  const keyCache = createKeyCache(clock);
  const recipientCache = createRecipientCache(clock);
  const endings = payments.createEndings(clock, payments.countPayments(metrics, { db, clock }));
  const held = new Map<PaymentId, bigint>();
  const driving: payments.DriveDeps = { ...machine, node, nodeId, network, outbound, endings, held };
  const paying: payments.PayDeps = {
    ...machine,
    endings,
    fees: { floor: config.feeFloor, basisPoints: config.feeBasisPoints },
    pendingMax: () => ({
      wallet: config.openPerWallet,
      project: config.openPerProject,
      node: Math.floor(slots.count() / 2),
    }),
    recipientHere: accountsAt(new URL(config.baseUrl).host, { db, recipientCache }),
    drive: role === "api" ? undefined : (payment) => payments.drivePayment(driving, payment),
  };
  const charging: CreateChargeDeps = { ...machine, node };

  // The edges: workers and HTTP.
  const workers =
    role === "api"
      ? undefined
      : await startWorkers({
          ...driving,
          scheduler,
          onCredited: countReceipts(metrics),
          invariants: watchedInvariants(),
        });
  const app = await createApp({
    ...machine,
    metrics,
    authenticate: (key, onlyKnown) => authenticate({ db, clock, scheduler, keyCache }, key, onlyKnown),
    rateLimits: { perKey: config.rateLimit, perAddress: config.rateLimitPerAddress },
    trustedProxies: config.trustedProxies,
    baseUrl: config.baseUrl,
    recipient: options.network.merchantAddress,
    readiness: readinessOf({ db, node, clock, missing: options.missing }),
    metricsToken: config.metricsToken,
    routes: role === "worker" ? [] : apiRoutes({ ...charging, ...paying, db }),
  });
  frontDoor.admit(app);

  return {
    deps: { ...charging, scheduler },
    async stop() {
      await frontDoor.close();
      await Promise.all([workers?.stop(), slots.stop()]);
      await Promise.race([scheduler.drain(), clock.sleep(DRAIN_MS)]);
      await Promise.all([node.close(), outbound.close()]); // what still waits for them ends as unknown, and is found again
      await scheduler.drain();
      await db.close();
    },
  };
}

/** How long payments under way may take to end before a stop leaves them to the next start. */
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
