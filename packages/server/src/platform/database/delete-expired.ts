import { type Db, type Part, part, sql } from "./db.ts";

/** Where rows say until when they are of use. */
export type Expiring = {
  readonly table: Part;
  /** A column, or several with commas. */
  readonly key: Part;
  readonly until: Part;
};

/**
 * Deletes rows of a table whose time is over, at most `limit`. `returning` may follow. Rows that another process is
 * deleting or writing are left out.
 */
export function deleteExpired({ table, key, until }: Expiring, now: Date, limit: number): Part {
  return part`
    delete from ${table}
     where (${key}) in (
             select ${key}
               from ${table}
              where ${until} <= ${now}
              limit ${limit}
                for update skip locked)`;
}

/** Returns how many rows were deleted. */
export async function dropExpired(db: Db, expiring: Expiring, now: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    ${deleteExpired(expiring, now, limit)}
    returning 1`);
  return rows.length;
}
