/** Process of the world: a router, and a merchant with a Lightning address, in one instance of the library. */
import { listenForControl } from "../children/control-server.ts";
import { runChild } from "../children/run-child.ts";
import { handlersOf } from "../lightning/handlers.ts";
import { type NodeOptions, startNode } from "../lightning/node.ts";
import { serveLightningAddress } from "./lightning-address.ts";

export type WorldConfig = {
  readonly controlPort: number;
  readonly token: string;
  readonly router: NodeOptions;
  readonly merchant: NodeOptions;
  /** Port of the merchant's web server. */
  readonly httpPort: number;
};
export type WorldReport = { readonly routerId: string; readonly merchantId: string };

await runChild<WorldConfig, WorldReport>("world", async (config, log) => {
  const server = await listenForControl(config.controlPort, config.token, log);
  const [router, merchant] = await Promise.all([
    startNode(config.router, (level, event, fields) => log(level, event, { node: "router", ...fields })),
    startNode(config.merchant, (level, event, fields) => log(level, event, { node: "merchant", ...fields })),
  ]);
  merchant.peers.keep({ nodeId: router.id, host: "127.0.0.1", port: config.router.peerPort });
  const web = await serveLightningAddress(merchant.incoming, config.httpPort, log);
  server.serve({ router: handlersOf(router), merchant: handlersOf(merchant) });
  return {
    report: { routerId: router.id, merchantId: merchant.id },
    async stop() {
      web.close();
      await Promise.all([router.stop(), merchant.stop()]);
      server.close(); // last, see `node/main.ts`
    },
  };
});
