import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import { type Msats, sats } from "#kernel/money.ts";
import { setLimits } from "#ledger";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createMetrics } from "#platform/metrics.ts";
import { type BitcoinNetwork, decodeInvoice, type Invoice } from "#protocol/bolt11.ts";
import { sampleApp } from "#service/testing/app.harness.ts";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { createRecipientCache, findWallet, recipientsAt } from "#wallets";
import { followReceipts } from "../credit/follow-receipts.ts";
import { payLinkRoutes, staticChargeRoutes } from "../routes.ts";
import { creditDeps, givenCaller, random } from "./receiving.harness.ts";

export const BASE_URL = "https://leyden.example";
export const ADDRESS_MAX: Msats = sats(1_000n);

/** The service as a stranger's wallet sees it, on a fake node. */
export async function givenPayLinks(database: DatabaseUnderTest, clock: Clock = machineClock) {
  const { db } = database;
  const node = createFakeNode({ clock });
  const credit = creditDeps(database);
  const deps = {
    ...credit,
    db,
    node,
    clock,
    baseUrl: BASE_URL,
    addressMax: ADDRESS_MAX,
    recipientOf: recipientsAt("leyden.example", { db, recipientCache: createRecipientCache(clock) }),
  };
  const caller = await givenCaller(database);
  const app: Api = await sampleApp({
    clock,
    random,
    metrics: createMetrics({ process: false, clock }),
    authenticate: async () => caller,
    trustedProxies: ["127.0.0.1"],
    routes: [staticChargeRoutes(deps), payLinkRoutes(deps)],
  });
  let address = 0;
  /** Each request comes from a network of its own, unless `from` says otherwise. */
  const get = async (url: string, from = `2001:db8:${(address++ % 60_000).toString(16)}:1::1`) =>
    await app.inject({ method: "GET", url: url.replace(BASE_URL, ""), headers: { "x-forwarded-for": from } });
  const write = async (method: "POST" | "PATCH", url: string, payload: object) =>
    await app.inject({ method, url, headers: { apikey: "key" }, payload });

  return {
    app,
    caller,
    node,
    deps,
    credited: credit.credited,
    get,
    post: (url: string, payload: object) => write("POST", url, payload),
    patch: (url: string, payload: object) => write("PATCH", url, payload),
    /** A person with a wallet and the address `<gamertag>@leyden.example`. */
    user: () => givenUser(database),
    /** Credits what the node has received. */
    follow: () => followReceipts({ ...deps }, AbortSignal.abort()).catch(() => undefined),
    /** What the wallet may hold. */
    setMaximum: async (wallet: Caller["wallet"], maxBalance: Msats) =>
      await setLimits({ db, clock }, wallet.account, {
        daily: undefined,
        weekly: undefined,
        monthly: undefined,
        maxBalance,
      }),
    walletOf: async (id: Caller["wallet"]["id"]) => {
      const wallet = await findWallet(db, id);
      if (wallet === undefined) throw new Error("there is no such wallet");
      return wallet;
    },
  };
}

export type PayLinks = Awaited<ReturnType<typeof givenPayLinks>>;

export function readInvoice(text: string, network: BitcoinNetwork = "regtest"): Invoice {
  const invoice = decodeInvoice(text);
  if (invoice.network !== network) throw new Error(`an invoice for ${invoice.network}`);
  return invoice;
}
