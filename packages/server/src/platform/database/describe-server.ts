import { type Db, one, sql } from "./db.ts";
import { APP_ROLE, type ConnectOptions } from "./pool.ts";

/** What a server says of itself, as far as the promise of a payment depends on it. */
export type ServerDescription = {
  /** "18.4". */
  readonly version: string;
  /** Of a replica, and while it recovers, nothing can be written. */
  readonly takesWrites: boolean;
  /** As they hold for the role of the connection; undefined where the server does not know one. */
  readonly settings: Readonly<Record<ServerSetting, string | undefined>>;
  readonly connections: {
    readonly now: number;
    /** Without those that are kept for superusers. */
    readonly most: number;
  };
  /** The role that the application works as; undefined: there is none. */
  readonly appRole:
    | {
        readonly isSuperuser: boolean;
        readonly mayChangePostings: boolean;
        /** The role of the connection may work as it. */
        readonly isGranted: boolean;
      }
    | undefined;
  readonly now: Date;
};

export type ServerSetting = (typeof SETTINGS)[number];

const SETTINGS = [
  "fsync",
  "full_page_writes",
  "synchronous_commit",
  "synchronous_standby_names",
  "data_checksums",
] as const;

type Row = Omit<ServerDescription, "settings" | "connections" | "appRole"> & {
  readonly connections: number;
  readonly most: number;
  readonly isSuperuser: boolean | null;
  readonly mayChangePostings: boolean | null;
  readonly isGranted: boolean | null;
};

/** Reads it, and changes nothing. `postings`: the table that the application may not change, with its schema. */
export async function describeServer(db: Db, { postings }: { readonly postings: string }): Promise<ServerDescription> {
  const row = one(
    await db.query<Row>(sql`
      select split_part(current_setting('server_version'), ' ', 1) as version,
             not pg_is_in_recovery() as "takesWrites",
             (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
             current_setting('max_connections')::int
               - current_setting('superuser_reserved_connections')::int as most,
             role.rolsuper as "isSuperuser",
             coalesce(has_table_privilege(role.oid, to_regclass(${postings}), 'update, delete, truncate'), false)
               as "mayChangePostings",
             pg_has_role(current_user, role.oid, 'member') as "isGranted",
             clock_timestamp() as now
        from (select 1) as here
        left join pg_roles role on role.rolname = ${APP_ROLE}`),
  );
  const { connections, most, isSuperuser, mayChangePostings, isGranted, ...rest } = row;
  const rights = { mayChangePostings: mayChangePostings === true, isGranted: isGranted === true };
  return {
    ...rest,
    connections: { now: connections, most },
    appRole: isSuperuser === null ? undefined : { isSuperuser, ...rights },
    settings: await readSettings(db),
  };
}

async function readSettings(db: Db): Promise<ServerDescription["settings"]> {
  const rows = await db.query<{ name: ServerSetting; setting: string }>(sql`
    select name, setting
      from pg_settings
     where name = any (${[...SETTINGS]}::text[])`);
  const found = new Map(rows.map(({ name, setting }) => [name, setting]));
  return Object.fromEntries(SETTINGS.map((name) => [name, found.get(name)])) as ServerDescription["settings"];
}

/** For `connect`: no statement of such a connection changes anything. */
export const readOnly: NonNullable<ConnectOptions["verify"]> = async (connection) => {
  await connection.query(sql`set default_transaction_read_only = on`);
  return () => undefined;
};
