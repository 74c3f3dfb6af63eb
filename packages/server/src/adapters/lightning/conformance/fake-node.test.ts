import { msats } from "#kernel/money.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createFakeNode, type FakeNodeOptions } from "#slices/lightning/testing/fake-node.harness.ts";
import { lightningConformance } from "./conformance.harness.ts";
import type { Conformance } from "./counterparty.harness.ts";

/** A fake node, and beside it one that is down, as the conformance file needs them. */
async function fakeWorld(options: Omit<FakeNodeOptions, "clock"> = {}): Promise<Conformance> {
  const node = createFakeNode({ clock: machineClock, ...options });
  node.chain.reserve = 20_000n;
  const unreachable = createFakeNode({ clock: machineClock, ...options });
  unreachable.isDown = true;
  return {
    node,
    unreachable,
    counterparty: node.counterparty,
    chain: {
      mine: async (blocks) => node.chain.mine(blocks),
      receivedAt: async (address) => node.chain.receivedAt(address),
    },
    forward: async (fee) => {
      node.operations.forwardFees?.push(fee);
    },
    receiveUnreadable: async () => node.receiving.receiveUnreadable("no amount"),
    makeUnreadable: async (hash) => node.paying.makeUnreadable(hash),
    restart: async () => node.restart(),
    stop: async () => undefined,
  };
}

lightningConformance("the fake node", () => fakeWorld());

/**
 * What phoenixd can do: no fee limit, whole sats, no cancelling, a cut of what is received; here also no references.
 */
lightningConformance("the fake node of another backend", () =>
  fakeWorld({
    capabilities: {
      resend: false,
      feeLimit: { kind: "none", reserve: (amount) => msats(4_000n + amount / 250n + 1n) },
      wholeSats: true,
      cancel: false,
      keysend: false,
      cltvLimit: false,
      onchain: false,
    },
    feeOf: (amount) => msats(4_000n + amount / 250n),
    costOf: (amount) => msats(amount / 100n),
    givesReferences: false,
  }),
);
