import { bytesToHex } from "@noble/hashes/utils.js";
import { machineClock } from "#platform/machine/clock.ts";
import { lightningConformance } from "../conformance/conformance.harness.ts";
import type { Conformance } from "../conformance/counterparty.harness.ts";
import { connectPhoenixdNode } from "./phoenixd.ts";
import { startFakePhoenixd } from "./testing/phoenixd.harness.ts";

const NOBODY_LISTENS = 1;

lightningConformance("phoenixd", async (): Promise<Conformance> => {
  const fake = await startFakePhoenixd();
  const { host, port, credentialFile } = fake;
  const node = connectPhoenixdNode({ host, port, credentialFile, clock: machineClock });
  const unreachable = connectPhoenixdNode({ host, port: NOBODY_LISTENS, credentialFile, clock: machineClock });
  return {
    node,
    unreachable,
    counterparty: { ...fake.node.counterparty, pay: fake.receive },
    chain: { mine: async () => undefined, receivedAt: async () => 0n },
    receiveUnreadable: async () => fake.node.receiving.receiveUnreadable("no amount"),
    async makeUnreadable(hash) {
      fake.api.bend = (item) => (item["paymentHash"] === bytesToHex(hash) ? { ...item, fees: "some" } : item);
    },
    restart: fake.restart,
    async stop() {
      await node.close();
      await unreachable.close();
      await fake.stop();
    },
  };
});
