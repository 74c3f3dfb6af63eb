/**
 * A program: `leyden start` with a node in memory in the place of the test network. Its parent talks to the node's
 * other side.
 */
import { addressOfEmbedded } from "#adapters/lightning/choose.ts";
import { readConfig } from "#config.ts";
import type { Network } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { start } from "#supervisor/start.ts";

/** What the parent has the other side do. */
export type WorldMessage = { readonly pay: string } | { readonly invoice: string };

const { FAKE_KEY: key, FAKE_NETWORK: network = "regtest" } = process.env;
const node = createFakeNode({
  clock: machineClock,
  ...(key && { key: Buffer.from(key, "hex") }),
  info: { network: network as Network },
});

process.on("message", (message: WorldMessage) => {
  const done =
    "pay" in message
      ? node.counterparty.pay(message.pay)
      : node.counterparty.invoice({ msats: BigInt(message.invoice) }).then(({ invoice }) => invoice);
  void done.then((answer) => process.send?.({ answer }));
});

const openNode = async () => ({
  node,
  address: addressOfEmbedded({ url: "http://127.0.0.1:1", token: "" }), // no other process reaches it
  network: undefined,
  stop: async () => undefined,
});
await start(readConfig(), { output: process.stdout, errors: process.stderr, attached: false }, { openNode });
process.exit(); // as the command line does
