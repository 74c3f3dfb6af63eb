import type { Tx } from "#platform/database/db.ts";
import { findUser, UserNotFound } from "#users";
import { type RecentLogin, requireRecentLogin } from "../model/recent-login.ts";
import type { SecurityChange } from "../model/security-change.ts";
import { afterEnd, type EndSessionDeps, endOthers } from "../session/end-session.ts";
import { isOpen, lockFactors } from "../store/factors.ts";
import { type RecordDeps, recordChange } from "./record-change.ts";

export type ChangeDeps = RecordDeps & EndSessionDeps;

/**
 * Runs `work` while no other change of this user's factors runs, then writes the security event and the mail, and ends
 * all other logins: who came in by another way does not stay. All of it happens or nothing; what `work` throws is
 * thrown.
 *
 * @throws {LoginTooOld} @throws {UserNotFound}
 */
export async function changeFactors<T>(
  deps: ChangeDeps,
  login: RecentLogin,
  { change, detail }: { readonly change: SecurityChange; readonly detail?: string | undefined },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  requireRecentLogin(login, deps.clock.now());
  const user = await findUser(deps.db, login.userId);
  if (user === undefined) throw new UserNotFound();
  const { result, ended } = await deps.db.transaction(async (tx) => {
    await lockFactors(tx, user.id, deps.clock.now());
    if (!(await isOpen(tx, user.id))) throw new UserNotFound();
    const done = await work(tx);
    await recordChange(tx, deps, { user, change, detail, visitor: login.visitor });
    return { result: done, ended: await endOthers(tx, deps, login) };
  });
  await afterEnd(deps, ended, "revoked");
  return result;
}
