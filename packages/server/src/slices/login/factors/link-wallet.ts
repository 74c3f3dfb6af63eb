import { FactorTaken, factorName, KEYS_MAX, TooManyFactors } from "../model/factors.ts";
import { type RecentLogin, requireRecentLogin } from "../model/recent-login.ts";
import { countLightningKeys, insertLightningKey, takeWalletChallenge } from "../store/lightning-keys.ts";
import { type ChangeDeps, changeFactors } from "./change-factors.ts";

export type LinkedWallet =
  | "linked"
  /** No wallet has signed yet for this browser. */
  | "waiting"
  /**
   * The wallet answered from another network than the browser's. The person who holds it may have been shown the code
   * by somebody else, and would afterwards log in to that somebody's account.
   */
  | "other_network";

/**
 * Links the wallet that has signed for this browser (`askWallet` with the action `link`).
 * @throws {LoginTooOld} @throws {UserNotFound} @throws {InvalidInput} @throws {FactorTaken} @throws {TooManyFactors}
 */
export async function linkWallet(
  deps: ChangeDeps,
  login: RecentLogin,
  { browser, name }: { readonly browser: Uint8Array; readonly name: string },
): Promise<LinkedWallet> {
  const now = deps.clock.now();
  requireRecentLogin(login, now);
  const named = factorName(name);
  const { userId } = login;
  const taken = await takeWalletChallenge(deps.db, { browser, userId, actions: ["link"], now });
  if (taken === undefined) return "waiting";
  if (!taken.isSameNetwork) return "other_network";

  await changeFactors(deps, login, { change: "lightning_key_added", detail: named }, async (tx) => {
    if ((await countLightningKeys(tx, userId)) >= KEYS_MAX) throw new TooManyFactors();
    if (!(await insertLightningKey(tx, { key: taken.key, userId, name: named, now }))) throw new FactorTaken();
  });
  return "linked";
}
