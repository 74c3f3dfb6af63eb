import { writeFileSync } from "node:fs";
import { bytesToHex } from "@noble/hashes/utils.js";
import { machineClock } from "#platform/machine/clock.ts";
import { lightningConformance } from "../conformance/conformance.harness.ts";
import type { Conformance } from "../conformance/counterparty.harness.ts";
import { connectNwcNode } from "./nwc.ts";
import { startFakeWallet } from "./testing/wallet.harness.ts";

lightningConformance("a wallet service (NWC)", async (): Promise<Conformance> => {
  const wallet = await startFakeWallet();
  const { credentialFile } = wallet;
  const nobody = `${credentialFile}.nobody`;
  const query = new URLSearchParams({ relay: "ws://127.0.0.1:1", secret: "11".repeat(32) });
  writeFileSync(nobody, `nostr+walletconnect://${wallet.key}?${query}`);
  const node = connectNwcNode({ credentialFile, clock: machineClock });
  const unreachable = connectNwcNode({ credentialFile: nobody, clock: machineClock });
  return {
    node,
    unreachable,
    counterparty: { ...wallet.node.counterparty, pay: wallet.receive },
    chain: { mine: async () => undefined, receivedAt: async () => 0n },
    saysWhy: "never",
    saysHtlcs: false,
    receiveUnreadable: async () => wallet.node.receiving.receiveUnreadable("no amount"),
    async makeUnreadable(hash) {
      wallet.methods.bend = (item) =>
        item["payment_hash"] === bytesToHex(hash) ? { ...item, preimage: "11".repeat(32) } : item;
    },
    restart: wallet.relay.restart,
    async stop() {
      await node.close();
      await unreachable.close();
      await wallet.stop();
    },
  };
});
