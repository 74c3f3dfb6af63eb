import { sats } from "../../packages/server/src/kernel/money.ts";
import type { Batch } from "../../packages/server/src/platform/database/batch.ts";
import { microBatch } from "../../packages/server/src/platform/database/micro-batch.ts";
import { type Connection, connect, type Database } from "../../packages/server/src/platform/database/pool.ts";
import { machineClock } from "../../packages/server/src/platform/machine/clock.ts";
import { checkCallbacks, createHostCache } from "../../packages/server/src/slices/events/index.ts";
import * as payments from "../../packages/server/src/slices/payments/index.ts";
import { paymentRoutes } from "../../packages/server/src/slices/payments/routes.ts";
import { authenticate, createKeyCache } from "../../packages/server/src/slices/projects/index.ts";
import {
  createRecipientCache,
  recipientsAt,
  recipientsByGamertag,
} from "../../packages/server/src/slices/wallets/index.ts";
import { naiveBatch } from "./naive.ts";
import { type PasswordChecks, passwordChecks } from "./password-checks.ts";
import { BASE_URL, openMachine, serveRoutes } from "./serve.ts";
import { type TotalsCount, totalsCount } from "./totals-count.ts";

/**
 * How payments are written: as the product does; nowhere, by the same calls, which a database that does nothing answers
 * immediately; or in one transaction for each request.
 */
export type Writing = "batched" | "nowhere" | "naive";

export type ServerMessage =
  /** Before anything else. Answered with the port. */
  | {
      readonly kind: "serve";
      readonly url: string;
      readonly role: string | undefined;
      readonly writing: Writing;
    }
  /** Starts to check passwords beside the payments, or ends that and answers how many were checked. */
  | { readonly kind: "start_passwords" | "stop_passwords" }
  /** Counts all that was paid, and goes on so; or ends that and answers how many postings are left. */
  | { readonly kind: "start_totals" | "stop_totals" };

let checks: PasswordChecks | undefined;
let totals: TotalsCount | undefined;

/**
 * The product's HTTP side with its payment route, its keys, caches, log and metrics, in a process of its own. Only what
 * stands behind `Batch` differs. No node is connected: all payments are internal.
 */
async function serve({ url, role, writing }: Extract<ServerMessage, { kind: "serve" }>): Promise<number> {
  const machine = openMachine();
  const { clock, metrics } = machine;
  const db = connect({ url, role, max: 4, name: `bench ${writing}` });
  const keyCache = createKeyCache(clock);
  const recipientCache = createRecipientCache(clock);
  checks = passwordChecks(db);
  totals = totalsCount({ ...machine, db });

  const pendingMax = () => ({ wallet: 20, owner: 100, node: 200 });
  const routes = paymentRoutes({
    ...machine,
    db,
    batch: batchFor(writing, { url, db }),
    waiters: payments.createPaymentWaiters(clock, payments.measurePayments(metrics, { db, clock, pendingMax })),
    reached: () => undefined,
    fees: { floor: sats(10n), basisPoints: 100n },
    pendingMax,
    capabilities: { feeLimit: { kind: "exact" }, wholeSats: false, keysend: false, cltvLimit: true },
    baseUrl: BASE_URL,
    recipientOf: recipientsAt(new URL(BASE_URL).host, { db, recipientCache }),
    walletOf: async () => undefined,
    walletOfGamertag: recipientsByGamertag({ db, recipientCache }),
    ownNode: async () => undefined,
    checkCallback: checkCallbacks({ db, hostCache: createHostCache(clock) }),
    driver: undefined,
  });
  return await serveRoutes({
    ...machine,
    authenticate: (key) => authenticate({ ...machine, db, keyCache }, key),
    routes: [routes],
  });
}

function batchFor(writing: Writing, { url, db }: { url: string; db: Database }): Batch {
  switch (writing) {
    case "batched":
      return microBatch({ db, clock: machineClock });
    case "naive":
      return naiveBatch(url);
    case "nowhere":
      return microBatch({ db: { connection: async () => forgetful }, clock: machineClock });
  }
}

/** In place of a database: says of each payment of a call that it is completed, and keeps nothing. */
const forgetful: Connection = {
  query: async ({ values }) => {
    const [, ids] = values;
    return String(ids)
      .split(",")
      .map((_, place) => ({ i: place + 1, outcome: "completed" }));
  },
  close: async () => undefined,
};

async function answerTo(message: ServerMessage): Promise<number | undefined> {
  if (message.kind === "serve") return await serve(message);
  if (message.kind === "stop_passwords") return await checks?.stop();
  if (message.kind === "stop_totals") return await totals?.stop();
  await (message.kind === "start_totals" ? totals : checks)?.start();
  return 0;
}

process.on("message", async (message: ServerMessage) => process.send?.(await answerTo(message)));
process.on("disconnect", () => process.exit());
