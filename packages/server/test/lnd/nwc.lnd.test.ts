import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { machineClock } from "#platform/machine/clock.ts";
import { lightningConformance } from "../../src/adapters/lightning/conformance/conformance.harness.ts";
import type { Conformance, Counterparty } from "../../src/adapters/lightning/conformance/counterparty.harness.ts";
import { connectNwcNode } from "../../src/adapters/lightning/nwc/nwc.ts";
import { type LndNetwork, startLndNetwork } from "./network.harness.ts";
import { startLndWallet } from "./nwc-wallet.harness.ts";
import { counterpartyOf } from "./recipient.harness.ts";

lightningConformance("the adapter of wallet services (NWC) in front of a real LND", async (): Promise<Conformance> => {
  const network = await startLndNetwork();
  const wallet = await startLndWallet(network.ours);
  const { credentialFile } = wallet;
  const noRelay = `${credentialFile}.none`;
  const query = new URLSearchParams({ relay: "ws://127.0.0.1:1", secret: "11".repeat(32) });
  writeFileSync(noRelay, `nostr+walletconnect://${wallet.key}?${query}`, { mode: 0o600 });
  const node = connectNwcNode({ credentialFile, clock: machineClock });
  const unreachable = connectNwcNode({ credentialFile: noRelay, clock: machineClock });
  return {
    node,
    unreachable,
    counterparty: inSecondsOfTheirOwn(await counterpartyOf(network.recipient)),
    chain: { mine: network.mine, receivedAt: network.chain.receivedAt },
    saysWhy: "never",
    saysHtlcs: false,
    restart: () => wallet.restart(() => dieAndLive(network)),
    async stop() {
      await node.close();
      await unreachable.close();
      await wallet.stop();
      await network.stop();
    },
  };
});

async function dieAndLive({ ours, usable }: LndNetwork): Promise<void> {
  await ours.end();
  await ours.start();
  await usable();
}

/** Times of NIP-47 are whole seconds, and its lists have no other order: what is to be in order is a second apart. */
function inSecondsOfTheirOwn(counterparty: Counterparty): Counterparty {
  const nextSecond = () => sleep(1_000 - (Date.now() % 1_000));
  return {
    ...counterparty,
    async invoice(request) {
      await nextSecond();
      return await counterparty.invoice(request);
    },
    async pay(invoice) {
      await nextSecond();
      return await counterparty.pay(invoice);
    },
  };
}
