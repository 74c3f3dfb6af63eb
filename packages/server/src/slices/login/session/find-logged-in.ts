import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { findUser, type User } from "#users";
import type { Session } from "../model/session.ts";
import { findSession } from "./find-session.ts";

export type LoggedIn = { readonly session: Session; readonly user: User };

/** Who is logged in with the browser whose cookie holds `secret`: for pages. A user who is blocked is not. */
export async function findLoggedIn(
  deps: { readonly db: Db; readonly clock: Clock },
  secret: string | undefined,
): Promise<LoggedIn | undefined> {
  const session = await findSession(deps, secret);
  const user = session && (await findUser(deps.db, session.userId));
  return session === undefined || user === undefined || user.blockedAt !== undefined ? undefined : { session, user };
}
