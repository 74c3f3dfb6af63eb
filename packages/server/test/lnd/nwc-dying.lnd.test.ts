import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LightningNode } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { type Counterparty, pay, type Wanted } from "../../src/adapters/lightning/conformance/counterparty.harness.ts";
import { connectNwcNode } from "../../src/adapters/lightning/nwc/nwc.ts";
import { type LndNetwork, startLndNetwork } from "./network.harness.ts";
import { type LndWallet, startLndWallet } from "./nwc-wallet.harness.ts";
import { until } from "./process.harness.ts";
import { counterpartyOf } from "./recipient.harness.ts";

const START_MS = 300_000;
const KILLS = 3;
const TOGETHER = 20;
/** Of those that are sent together, so many have begun at the first kill. */
const BEGUN_FIRST = 2;
const AMOUNT = 100_000n;

/** The service goes on and answers with errors while its node is away. */
describe("a wallet service (NWC) whose LND dies", () => {
  let network: LndNetwork;
  let wallet: LndWallet;
  let counterparty: Counterparty;
  let node: LightningNode;

  beforeAll(async () => {
    network = await startLndNetwork();
    wallet = await startLndWallet(network.ours);
    counterparty = await counterpartyOf(network.recipient);
    node = connectNwcNode({ credentialFile: wallet.credentialFile, clock: machineClock });
  }, START_MS);
  afterAll(async () => {
    await node?.close();
    await wallet?.stop();
    await network?.stop();
  });

  /** Payments that LND has on record. */
  async function begun(): Promise<number> {
    return (await network.ours.get("/v1/payments?include_incomplete=true&max_payments=10000")).payments.length;
  }

  it("under payments loses and doubles none, and calls none failed that has settled", {
    timeout: START_MS,
  }, async () => {
    const heldBefore = (await node.balances()).channels;
    const all: Wanted[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const before = await begun();
      const held = await counterparty.invoice({ msats: AMOUNT, hold: true });
      const paidHeld = pay(node, held);
      await expect.poll(() => counterparty.isHeld(held.paymentHash)).toBe(true);
      const wanted = await Promise.all(Array.from({ length: TOGETHER }, () => counterparty.invoice({ msats: AMOUNT })));
      all.push(held, ...wanted);
      const outcomes = wanted.map(async (one) => ({ one, outcome: await pay(node, one) }));
      await until("some", async () => (await begun()) > before + BEGUN_FIRST + 7 * kill);
      await network.ours.end();
      await network.ours.start();
      await network.usable();
      expect(["unknown", "in_flight"]).toContain((await paidHeld).kind);
      await counterparty.settle(held.paymentHash);
      for (const { one, outcome } of await Promise.all(outcomes))
        if (outcome.kind === "failed" || outcome.kind === "not_sent")
          expect(await counterparty.receivedMsats(one.paymentHash)).toBe(0n);
    }
    await until("HTLCs have ended", async () => (await network.ours.get("/v1/channels")).channels.every(hasNoHtlc));

    const kinds: string[] = [];
    let spent = 0n;
    for (const { paymentHash } of all) {
      const status = await node.lookupOutgoing(paymentHash);
      kinds.push(status.kind);
      expect(await counterparty.receivedMsats(paymentHash)).toBe(status.kind === "settled" ? AMOUNT : 0n);
      if (status.kind === "settled") spent += AMOUNT + status.fee;
    }
    expect(kinds).toContain("settled");
    const counted = [...new Set(kinds)].map((kind) => `${kinds.filter((one) => one === kind).length} ${kind}`);
    process.stdout.write(`of ${all.length} payments: ${counted.join(", ")}\n`);
    await expect.poll(async () => heldBefore - (await node.balances()).channels).toBe(spent);
  });
});

function hasNoHtlc({ pending_htlcs }: { readonly pending_htlcs: readonly unknown[] }): boolean {
  return pending_htlcs.length === 0;
}
