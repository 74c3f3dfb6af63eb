import { type Db, one, sql } from "./db.ts";

/** Two databases are one when their server began in the same microsecond and they have one name. */
export type DatabaseIdentity = { readonly begun: string; readonly name: string; readonly recovers: boolean };

/** `recovers`: it is a replica, or not through with its log. */
export async function identify(db: Db): Promise<DatabaseIdentity> {
  return one(
    await db.query<DatabaseIdentity>(sql`
      select pg_postmaster_start_time()::text as begun,
             current_database() as name,
             pg_is_in_recovery() as recovers`),
  );
}
