import { PLAIN } from "#kernel/branding.ts";
import type { Caller } from "#kernel/caller.ts";
import { type Msats, msats, sats } from "#kernel/money.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createSealer } from "#platform/secrets/seal.ts";
import { fixedPriceFeed } from "#prices";
import { ownWalletRoutes } from "#service/page-routes.ts";
import { sampleApp } from "#service/testing/app.harness.ts";
import type { OwnWalletDeps } from "#service/wire-own-wallet.ts";
import { eventPageDeps } from "#slices/events/testing/events.harness.ts";
import { visitorOf } from "#slices/login/pages.ts";
import { BASE_URL, callsOf, logInAs, type Someone } from "#slices/members/testing/pages.harness.ts";
import { givenPayer, givenUser } from "#slices/users/testing/users.harness.ts";
import { givenVouchers } from "#slices/vouchers/testing/vouchers.harness.ts";
import type { User } from "#users";
import { createRecipientCache, recipientsAt } from "#wallets";

export const API = "/wallet/api";
const MINUTE_MS = 60_000;

export type Person = Someone & { readonly caller: Caller };

export type OwnWalletWorld = Awaited<ReturnType<typeof givenOwnWallet>>;

/**
 * The calls of the wallet's page in a Lightning world in memory, whose clock the test moves; and people who have money.
 */
export async function givenOwnWallet(
  database: DatabaseUnderTest,
  changes: Partial<OwnWalletDeps> | ((deps: OwnWalletDeps) => Partial<OwnWalletDeps>) = {},
) {
  const vouchers = await givenVouchers(database);
  const { world, clock } = vouchers;
  const { db } = database;
  const random = machineRandom();
  const recipientOf = recipientsAt(new URL(BASE_URL).host, { db, recipientCache: createRecipientCache(clock) });
  const paying = { ...world.pay, recipientOf };
  const charging = { ...world.drive, ...paying, addressMax: sats(1_000_000n) };
  const wired: OwnWalletDeps = {
    ...world.drive,
    sealer: createSealer({ random, key: new Uint8Array(32).fill(7) }),
    baseUrl: BASE_URL,
    paying,
    charging,
    asking: charging,
    email: vouchers.deps.email,
    redeeming: { ...paying, baseUrl: BASE_URL },
    prices: fixedPriceFeed({ clock, isDevelopment: () => true }),
    paysToEmail: () => true,
    seller: async () => undefined,
    openPurchase: async () => undefined,
    bought: async () => new Map(),
    serviceName: PLAIN.name,
    network: () => "regtest",
    visitorOf,
    onSessionEnded: async () => undefined,
  };
  const deps = {
    ...wired,
    ...(typeof changes === "function" ? changes(wired) : changes),
    events: eventPageDeps({ db: database.db, clock }),
  };
  const app = await sampleApp({ clock, baseUrl: BASE_URL, routes: [ownWalletRoutes(deps)] });

  const logIn = async (user: User, minutes = 0): Promise<Someone> =>
    await logInAs(database, user, new Date(clock.now().getTime() - minutes * MINUTE_MS));

  /** Somebody with money in the wallet, who has logged in `minutes` ago. */
  async function someone(funds: Msats = msats(0n), minutes = 0): Promise<Person> {
    const user = await givenUser(database, { emailIsVerified: true });
    return { ...(await logIn(user, minutes)), caller: await givenPayer(database, user, funds) };
  }

  const call = callsOf(app);
  type Options = Parameters<typeof call>[2];
  const post = (as: Someone, path: string, payload: object, headers: Record<string, string> = {}) =>
    call("POST", `${API}${path}`, { as, payload, headers });
  return {
    ...vouchers,
    app,
    deps,
    random,
    logIn,
    someone,
    call: (method: Parameters<typeof call>[0], path: string, options?: Options) =>
      call(method, `${API}${path}`, options),
    get: (as: Someone, path: string) => call("GET", `${API}${path}`, { as }),
    post,
    /** Sends a payment as the page does. */
    pay: (as: Someone, body: object, key: string = random.uuid(), headers: Record<string, string> = {}) =>
      post(as, "/payments", { kind: "address", ...body }, { "idempotency-key": key, ...headers }),
    balanceOf: ({ caller }: Person) => world.balance(caller),
  };
}
