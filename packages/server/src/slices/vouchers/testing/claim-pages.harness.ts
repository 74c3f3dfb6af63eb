import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { fixedPriceFeed } from "#prices";
import { sampleApp } from "#service/testing/app.harness.ts";
import { languageRoutes, loginRoutes } from "#slices/login/pages.ts";
import { browserOf, createLoginWorld, logIn } from "#slices/login/testing/login.harness.ts";
import { givenNoLimits, newGamertag } from "#slices/users/testing/users.harness.ts";
import { findUserByEmail } from "#users";
import { findWallet } from "#wallets";
import { claimPage } from "../pages.ts";
import { BASE_URL, givenVouchers, type Secret } from "./vouchers.harness.ts";

export type Shown = { readonly state: string; readonly html: string; readonly againMs: number | null };

/** Vouchers with their claim page, and the pages of a login beside it. */
export async function givenClaimPages(database: DatabaseUnderTest, { baseUrl = BASE_URL } = {}) {
  const vouchers = await givenVouchers(database);
  await givenNoLimits(database);
  const { clock } = vouchers;
  const prices = fixedPriceFeed({ clock, isDevelopment: () => true });
  const deps = { ...vouchers.deps, baseUrl, prices, walletPath: "/wallet" };
  const login = createLoginWorld(database, { clock, batch: deps.batch, baseUrl });
  const app = await sampleApp({
    baseUrl,
    routes: [claimPage(deps), loginRoutes(login.deps), languageRoutes(login.deps)],
  });

  /** The user with this address, and the wallet. */
  async function userOf(email: string) {
    const user = await findUserByEmail(database.db, email);
    const wallet = user && (await findWallet(database.db, user.walletId));
    if (user === undefined || wallet === undefined) throw new Error("there is no such user");
    const caller = { wallet, actor: { kind: "user", userId: user.id, sessionId: "test" } } as const;
    return { user, caller, balance: () => vouchers.balance(caller) };
  }

  /** A user who has just signed up with a browser of the own. */
  async function givenTaker() {
    const gamertag = newGamertag("Ann");
    const email = `${gamertag.toLowerCase()}@example.com`;
    const browser = browserOf(app);
    await logIn(login, browser, { email, gamertag, next: "/claim" });
    return { browser, ...(await userOf(email)) };
  }

  const take = async (browser: ReturnType<typeof browserOf>, { token }: Pick<Secret, "token">): Promise<Shown> =>
    (await browser.post("/claim/take", { token })).json().data;

  return { ...vouchers, deps, login, app, userOf, givenTaker, take };
}
