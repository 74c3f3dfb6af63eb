import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { sats } from "../../packages/server/src/kernel/money.ts";
import type { Batch } from "../../packages/server/src/platform/database/batch.ts";
import { microBatch } from "../../packages/server/src/platform/database/micro-batch.ts";
import { connect, type Database } from "../../packages/server/src/platform/database/pool.ts";
import { createHttpServer } from "../../packages/server/src/platform/http/http-server.ts";
import { createLog } from "../../packages/server/src/platform/log.ts";
import { machineClock } from "../../packages/server/src/platform/machine/clock.ts";
import { machineRandom } from "../../packages/server/src/platform/machine/random.ts";
import { machineScheduler } from "../../packages/server/src/platform/machine/scheduler.ts";
import { createMetrics } from "../../packages/server/src/platform/metrics.ts";
import { createApp } from "../../packages/server/src/service/app.ts";
import { checkCallbacks, createHostCache } from "../../packages/server/src/slices/events/index.ts";
import * as payments from "../../packages/server/src/slices/payments/index.ts";
import { paymentRoutes } from "../../packages/server/src/slices/payments/routes.ts";
import { authenticate, createKeyCache } from "../../packages/server/src/slices/projects/index.ts";
import {
  createRecipientCache,
  recipientsAt,
  recipientsByGamertag,
} from "../../packages/server/src/slices/wallets/index.ts";
import { naiveBatch } from "./naive.ts";

/** How payments are written: as the product does, nowhere, or in one transaction for each request. */
export type Writing = "batched" | "nowhere" | "naive";

export type ServerOrder = { readonly url: string; readonly role: string | undefined; readonly writing: Writing };

/**
 * The product's HTTP side with its payment route, its keys, caches, log and metrics, in a process of its own. Only what
 * stands behind `Batch` differs. No node is connected: all payments are internal.
 */
async function serve({ url, role, writing }: ServerOrder): Promise<number> {
  const clock = machineClock;
  const random = machineRandom(clock);
  const log = createLog({ level: "info", pretty: false });
  const scheduler = machineScheduler({ failed: (task, err) => log.error({ task, err }, "task.failed") });
  const metrics = createMetrics({ process: true, clock: machineClock });
  const db = connect({ url, role, max: 4, name: `bench ${writing}` });
  const keyCache = createKeyCache(clock);
  const recipientCache = createRecipientCache(clock);

  const app = await createApp({
    log,
    clock,
    random,
    metrics,
    authenticate: (key) => authenticate({ db, clock, scheduler, keyCache }, key),
    rateLimits: { perKey: 1_000_000, perAddress: 1_000_000 },
    trustedProxies: [],
    baseUrl: "http://bench.example",
    readiness: () => [],
    metricsToken: undefined,
    routes: [
      paymentRoutes({
        db,
        batch: batchFor(writing, { url, db }),
        clock,
        random,
        scheduler,
        waiters: payments.createPaymentWaiters(clock, payments.measurePayments(metrics, { db, clock })),
        reached: () => undefined,
        fees: { floor: sats(10n), basisPoints: 100n },
        pendingMax: () => ({ wallet: 20, owner: 100, node: 200 }),
        capabilities: { feeLimit: { kind: "exact" }, wholeSats: false, keysend: false },
        baseUrl: "http://bench.example",
        recipientOf: recipientsAt("bench.example", { db, recipientCache }),
        walletOf: async () => undefined,
        walletOfGamertag: recipientsByGamertag({ db, recipientCache }),
        ownNode: async () => undefined,
        checkCallback: checkCallbacks({ db, hostCache: createHostCache(clock) }),
        drive: undefined,
      }),
    ],
  });
  const { server } = createHttpServer(app.routing, {
    clock,
    random,
    log,
    baseUrl: "http://bench.example",
    trustedProxies: ["127.0.0.1"], // all connections come from this one address
    connectionsMax: 4_096,
    showedKey: () => true,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

function batchFor(writing: Writing, { url, db }: { url: string; db: Database }): Batch {
  switch (writing) {
    case "batched":
      return microBatch({ db, clock: machineClock });
    case "naive":
      return naiveBatch(url);
    case "nowhere":
      return async (fn, input) => fn.decode({ i: 1, outcome: "completed" }, input, new Date());
  }
}

process.on("message", async (order) => process.send?.(await serve(order as ServerOrder)));
process.on("disconnect", () => process.exit());
