import { setTimeout as sleep } from "node:timers/promises";
import { startLook } from "../../../packages/server/src/platform/database/look.ts";
import { microBatch } from "../../../packages/server/src/platform/database/micro-batch.ts";
import { connect } from "../../../packages/server/src/platform/database/pool.ts";
import { createLog } from "../../../packages/server/src/platform/log.ts";
import { machineClock } from "../../../packages/server/src/platform/machine/clock.ts";
import { machineRandom } from "../../../packages/server/src/platform/machine/random.ts";
import { machineScheduler } from "../../../packages/server/src/platform/machine/scheduler.ts";
import { createMetrics } from "../../../packages/server/src/platform/metrics.ts";
import { createOutbound } from "../../../packages/server/src/platform/outbound/outbound.ts";
import { combineBodies, measureDeliveries } from "../../../packages/server/src/slices/events/index.ts";
import { eventLoops } from "../../../packages/server/src/slices/events/jobs.ts";
import { eventBodies } from "../../../packages/server/src/slices/payments/index.ts";

export type WorkerMessage =
  /** Before anything else. */
  | { readonly url: string; readonly role: string | undefined; readonly allow: readonly string[] }
  /** To deliver so many events, all that wait. Answered with the seconds that it took. */
  | { readonly deliver: number };

/** The product's worker that delivers events, with its database, log and metrics, in a process of its own. */
function createWorker({ url, role, allow }: Extract<WorkerMessage, { url: string }>) {
  const clock = machineClock;
  const random = machineRandom(clock);
  const log = createLog({ level: "info", pretty: false });
  const scheduler = machineScheduler({ failed: (task, err) => log.error({ task, err }, "task.failed") });
  const metrics = createMetrics({ process: true, clock });
  const db = connect({ url, role, max: 4, name: "bench deliveries" });
  const measure = measureDeliveries(metrics, { db, clock });
  let delivered = 0;
  let failed: string | undefined;
  const deps = {
    db,
    batch: microBatch({ db, clock }),
    clock,
    random,
    scheduler,
    log,
    outbound: createOutbound({ allow, ownAddresses: [], clock }),
    bodies: combineBodies({ "payment.completed": eventBodies }),
    isLive: async () => false,
    reached: () => undefined,
    onAttempt: (attempted: Parameters<typeof measure>[0]) => {
      measure(attempted);
      if (attempted.outcome === "delivered") delivered += 1;
      else failed ??= attempted.outcome;
    },
  };

  return async function deliver(count: number): Promise<number> {
    delivered = 0;
    const start = performance.now();
    const look = startLook(deps);
    const { loops } = eventLoops({ ...deps, look });
    while (delivered < count && failed === undefined) await sleep(2);
    const seconds = (performance.now() - start) / 1_000;
    await Promise.all([look, ...loops].map((loop) => loop.stop()));
    if (failed !== undefined) throw new Error(`a delivery ended with "${failed}"`);
    return seconds;
  };
}

let deliver: ReturnType<typeof createWorker> | undefined;

process.on("message", async (message) => {
  const request = message as WorkerMessage;
  if ("url" in request) deliver = createWorker(request);
  process.send?.("deliver" in request ? await deliver?.(request.deliver) : "ready");
});
process.on("disconnect", () => process.exit());
