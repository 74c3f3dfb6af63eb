/** Process of our node. */
import { listenForControl } from "../children/control-server.ts";
import { runChild } from "../children/run-child.ts";
import { handlersOf } from "../lightning/handlers.ts";
import { type NodeOptions, startNode } from "../lightning/node.ts";

export type NodeConfig = NodeOptions & { readonly controlPort: number; readonly token: string };
export type NodeReport = { readonly nodeId: string };

await runChild<NodeConfig, NodeReport>("node", async ({ controlPort, token, ...options }, log) => {
  const server = await listenForControl(controlPort, token, log);
  const node = await startNode(options, log);
  await node.listen();
  server.serve({ node: { id: node.id, handlers: handlersOf(node) } });
  return {
    report: { nodeId: node.id },
    drain: node.drain,
    async stop() {
      await node.stop();
      server.close(); // last: a free port means that no process writes to the log
    },
  };
});
