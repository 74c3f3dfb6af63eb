import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createHttpServer } from "../../packages/server/src/platform/http/http-server.ts";
import { createLog } from "../../packages/server/src/platform/log.ts";
import { machineClock } from "../../packages/server/src/platform/machine/clock.ts";
import { machineRandom } from "../../packages/server/src/platform/machine/random.ts";
import { machineScheduler } from "../../packages/server/src/platform/machine/scheduler.ts";
import { createMetrics } from "../../packages/server/src/platform/metrics.ts";
import { type AppOptions, createApp } from "../../packages/server/src/service/app.ts";

export const BASE_URL = "http://bench.example";

/** Time, randomness, log and metrics of a server that is measured, as the product has them. */
export function openMachine() {
  const clock = machineClock;
  const random = machineRandom(clock);
  const log = createLog({ level: "info", pretty: false });
  const scheduler = machineScheduler({ failed: (task, err) => log.error({ task, err }, "task.failed") });
  return { clock, random, log, scheduler, metrics: createMetrics({ process: true, clock }) };
}

type Served = ReturnType<typeof openMachine> & Pick<AppOptions, "authenticate" | "routes">;

/** The product's HTTP side with these routes and without limits of requests. Returns its port. */
export async function serveRoutes(served: Served): Promise<number> {
  const app = await createApp({
    ...served,
    rateLimits: { perKey: 1_000_000, perAddress: 1_000_000 },
    trustedProxies: [],
    baseUrl: BASE_URL,
    readiness: () => [],
    metricsToken: undefined,
    outbound: { refusalOf: () => undefined },
  });
  const { server } = createHttpServer(app.routing, {
    serviceName: "Leyden",
    ...served,
    baseUrl: BASE_URL,
    trustedProxies: ["127.0.0.1"], // all connections come from this one address
    connectionsMax: 4_096,
    showedKey: () => true,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
