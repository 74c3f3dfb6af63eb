import type { Clock, Random } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { LoginGone } from "../model/login-gone.ts";
import { hashOf, newSecret } from "../model/secrets.ts";
import { SESSION_MS, type SessionId, type Visitor } from "../model/session.ts";
import { insertSession } from "../store/sessions.ts";
import type { OnSessionEnded } from "./end-session.ts";

export type StartSessionDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly onSessionEnded: OnSessionEnded;
};

type StartSession = {
  /** Of the browser's cookie so far. */
  readonly secret: string;
  /** Of the browser's attempt; undefined: none is needed. */
  readonly state: "proved" | "second_factor" | undefined;
  readonly userId: UserId;
  readonly methods: readonly string[];
  readonly visitor: Visitor;
};

/**
 * Logs the browser in and returns its new secret. The session that it had before ends.
 * @throws {LoginGone} when its attempt is not there any more: another call was first.
 */
export async function startSession(
  { db, clock, random, log, onSessionEnded }: StartSessionDeps,
  { secret, state, userId, methods, visitor }: StartSession,
): Promise<string> {
  const now = clock.now();
  const next = newSecret(random);
  const id = random.uuid() as SessionId;
  const { isStarted, ended } = await insertSession(db, now, {
    ...{ id, userId, methods, visitor, state, browserHash: hashOf(secret), secretHash: hashOf(next) },
    expiresAt: new Date(now.getTime() + SESSION_MS),
    eventId: random.uuid(),
  });
  if (!isStarted) throw new LoginGone();
  log.info({ userId, sessionId: id, methods }, "login.session_started");
  if (ended !== undefined) await onSessionEnded(ended, "replaced");
  return next;
}
