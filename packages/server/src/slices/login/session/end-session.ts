import type { Clock, Random } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db, Tx } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import type { Session, SessionEnd, SessionId, Visitor } from "../model/session.ts";
import { deleteSessions, type EndedSession } from "../store/sessions.ts";

/** Is called after a session has ended, so that what hangs on it ends as well. */
export type OnSessionEnded = (session: EndedSession, reason: SessionEnd) => Promise<void>;

export type EndSessionDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly onSessionEnded: OnSessionEnded;
};

/** The browser logs out. Its cookie is worth nothing afterwards, in any copy. */
export async function endSession(
  deps: EndSessionDeps,
  { session, visitor }: { readonly session: Pick<Session, "id" | "userId">; readonly visitor: Visitor },
): Promise<void> {
  const { id, userId } = session;
  await end(deps, { userId, only: id, visitor, kind: "session_ended", reason: "logged_out" });
}

/** Ends one other session of a user, by its id. Returns false when the user has no such session. */
export async function revokeSession(
  deps: EndSessionDeps,
  { userId, id, visitor }: { readonly userId: UserId; readonly id: SessionId; readonly visitor: Visitor },
): Promise<boolean> {
  const ended = await end(deps, { userId, only: id, visitor, kind: "session_revoked", reason: "revoked" });
  return ended.length > 0;
}

/** Ends all sessions of a user, or all but one. Returns how many. */
export async function revokeSessions(
  deps: EndSessionDeps,
  {
    userId,
    except,
    visitor,
    reason = "revoked",
  }: {
    readonly userId: UserId;
    readonly except?: SessionId | undefined;
    readonly visitor: Visitor;
    readonly reason?: "revoked" | "closed";
  },
): Promise<number> {
  const ended = await end(deps, { userId, except, visitor, kind: "sessions_revoked", reason });
  return ended.length;
}

type End = {
  readonly userId: UserId;
  readonly only?: SessionId;
  readonly except?: SessionId | undefined;
  readonly visitor: Visitor;
  readonly kind: string;
  readonly reason: SessionEnd;
};

async function end(
  deps: EndSessionDeps,
  { userId, only, except, visitor, kind, reason }: End,
): Promise<EndedSession[]> {
  const { db, clock, random } = deps;
  const event = { eventId: random.uuid(), kind, visitor };
  const ended = await deleteSessions(db, clock.now(), { userId, only, except, event });
  await afterEnd(deps, ended, reason);
  return ended;
}

/** Ends all sessions of the user but this one, in the transaction of a change. Call `afterEnd` when it is committed. */
export async function endOthers(
  tx: Tx,
  { clock, random }: Pick<EndSessionDeps, "clock" | "random">,
  own: { readonly userId: UserId; readonly sessionId: SessionId; readonly visitor: Visitor },
): Promise<EndedSession[]> {
  const event = { eventId: random.uuid(), kind: "sessions_revoked", visitor: own.visitor };
  return await deleteSessions(tx, clock.now(), { userId: own.userId, except: own.sessionId, event });
}

export async function afterEnd(
  { log, onSessionEnded }: Pick<EndSessionDeps, "log" | "onSessionEnded">,
  ended: readonly EndedSession[],
  reason: SessionEnd,
): Promise<void> {
  for (const session of ended) {
    log.info({ userId: session.userId, sessionId: session.id, reason }, "login.session_ended");
    await onSessionEnded(session, reason);
  }
}
