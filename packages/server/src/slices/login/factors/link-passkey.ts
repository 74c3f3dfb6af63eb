import type { UserId } from "#kernel/ids.ts";
import { type RelyingParty, registrationOptions, verifyRegistration } from "#protocol/passkey.ts";
import { findUser, UserNotFound } from "#users";
import { FactorTaken, factorName, KEYS_MAX, TooManyFactors } from "../model/factors.ts";
import { type RecentLogin, requireRecentLogin } from "../model/recent-login.ts";
import { countPasskeys, insertPasskey, listPasskeys } from "../store/passkeys.ts";
import { type ChangeDeps, changeFactors } from "./change-factors.ts";
import { newChallenge, takeChallenge } from "./passkey-challenge.ts";

/** `site`: `relyingParty` of the base URL. */
export type PasskeyDeps = ChangeDeps & { readonly site: RelyingParty };

/**
 * What the browser gives to `navigator.credentials.create`.
 * @throws {LoginTooOld} @throws {UserNotFound}
 */
export async function offerPasskey(
  deps: PasskeyDeps,
  login: RecentLogin,
  { browser }: { readonly browser: Uint8Array },
): Promise<ReturnType<typeof registrationOptions>> {
  requireRecentLogin(login, deps.clock.now());
  const user = await findUser(deps.db, login.userId);
  if (user === undefined) throw new UserNotFound();
  const known = await listPasskeys(deps.db, user.id);
  const challenge = await newChallenge(deps, { browser, use: "link", userId: user.id });
  return registrationOptions(deps.site, { handle: handleOf(user.id), name: user.email }, challenge, known);
}

/**
 * Links the passkey that the browser has made.
 * @returns "wrong" when the answer is not one to this browser's challenge.
 * @throws {LoginTooOld} @throws {UserNotFound} @throws {InvalidInput} @throws {FactorTaken} @throws {TooManyFactors}
 */
export async function linkPasskey(
  deps: PasskeyDeps,
  login: RecentLogin,
  { browser, answer, name }: { readonly browser: Uint8Array; readonly answer: unknown; readonly name: string },
): Promise<"linked" | "wrong"> {
  requireRecentLogin(login, deps.clock.now());
  const named = factorName(name);
  const taken = await takeChallenge(deps, { browser, use: "link", answer });
  if (taken?.userId !== login.userId) return "wrong";
  const made = await verifyRegistration(deps.site, taken.challenge, answer);
  if (made === undefined) return "wrong";

  const { userId } = login;
  await changeFactors(deps, login, { change: "passkey_added", detail: named }, async (tx) => {
    if ((await countPasskeys(tx, userId)) >= KEYS_MAX) throw new TooManyFactors();
    if (!(await insertPasskey(tx, { ...made, userId, name: named, now: deps.clock.now() }))) throw new FactorTaken();
  });
  return "linked";
}

/** By this a passkey names its user: 16 bytes that say nothing about the person (WebAuthn, section 14.6.1). */
export function handleOf(userId: UserId): Uint8Array {
  return new Uint8Array(Buffer.from(userId.replaceAll("-", ""), "hex"));
}
