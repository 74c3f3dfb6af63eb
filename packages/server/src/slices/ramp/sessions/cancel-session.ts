import type { ProjectId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { type Session, SessionEnded, type SessionId, SessionNotFound } from "../model/session.ts";
import { findSession, updateToCanceled } from "../store/sessions.ts";

/**
 * Ends a session of a project before its time. What was begun in it goes on.
 * @throws {SessionNotFound} also for a session of another project.
 * @throws {SessionEnded} when it was over.
 */
export async function cancelSession({ db }: { readonly db: Db }, project: ProjectId, id: SessionId): Promise<Session> {
  const isCanceled = await updateToCanceled(db, id, project);
  const session = await findSession(db, id);
  if (session === undefined || session.projectId !== project) throw new SessionNotFound();
  if (!isCanceled && session.progress.kind !== "canceled") throw new SessionEnded(session);
  return session;
}
