import type { UserId } from "#kernel/ids.ts";
import { type Db, sql } from "#platform/database/db.ts";
import type { KnownBrowser, KnownBrowserId } from "../model/known-browser.ts";
import type { Visitor } from "../model/session.ts";

/** Whether the browser was logged in before as the user, or as the user who has the address. */
export async function findKnownBrowser(
  db: Db,
  now: Date,
  {
    browserHash,
    userId,
    addressHash,
  }: {
    readonly browserHash: Uint8Array;
    readonly userId?: UserId | undefined;
    readonly addressHash?: Uint8Array | undefined;
  },
): Promise<KnownBrowserId | undefined> {
  const [row] = await db.query<{ id: KnownBrowserId }>(sql`
    select id
      from login.known_browser
     where secret_hash = ${browserHash}
       and (user_id = ${userId ?? null} or address_hash = ${addressHash ?? null})
       and expires_at > ${now}
     limit 1`);
  return row?.id;
}

/** Those of a user that are not logged in, the newest first. */
export async function listKnownBrowsers(db: Db, userId: UserId, now: Date): Promise<KnownBrowser[]> {
  return await db.query(sql`
    select k.id, k.logged_in_at as "loggedInAt", k.user_agent as "userAgent", k.network
      from login.known_browser k
     where k.user_id = ${userId}
       and k.expires_at > ${now}
       and not exists (
             select from login.session s
              where s.id = k.session_id
                and s.expires_at > ${now})
     order by k.logged_in_at desc, k.id desc`);
}

/** Forgets one of a user and records it, in one statement. False when the user has no such one. */
export async function deleteKnownBrowser(
  db: Db,
  now: Date,
  {
    userId,
    id,
    eventId,
    visitor,
  }: {
    readonly userId: UserId;
    readonly id: KnownBrowserId;
    /** Of the security event. */
    readonly eventId: string;
    readonly visitor: Visitor;
  },
): Promise<boolean> {
  const rows = await db.query(sql`
    with forgotten as (
      delete from login.known_browser
       where id = ${id}
         and user_id = ${userId}
      returning id
    )
    insert into login.security_event (id, user_id, kind, at, user_agent, network)
    select ${eventId}::uuid, ${userId}::uuid, 'browser_forgotten', ${now}::timestamptz, ${visitor.userAgent},
           ${visitor.network}
      from forgotten
    returning 1`);
  return rows.length === 1;
}

/** The browser logs out and gets another secret; it stays known. */
export async function moveBrowser(db: Db, fromHash: Uint8Array, toHash: Uint8Array): Promise<void> {
  await db.query(sql`
    select login.move_browser(${fromHash}, ${toHash})`);
}
