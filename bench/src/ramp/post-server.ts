import { createHmac } from "node:crypto";
import { parseMinor } from "../../../packages/server/src/kernel/fiat.ts";
import { sats } from "../../../packages/server/src/kernel/money.ts";
import { microBatch } from "../../../packages/server/src/platform/database/micro-batch.ts";
import { connect } from "../../../packages/server/src/platform/database/pool.ts";
import { checkCallbacks, createHostCache } from "../../../packages/server/src/slices/events/index.ts";
import { authenticate, createKeyCache } from "../../../packages/server/src/slices/projects/index.ts";
import type { PaymentProcessor } from "../../../packages/server/src/slices/ramp/index.ts";
import { sessionRoutes } from "../../../packages/server/src/slices/ramp/routes.ts";
import { staticChargeRoutes } from "../../../packages/server/src/slices/receiving/routes.ts";
import { BASE_URL, openMachine, serveRoutes } from "../serve.ts";

export type PostServerMessage = {
  readonly url: string;
  readonly role: string | undefined;
  readonly connections: number;
};

/** A session needs a processor; no payment is begun at it. */
const PROCESSOR = { name: "bench", isLive: false } as PaymentProcessor;

/** The product's HTTP side with two routes that write one row each, in a process of its own. */
async function serve({ url, role, connections }: PostServerMessage): Promise<number> {
  const machine = openMachine();
  const { clock } = machine;
  const db = connect({ url, role, max: connections, name: "bench posts" });
  const keyCache = createKeyCache(clock);
  const shared = {
    ...machine,
    db,
    batch: microBatch({ db, clock }),
    baseUrl: BASE_URL,
    addressMax: sats(1_000_000n),
    checkCallback: checkCallbacks({ db, hostCache: createHostCache(clock) }),
  };
  return await serveRoutes({
    ...machine,
    authenticate: (key) => authenticate({ ...machine, db, keyCache }, key),
    routes: [
      staticChargeRoutes(shared),
      sessionRoutes({
        ...shared,
        findTokenHolder: async () => undefined,
        mac: (text, about) => createHmac("sha256", about).update(text).digest(),
        outbound: { allows: () => false, mayCall: () => true },
        processor: () => PROCESSOR,
        rates: { read: async () => undefined },
        rampFees: { basisPoints: 150n, minimum: parseMinor("0.50") },
        limits: {
          minimum: parseMinor("5"),
          week: parseMinor("150"),
          purchases: 3,
          verifiedWeek: parseMinor("2500"),
          verifiedMonth: parseMinor("10000"),
          peoplePerNetwork: 20,
        },
        currencies: ["EUR"],
        onchain: {
          node: { capabilities: { onchain: false }, estimateOnchain: async () => ({ kind: "insufficient" }) },
          ownNode: async () => undefined,
        },
      }),
    ],
  });
}

process.on("message", async (message) => process.send?.(await serve(message as PostServerMessage)));
process.on("disconnect", () => process.exit());
