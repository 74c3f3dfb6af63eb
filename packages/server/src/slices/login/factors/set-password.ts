import { AppError, waitUntil } from "#kernel/errors.ts";
import type { PasswordHasher } from "#platform/secrets/password-hasher.ts";
import { message } from "#texts/reader.ts";
import { findUser, UserNotFound } from "#users";
import { markOf } from "../model/factors.ts";
import { newPassword } from "../model/password.ts";
import { type RecentLogin, requireRecentLogin } from "../model/recent-login.ts";
import { takeTries } from "../store/factor-tries.ts";
import { findFactors } from "../store/factors.ts";
import { putPassword } from "../store/passwords.ts";
import { type ChangeDeps, changeFactors } from "./change-factors.ts";
import { tellRemoved } from "./remove-factor.ts";

/** In an hour: each costs the work of a login. */
const CHANGES_MAX = 20;

/**
 * Sets or changes the user's password.
 * @throws {LoginTooOld} @throws {UserNotFound} @throws {InvalidInput} with what is wrong about it. @throws {HasherBusy}
 * @throws {TooManyChanges}
 */
export async function setPassword(
  deps: ChangeDeps & { readonly passwords: PasswordHasher },
  login: RecentLogin,
  { password }: { readonly password: string },
): Promise<{ readonly isChange: boolean }> {
  requireRecentLogin(login, deps.clock.now());
  const user = await findUser(deps.db, login.userId);
  if (user === undefined) throw new UserNotFound();
  const until = await takeTries(deps.db, deps.clock.now(), [{ subject: `password set ${user.id}`, most: CHANGES_MAX }]);
  if (until !== undefined) throw new TooManyChanges(until, deps.clock.now());
  const hash = await deps.passwords.hash(newPassword(password, [user.email, user.gamertag]), {
    isKnown: true,
    name: user.email,
  });
  const before = await changeFactors(deps, login, { change: "password_set" }, async (tx) => {
    const owned = await findFactors(tx, user.id);
    await putPassword(tx, { userId: user.id, hash, now: deps.clock.now() });
    return markOf(owned, { kind: "password" });
  });
  await tellRemoved(deps, user.id, before);
  return { isChange: before !== undefined };
}

export class TooManyChanges extends AppError {
  constructor(until: Date, now: Date) {
    super("rate_limited", "the password was changed often in the last hour; try again later", {
      retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1_000),
      forPeople: message("failure_password_often", { wait: waitUntil(until, now) }),
    });
  }
}
