import { type CreateUserDeps, createUser } from "#users";
import { LoginGone } from "../model/login-gone.ts";
import { hashOf } from "../model/secrets.ts";
import type { Visitor } from "../model/session.ts";
import { findAttempt } from "../store/attempts.ts";
import { type LoginStep, type ProceedDeps, proceed } from "./proceed.ts";

/**
 * Makes the user of an address that is proved, and logs in. When the user is there already, because the form was sent
 * twice, it only logs in.
 * @throws {InvalidInput} {GamertagTaken} the person can choose another one.
 * @throws {LoginGone} when the proof is not there any more.
 */
export async function signUp(
  deps: ProceedDeps & CreateUserDeps,
  { secret, gamertag, visitor }: { readonly secret: string; readonly gamertag: string; readonly visitor: Visitor },
): Promise<LoginStep> {
  const attempt = await findAttempt(deps.db, hashOf(secret), "log_in", deps.clock.now());
  if (attempt.kind !== "proved") throw new LoginGone();
  const { email, methods } = attempt;
  try {
    const user = await createUser(deps, { email, gamertag, emailIsVerified: true });
    deps.log.info({ userId: user.id }, "login.user_created");
  } catch (error) {
    if ((error as { readonly code?: string }).code !== "email_taken") throw error;
  }
  return await proceed(deps, { secret, email, methods, visitor });
}
