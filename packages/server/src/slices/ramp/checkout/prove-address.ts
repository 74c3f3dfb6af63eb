import { type CheckCodeDeps, type RequestCode, type RequestCodeDeps, requestCode, takeCode } from "#login";
import { findProject } from "#projects";
import {
  type CreateUserDeps,
  createUser,
  findUserByEmail,
  markEmailVerified,
  proposeGamertag,
  proposeLanguage,
  type User,
} from "#users";
import { RampUnavailable } from "../model/limits.ts";
import { isLasting, type Session, SessionEnded } from "../model/session.ts";
import { updateUser } from "../store/sessions.ts";

export type ProveDeps = RequestCodeDeps & CreateUserDeps & Pick<CheckCodeDeps, "log">;

/**
 * Sends a code to the address of a session. `pageKey`: the browser's, for which alone the code is good; `network`:
 * that it asks from.
 * @throws {AppError} as `requestCode` of slice login; {SessionEnded}
 */
export async function sendCode(
  deps: ProveDeps,
  session: Session,
  { pageKey, ...asked }: { readonly pageKey: string; readonly network: string } & Pick<RequestCode, "language">,
): Promise<void> {
  if (!isLasting(session)) throw new SessionEnded(session);
  const app = (await findProject(deps.db, session.projectId))?.name;
  await requestCode(deps, { secret: pageKey, email: session.email, purpose: "buy", app, ...asked });
}

/**
 * Takes the code. The person is the user who has the address; an address without one gets an account.
 * @throws {AppError} as `takeCode` of slice login; {SessionEnded} {RampUnavailable} for a user who is blocked.
 */
export async function checkCode(
  deps: ProveDeps,
  session: Session,
  { pageKey, code, language }: { readonly pageKey: string; readonly code: string } & Pick<RequestCode, "language">,
): Promise<void> {
  if (!isLasting(session)) throw new SessionEnded(session);
  const { email } = await takeCode(deps, { secret: pageKey, code, purpose: "buy" });
  const user = await userOf(deps, email);
  if (user.blockedAt !== undefined) {
    deps.log.info({ userId: user.id }, "ramp.user_refused");
    throw new RampUnavailable("nothing can be sold to this account; ask the operator of this service");
  }
  if (user.language === undefined) await proposeLanguage(deps, user.id, language); // receipts are in it
  await updateUser(deps.db, session.id, user.id);
}

async function userOf(deps: ProveDeps, email: string): Promise<User> {
  const known = await findUserByEmail(deps.db, email);
  if (known !== undefined) {
    await markEmailVerified(deps, { id: known.id, email });
    return known;
  }
  try {
    const gamertag = await proposeGamertag(deps, { email: undefined });
    return await createUser(deps, { email, gamertag, emailIsVerified: true });
  } catch (error) {
    const made = await findUserByEmail(deps.db, email); // by another request at the same time
    if (made === undefined) throw error;
    return made;
  }
}
