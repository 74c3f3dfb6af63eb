import type { Clock, Random } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Db, Tx } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import type { Session, SessionEnd, SessionId, Visitor } from "../model/session.ts";
import { insertSecurityEvent } from "../store/security-events.ts";
import { deleteSessions, type EndedSession, endLogins } from "../store/sessions.ts";

/** Is called after a session has ended, so that what hangs on it ends as well. */
export type OnSessionEnded = (session: EndedSession, reason: SessionEnd) => Promise<void>;

export type EndSessionDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly journal: Pick<Journal, "appendIfPossible">;
  readonly onSessionEnded: OnSessionEnded;
};

/** The browser logs out, and is still known as one that was logged in. */
export async function endSession(
  deps: EndSessionDeps,
  { session, visitor }: { readonly session: Pick<Session, "id" | "userId">; readonly visitor: Visitor },
): Promise<void> {
  const { id, userId } = session;
  await end(deps, { userId, only: id, visitor, kind: "session_ended", reason: "logged_out" });
}

/**
 * Ends one other session of a user, by its id; its browser is not known any more. Returns false when the user has no
 * such session.
 */
export async function revokeSession(
  deps: EndSessionDeps,
  { userId, id, visitor }: { readonly userId: UserId; readonly id: SessionId; readonly visitor: Visitor },
): Promise<boolean> {
  const ended = await end(deps, { userId, only: id, visitor, kind: "session_revoked", reason: "revoked" });
  return ended.length > 0;
}

/** Ends all sessions of a user, or all but one, and forgets the browsers. Returns how many. */
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
  const forgets = reason !== "logged_out";
  const ended = await deleteSessions(db, clock.now(), { userId, only, except, forgets, event });
  await afterEnd(deps, ended, reason);
  return ended;
}

/**
 * Ends all logins of the user but this one, and what applications hold, in the transaction of a change. Call `afterEnd`
 * when it is committed.
 */
export async function endOthers(
  tx: Tx,
  { clock, random }: Pick<EndSessionDeps, "clock" | "random">,
  own: { readonly userId: UserId; readonly sessionId: SessionId; readonly visitor: Visitor },
): Promise<EndedSession[]> {
  const { userId, sessionId, visitor } = own;
  const ended = await endLogins(tx, clock.now(), { userId, except: sessionId });
  if (ended.length > 0) {
    const event = { id: random.uuid(), userId, kind: "sessions_revoked", at: clock.now(), detail: "" };
    await insertSecurityEvent(tx, Object.assign(event, visitor));
  }
  return ended.map((id) => ({ id, userId }));
}

export async function afterEnd(
  { log, journal, onSessionEnded }: Pick<EndSessionDeps, "log" | "journal" | "onSessionEnded">,
  ended: readonly EndedSession[],
  reason: SessionEnd,
): Promise<void> {
  const lines = ended.map(({ id, userId }) => journal.appendIfPossible({ what: "session.end", id, subject: userId }));
  await Promise.all(lines);
  for (const session of ended) {
    log.info({ userId: session.userId, sessionId: session.id, reason }, "login.session_ended");
    await onSessionEnded(session, reason);
  }
}
