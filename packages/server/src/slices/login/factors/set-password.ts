import type { PasswordHasher } from "#platform/secrets/password-hasher.ts";
import { findUser, UserNotFound } from "#users";
import { newPassword } from "../model/password.ts";
import { type RecentLogin, requireRecentLogin } from "../model/recent-login.ts";
import { putPassword } from "../store/passwords.ts";
import { type ChangeDeps, changeFactors } from "./change-factors.ts";

/**
 * Sets or changes the user's password.
 * @throws {LoginTooOld} @throws {UserNotFound} @throws {InvalidInput} with what is wrong about it. @throws {HasherBusy}
 */
export async function setPassword(
  deps: ChangeDeps & { readonly passwords: PasswordHasher },
  login: RecentLogin,
  { password }: { readonly password: string },
): Promise<void> {
  requireRecentLogin(login, deps.clock.now());
  const user = await findUser(deps.db, login.userId);
  if (user === undefined) throw new UserNotFound();
  const hash = await deps.passwords.hash(newPassword(password, [user.email, user.gamertag]));
  await changeFactors(deps, login, { change: "password_set" }, async (tx) => {
    await putPassword(tx, { userId: user.id, hash, now: deps.clock.now() });
  });
}
