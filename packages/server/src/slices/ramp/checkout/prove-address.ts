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
import { browserOf, isLasting, type Session, SessionEnded } from "../model/session.ts";
import { updateUser } from "../store/sessions.ts";
import { requireShown, type TermsDeps } from "./find-terms.ts";

export type ProveDeps = RequestCodeDeps & CreateUserDeps & TermsDeps & Pick<CheckCodeDeps, "log">;

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

type ShownCode = Pick<RequestCode, "language"> & {
  readonly pageKey: string;
  readonly code: string;
  /** Version of the terms that the page has shown; undefined: it has shown none. */
  readonly shownTerms: string | undefined;
};

/**
 * Takes the code. The person is the user who has the address; an address without one gets an account.
 * @throws {AppError} as `takeCode` of slice login; {SessionEnded} {RampUnavailable} for a user who is blocked.
 * @throws {TermsChanged} when the service has other terms than the page has shown. The code is good as before.
 */
export async function checkCode(
  deps: ProveDeps,
  session: Session,
  { pageKey, code, language, shownTerms }: ShownCode,
): Promise<void> {
  if (!isLasting(session)) throw new SessionEnded(session);
  await requireShown(deps, browserOf(session)?.userId, shownTerms);
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
