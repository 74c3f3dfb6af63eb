/** For a process of its own: what Fastify loads when it is made, and not when it is imported. */
import { readConfig } from "#config.ts";
import { createServer } from "#platform/http/server.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createMetrics } from "#platform/metrics.ts";

const { rateLimit, rateLimitPerAddress } = readConfig({});

await createServer({
  clock: machineClock,
  random: machineRandom(machineClock),
  log: createLog({ level: "silent", pretty: false }),
  metrics: createMetrics({ process: false, clock: machineClock }),
  authenticate: async () => undefined,
  rateLimits: { perKey: rateLimit, perAddress: rateLimitPerAddress },
  trustedProxies: [],
  baseUrl: "http://127.0.0.1:8080",
}).ready();
