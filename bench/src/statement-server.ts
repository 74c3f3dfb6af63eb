import { once } from "node:events";
import type { AddressInfo } from "node:net";
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

/** Starts the server, or asks how much memory its process has in megabytes. */
export type StatementOrder =
  | { readonly kind: "serve"; readonly url: string; readonly role: string | undefined; readonly walletId: WalletId }
  | { readonly kind: "memory" };

/** The product's HTTP side with its statement route, in a process of its own. Every key is that of one wallet. */
async function serve({ url, role, walletId }: Extract<StatementOrder, { kind: "serve" }>): Promise<number> {
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
    routes: [statementRoutes({ db })],
  });
  const options = { baseUrl: "http://bench.example", trustedProxies: [], connectionsMax: 64, showedKey: () => true };
  const { server } = createHttpServer(app.routing, { clock, random, log, ...options });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

process.on("message", async (order: StatementOrder) =>
  process.send?.(order.kind === "serve" ? await serve(order) : process.memoryUsage.rss() / 1e6),
);
process.on("disconnect", () => process.exit());
