/** Process of the world: a router and a merchant, in one instance of the library. */
import { listenForControl } from "../children/control-server.ts";
import { runChild } from "../children/run-child.ts";
import { untilUsable } from "../lightning/channels.ts";
import { handlersOf } from "../lightning/handlers.ts";
import { type NodeOptions, startNode } from "../lightning/node.ts";

export type WorldConfig = {
  readonly controlPort: number;
  readonly token: string;
  readonly router: NodeOptions;
  readonly merchant: NodeOptions;
};
export type WorldReport = { readonly routerId: string; readonly merchantId: string };

/** Two nodes of one process connect in a few milliseconds. */
const CONNECT_MAX_MS = 3_000;

await runChild<WorldConfig, WorldReport>("world", async (config, log) => {
  const server = await listenForControl(config.controlPort, config.token, log);
  const [router, merchant] = await Promise.all([
    startNode(config.router, (level, event, fields) => log(level, event, { node: "router", ...fields })),
    startNode(config.merchant, (level, event, fields) => log(level, event, { node: "merchant", ...fields })),
  ]);
  await merchant.listen();
  router.peers.keep({ nodeId: merchant.id, host: "127.0.0.1", port: config.merchant.peerPort });
  // Before other nodes connect to the router: it would fail what they send on to the merchant.
  await untilUsable(merchant.core, CONNECT_MAX_MS);
  await router.listen();
  server.serve({
    router: { id: router.id, handlers: handlersOf(router) },
    merchant: { id: merchant.id, handlers: handlersOf(merchant) },
  });
  return {
    report: { routerId: router.id, merchantId: merchant.id },
    async drain(maxMs) {
      await Promise.all([router.drain(maxMs), merchant.drain(maxMs)]);
    },
    async stop() {
      await Promise.all([router.stop(), merchant.stop()]);
      server.close(); // last, see `node/main.ts`
    },
  };
});
