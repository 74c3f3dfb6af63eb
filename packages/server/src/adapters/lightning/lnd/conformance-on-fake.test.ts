import { bytesToHex } from "@noble/hashes/utils.js";
import { expect } from "vitest";
import { lightningConformance } from "../conformance/conformance.harness.ts";
import type { Conformance } from "../conformance/counterparty.harness.ts";
import { connectLndNode } from "./lnd.ts";
import { createFakeLnd } from "./testing/fake-lnd.harness.ts";
import { callsOf, sleepsOf } from "./testing/pair.harness.ts";
import type { DatabaseKind } from "./testing/payments.harness.ts";

/** It does not wait long to connect again. */
const clock = sleepsOf((ms) => (ms === 1_000 ? 100 : ms));

const COINS = Array<bigint>(20).fill(1_000_000n);

/** The adapter on a fake LND, and beside it on one that is down. */
async function world(database: DatabaseKind): Promise<Conformance> {
  const lnd = await createFakeLnd({ clock, database, coins: COINS });
  const down = await createFakeLnd({ clock });
  down.kill();
  const nodes = [lnd, down].map(({ address }) => connectLndNode({ ...address, clock }));
  const [node, unreachable] = nodes;
  let forwards = 0n; // each has another nanosecond
  if (node === undefined || unreachable === undefined) throw new Error("no nodes");
  return {
    node,
    unreachable,
    counterparty: lnd.counterparty,
    chain: {
      mine: async (blocks) => lnd.now.wallet.mine(blocks),
      receivedAt: async (address) => lnd.now.wallet.receivedAt(address) * 1_000n,
    },
    forward: async (fee) => {
      lnd.now.channels.forwards.push({ fee, atNs: BigInt(clock.now().getTime()) * 1_000_000n + forwards++ });
    },
    receiveUnreadable: async () => lnd.now.invoices.receiveUnreadable({ amt_paid_msat: "much" }),
    async makeUnreadable(hash) {
      const payment = lnd.now.payments.find(bytesToHex(hash));
      if (payment !== undefined) payment.preimage = "11".repeat(32);
    },
    async restart() {
      const before = callsOf(lnd, "TrackPayments");
      await lnd.restart();
      // What happens before the adapter listens again it reports later than a test asks for it.
      if (before > 0) await expect.poll(() => callsOf(lnd, "TrackPayments")).toBeGreaterThan(before);
    },
    async stop() {
      for (const one of nodes) await one.close();
      for (const one of [lnd, down]) await one.stop();
    },
  };
}

for (const database of ["bbolt", "sql"] as const)
  lightningConformance(`LND's adapter on a fake LND with ${database}`, () => world(database));
