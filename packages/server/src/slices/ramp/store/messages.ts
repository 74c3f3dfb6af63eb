import { type Db, sql } from "#platform/database/db.ts";

/** Remembers a message of a processor. False when it was taken before. */
export async function insertMessage(
  db: Db,
  { processor, eventId, type, now }: { processor: string; eventId: string; type: string; now: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into ramp.message (processor, event_id, type, at)
    values (${processor}, ${eventId}, ${type}, ${now})
        on conflict (processor, event_id) do nothing
    returning event_id`);
  return rows.length === 1;
}

/** Messages that are too old to come again. */
export async function deleteOldMessages(db: Db, before: Date): Promise<void> {
  await db.query(sql`
    delete from ramp.message
     where at < ${before}`);
}

export async function findCursor(db: Db, processor: string): Promise<string> {
  const [row] = await db.query<{ cursor: string }>(sql`
    select cursor
      from ramp.follower
     where processor = ${processor}`);
  return row?.cursor ?? "";
}

export async function writeCursor(db: Db, processor: string, cursor: string): Promise<void> {
  await db.query(sql`
    insert into ramp.follower (processor, cursor)
    values (${processor}, ${cursor})
        on conflict (processor) do update
       set cursor = excluded.cursor`);
}

/** When all that happened since a copy was last looked at. */
export async function findLookedBackAt(db: Db, processor: string): Promise<Date | undefined> {
  const [row] = await db.query<{ at: Date | null }>(sql`
    select looked_back_at as at
      from ramp.follower
     where processor = ${processor}`);
  return row?.at ?? undefined;
}

export async function writeLookedBack(db: Db, processor: string, now: Date): Promise<void> {
  await db.query(sql`
    insert into ramp.follower (processor, cursor, looked_back_at)
    values (${processor}, '', ${now})
        on conflict (processor) do update
       set looked_back_at = excluded.looked_back_at`);
}
