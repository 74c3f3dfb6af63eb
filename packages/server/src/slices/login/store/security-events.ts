import type { UserId } from "#kernel/ids.ts";
import { type Db, sql, type Tx } from "#platform/database/db.ts";
import type { SecurityEvent } from "../model/security-event.ts";

export async function insertSecurityEvent(
  db: Pick<Db | Tx, "query">,
  event: SecurityEvent & { readonly id: string; readonly userId: UserId },
): Promise<void> {
  const { id, userId, kind, at, userAgent, network, detail } = event;
  await db.query(sql`
    insert into login.security_event (id, user_id, kind, at, user_agent, network, detail)
    values (${id}, ${userId}, ${kind}, ${at}, ${userAgent}, ${network}, ${detail})`);
}

/** Newest first. */
export async function listSecurityEvents(db: Db, userId: UserId, limit: number): Promise<SecurityEvent[]> {
  return await db.query(sql`
    select kind, at, user_agent as "userAgent", network, detail
      from login.security_event
     where user_id = ${userId}
     order by id desc
     limit ${limit}`);
}

export async function deleteOldEvents(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from login.security_event
     where id in (
             select e.id
               from login.security_event e
              where e.at < ${before}
              limit ${limit})
    returning 1`);
  return rows.length;
}
