import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Caller } from "../../packages/server/src/kernel/caller.ts";
import type { ProjectId, ProjectKeyId, WalletId } from "../../packages/server/src/kernel/ids.ts";
import { connect } from "../../packages/server/src/platform/database/pool.ts";
import { createHttpServer } from "../../packages/server/src/platform/http/http-server.ts";
import { createLog } from "../../packages/server/src/platform/log.ts";
import { machineClock } from "../../packages/server/src/platform/machine/clock.ts";
import { machineRandom } from "../../packages/server/src/platform/machine/random.ts";
import { createMetrics } from "../../packages/server/src/platform/metrics.ts";
import { createApp } from "../../packages/server/src/service/app.ts";
import { statementRoutes } from "../../packages/server/src/slices/statements/routes.ts";
import { findWallet } from "../../packages/server/src/slices/wallets/index.ts";

/** Starts the server, watches the memory of its process, or ends that and answers the most. */
export type StatementMessage =
  | { readonly kind: "serve"; readonly url: string; readonly role: string | undefined; readonly walletId: WalletId }
  | { readonly kind: "watch" }
  | { readonly kind: "most" };

/** Megabytes: what the process needs, and what it has of the machine, garbage included. */
export type Memory = { readonly live: number; readonly resident: number };

/** Between two looks. Each collects all garbage first, so what is left is needed. */
const LOOK_MS = 200;

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function memoryNow(): Memory {
  const resident = process.memoryUsage.rss() / 1e6;
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage(); // "external" has the buffers in it
  return { live: (heapUsed + external) / 1e6, resident };
}

let most: Memory = { live: 0, resident: 0 };
let looking: NodeJS.Timeout | undefined;

function look(): void {
  const { live, resident } = memoryNow();
  most = { live: Math.max(most.live, live), resident: Math.max(most.resident, resident) };
}

function watch(): null {
  most = memoryNow();
  looking = setInterval(look, LOOK_MS);
  return null;
}

function endWatch(): Memory {
  clearInterval(looking);
  look();
  return most;
}

/** The product's HTTP side with its statement route, in a process of its own. Every key is that of one wallet. */
async function serve({ url, role, walletId }: Extract<StatementMessage, { kind: "serve" }>): Promise<number> {
  const [clock, random] = [machineClock, machineRandom()];
  const log = createLog({ level: "info", pretty: false });
  const db = connect({ url, role, max: 4, name: "bench statement" });
  const wallet = await findWallet(db, walletId);
  if (wallet === undefined) throw new Error("there is no such wallet");
  const policy = { feeCeilingBasisPoints: 500n, internalIdIsUnique: false };
  const actor = {
    kind: "project",
    projectId: wallet.owner.id as ProjectId,
    keyId: "" as ProjectKeyId,
    policy,
  } as const;
  const caller: Caller = { wallet, actor };
  const app = await createApp({
    log,
    clock,
    random,
    metrics: createMetrics({ process: true, clock }),
    authenticate: () => caller,
    rateLimits: { perKey: 1_000_000, perAddress: 1_000_000 },
    trustedProxies: [],
    baseUrl: "http://bench.example",
    readiness: () => [],
    metricsToken: undefined,
    outbound: { refusalOf: () => undefined },
    routes: [statementRoutes({ db })],
  });
  const options = { baseUrl: "http://bench.example", trustedProxies: [], connectionsMax: 64, showedKey: () => true };
  const { server } = createHttpServer(app.routing, {
    serviceName: "Leyden",
    clock,
    random,
    log,
    ...options,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function answerTo(message: StatementMessage): Promise<unknown> {
  if (message.kind === "serve") return await serve(message);
  return message.kind === "watch" ? watch() : endWatch();
}

process.on("message", async (message: StatementMessage) => process.send?.(await answerTo(message)));
process.on("disconnect", () => process.exit());
