import { machineClock } from "#platform/machine/clock.ts";
import { connectClnNode } from "../../src/adapters/lightning/cln/cln.ts";
import { lightningConformance } from "../../src/adapters/lightning/conformance/conformance.harness.ts";
import type { Conformance } from "../../src/adapters/lightning/conformance/counterparty.harness.ts";
import { counterpartyOf } from "../lnd/recipient.harness.ts";
import { startClnNetwork } from "./network.harness.ts";
import { restrictionsOfGuide, writeRune } from "./rune.harness.ts";

lightningConformance("the adapter of Core Lightning on a real node", async (): Promise<Conformance> => {
  const network = await startClnNetwork();
  const { chain, ours, recipient } = network;
  const credentialFile = await writeRune(ours, "leyden", restrictionsOfGuide());
  const address = { host: "127.0.0.1", certFile: ours.certFile, credentialFile, clock: machineClock };
  const node = connectClnNode({ ...address, port: ours.restPort });
  const unreachable = connectClnNode({ ...address, port: 1 });
  return {
    node,
    unreachable,
    counterparty: await counterpartyOf(recipient),
    saysWhy: "at_once",
    chain: { mine: network.mine, receivedAt: chain.receivedAt },
    async restart() {
      await ours.end();
      await ours.start();
      await network.usable();
    },
    async stop() {
      await node.close();
      await unreachable.close();
      await network.stop();
    },
  };
});
