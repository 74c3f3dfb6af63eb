/** A program: `leyden start` on a copy of a data folder, with the node of the installation that was copied. */
import { connectNode } from "#adapters/lightning/choose.ts";
import { readConfig } from "#config.ts";
import type { OpenNode } from "#supervisor/node.ts";
import { start } from "#supervisor/start.ts";

const address = JSON.parse(process.env["NODE_ADDRESS"] ?? "");
const terminal = { output: process.stdout, errors: process.stderr, attached: false };

const openNode: OpenNode = async ({ clock }) => ({
  node: connectNode(address, clock),
  address,
  network: undefined,
  stop: async () => undefined,
});
await start(readConfig(), terminal, { openNode });
process.exit(); // as the command line does
