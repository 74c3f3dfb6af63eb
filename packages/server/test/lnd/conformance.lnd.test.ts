import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { machineClock } from "#platform/machine/clock.ts";
import { lightningConformance } from "../../src/adapters/lightning/conformance/conformance.harness.ts";
import type { Conformance } from "../../src/adapters/lightning/conformance/counterparty.harness.ts";
import { connectLndNode } from "../../src/adapters/lightning/lnd/lnd.ts";
import { bakeLeydens } from "./credential.harness.ts";
import { startLndNetwork } from "./network.harness.ts";
import { counterpartyOf } from "./recipient.harness.ts";

lightningConformance("the adapter of LND on real nodes", async (): Promise<Conformance> => {
  const network = await startLndNetwork();
  const { chain, ours, recipient } = network;
  const { certFile, folder } = ours;
  const credentialFile = join(folder, "leyden.macaroon");
  writeFileSync(credentialFile, await bakeLeydens(ours));
  const address = { host: "127.0.0.1", certFile, credentialFile, clock: machineClock };
  const node = connectLndNode({ ...address, port: ours.restPort });
  return {
    node,
    unreachable: connectLndNode({ ...address, port: 1 }),
    counterparty: await counterpartyOf(recipient),
    chain: { mine: network.mine, receivedAt: chain.receivedAt },
    async restart() {
      await ours.end();
      await ours.start();
      await network.usable();
    },
    async stop() {
      await node.close();
      await network.stop();
    },
  };
});
