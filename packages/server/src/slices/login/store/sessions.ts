import type { UserId } from "#kernel/ids.ts";
import { type Db, one, part, sql, type Tx } from "#platform/database/db.ts";
import { deleteExpired } from "#platform/database/delete-expired.ts";
import { KNOWN_MAX, type KnownBrowserId } from "../model/known-browser.ts";
import type { Revision } from "../model/revision.ts";
import type { Session, SessionId, Visitor } from "../model/session.ts";

export type NewSession = {
  readonly id: SessionId;
  readonly secretHash: Uint8Array;
  readonly userId: UserId;
  /** From before the user's factors, address and block were looked at. */
  readonly revision: Revision;
  readonly methods: readonly string[];
  readonly expiresAt: Date;
  readonly visitor: Visitor;
  /** Of the security event. */
  readonly eventId: string;
  /** Of the browser's secret so far: its attempt, and the session that it had. */
  readonly browserHash: Uint8Array;
  /** That the attempt must be in; undefined: none is needed. */
  readonly state: "proved" | "second_factor" | undefined;
  /** As what the browser is known from now on, if it is not known for this user yet. */
  readonly known: { readonly id: KnownBrowserId; readonly addressHash: Uint8Array; readonly expiresAt: Date };
};

export type EndedSession = { readonly id: SessionId; readonly userId: UserId };
export type Started = {
  readonly outcome: "started" | "none" | "changed";
  readonly ended: EndedSession | undefined;
  /** The user has logged in before, and not with this browser. */
  readonly isNew: boolean;
};

/** Runs `login.start_session`. */
export async function insertSession(tx: Tx, now: Date, session: NewSession): Promise<Started> {
  const { id, secretHash, userId, revision, methods, expiresAt, visitor, eventId, browserHash, state, known } = session;
  const row = one(
    await tx.query<{
      outcome: Started["outcome"];
      endedId: SessionId | null;
      endedUser: UserId;
      isNew: boolean | null;
    }>(sql`
      select outcome, ended_id as "endedId", ended_user as "endedUser", is_new as "isNew"
        from login.start_session(
          ${now}, ${browserHash}, ${state ?? null}, ${id}, ${secretHash}, ${userId}, ${revision}, ${methods},
          ${expiresAt}, ${visitor.userAgent}, ${visitor.network}, ${eventId}, ${known.id}, ${known.addressHash},
          ${known.expiresAt}, ${KNOWN_MAX})`),
  );
  const ended = row.endedId === null ? undefined : { id: row.endedId, userId: row.endedUser };
  return { outcome: row.outcome, ended, isNew: row.isNew === true };
}

export async function findSessionBySecret(db: Db, secretHash: Uint8Array, now: Date): Promise<Session | undefined> {
  const [row] = await db.query<Session>(sql`
    select id, user_id as "userId", authenticated_at as "authenticatedAt", methods, seen_at as "seenAt",
           expires_at as "expiresAt", user_agent as "userAgent", network
      from login.session
     where secret_hash = ${secretHash}
       and expires_at > ${now}`);
  return row;
}

/** Whether a session is there and does not end at this moment. */
export async function holdSession(
  db: Db,
  { secretHash, userId, now }: { readonly secretHash: Uint8Array; readonly userId: UserId; readonly now: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    select 1
      from login.session
     where secret_hash = ${secretHash}
       and user_id = ${userId}
       and expires_at > ${now}
       for key share`);
  return rows.length === 1;
}

/** Newest first. */
export async function listSessions(db: Db, userId: UserId, now: Date): Promise<Session[]> {
  return await db.query(sql`
    select id, user_id as "userId", authenticated_at as "authenticatedAt", methods, seen_at as "seenAt",
           expires_at as "expiresAt", user_agent as "userAgent", network
      from login.session
     where user_id = ${userId}
       and expires_at > ${now}
     order by id desc`);
}

export async function updateSeen(db: Db, id: SessionId, now: Date): Promise<void> {
  await db.query(sql`
    update login.session
       set seen_at = ${now}
     where id = ${id}
       and seen_at < ${now}`);
}

type EventOf = { readonly eventId: string; readonly kind: string; readonly visitor: Visitor };

/**
 * Ends sessions of a user and records it, in one statement. `only`: this one; `except`: all but this one. `forgets`:
 * the browsers are not known any more either.
 */
export async function deleteSessions(
  db: Db,
  now: Date,
  {
    userId,
    only,
    except,
    forgets,
    event,
  }: {
    readonly userId: UserId;
    readonly only?: SessionId | undefined;
    readonly except?: SessionId | undefined;
    readonly forgets: boolean;
    readonly event: EventOf;
  },
): Promise<EndedSession[]> {
  return await db.query(sql`
    with ended as (
      delete from login.session
       where user_id = ${userId}
         and id = coalesce(${only ?? null}::uuid, id)
         and id is distinct from ${except ?? null}::uuid
      returning id, user_id
    ),
    forgotten as (
      delete from login.known_browser
       where ${forgets}
         and user_id = ${userId}
         and session_id = coalesce(${only ?? null}::uuid, session_id)
         and session_id is distinct from ${except ?? null}::uuid
      returning id
    ),
    recorded as (
      insert into login.security_event (id, user_id, kind, at, user_agent, network)
      select ${event.eventId}::uuid, ${userId}::uuid, ${event.kind}, ${now}::timestamptz, ${event.visitor.userAgent},
             ${event.visitor.network}
       where exists (select from ended)
          or exists (select from forgotten)
    )
    select id, user_id as "userId"
      from ended`);
}

/** Runs `login.end_logins`. Returns the sessions that ended. */
export async function endLogins(
  tx: Tx,
  now: Date,
  { userId, except }: { readonly userId: UserId; readonly except?: SessionId },
): Promise<readonly SessionId[]> {
  const { ended } = one(
    await tx.query<{ ended: readonly SessionId[] }>(sql`
      select login.end_logins(${now}, ${userId}, ${except ?? null}) as ended`),
  );
  return ended;
}

const SESSIONS = { table: part`login.session`, key: part`id`, until: part`expires_at` };

export async function deleteOldSessions(db: Db, now: Date, limit: number): Promise<EndedSession[]> {
  return await db.query(sql`
    ${deleteExpired(SESSIONS, now, limit)}
    returning id, user_id as "userId"`);
}
