import { createHmac } from "node:crypto";
import { parseMinor } from "#kernel/fiat.ts";
import type { ProjectId, UserId } from "#kernel/ids.ts";
import { sats } from "#kernel/money.ts";
import type { PayDeps } from "#payments";
import { rampFinder } from "../find-things.ts";
import { purchaseRoutes } from "../purchase-routes.ts";
import { purchaseTimelines } from "../read-timeline.ts";
import type { SessionRoutesDeps } from "../session-routes.ts";
import { createTestProcessor } from "./processor.harness.ts";

/** In place of the service's secret key. */
export function mac(text: string, about: string): Uint8Array {
  return createHmac("sha256", about).update(text).digest();
}

export const EUR_PER_BTC = 9_200_000n;

/** What the operator sells by, in tests: 92,000 EUR a bitcoin. */
export const RAMP_SETTINGS = {
  rampFees: { basisPoints: 150n, minimum: parseMinor("0.50") },
  limits: {
    minimum: parseMinor("5"),
    week: parseMinor("150"),
    purchases: 3,
    verifiedWeek: parseMinor("2500"),
    verifiedMonth: parseMinor("10000"),
    peoplePerNetwork: 20,
  },
  currencies: ["EUR", "USD"] as const,
  firstCardHoldMs: 0,
  identityMs: 730 * 86_400_000,
  seller: { name: "Coin Shop", address: "1 Main Street\n12345 Town", support: "help@coin.example" },
  walletPath: "/wallet",
  routeReserve: (amount: bigint) => (amount / 100n > 10_000n ? amount / 100n : 10_000n),
};

/** A node that pays addresses of the chain for 282 sat. */
const onchainNode: SessionRoutesDeps["onchain"]["node"] = {
  capabilities: { onchain: true },
  estimateOnchain: async () => ({ kind: "fee", fee: sats(282n) }),
};

/** What is found and read of the on-ramp by pages. */
export function rampReads(pay: PayDeps) {
  return {
    finders: [rampFinder(pay)],
    timelines: { purchase: purchaseTimelines(pay) },
    lists: [purchaseRoutes(pay)],
  };
}

/** What the routes of sessions need. An access token is the ids of its user and of the project. */
export function rampRouteDeps(pay: PayDeps): SessionRoutesDeps {
  const cards = createTestProcessor();
  return {
    ...pay,
    ...RAMP_SETTINGS,
    processor: () => cards.processor,
    onchain: { node: onchainNode, ownNode: pay.ownNode },
    rates: { read: async () => ({ minorPerBtc: EUR_PER_BTC, at: pay.clock.now(), source: "fixed" }) },
    mac,
    findTokenHolder: async (token) => {
      const [userId, projectId] = token.split(" ");
      if (projectId === undefined) return undefined;
      return { userId: userId as UserId, projectId: projectId as ProjectId, readsEmail: true };
    },
    outbound: { allows: () => false, mayCall: () => true },
  };
}
