import type { Currency, Minor } from "#kernel/fiat.ts";
import type { IdRange, ProjectId, UserId } from "#kernel/ids.ts";
import { type Db, part, type Statement, sql } from "#platform/database/db.ts";
import { type Column, type MadeIn, pageBy } from "#platform/database/in-page.ts";
import type { ChosenAmount, Session, SessionId, SessionProgress, SessionState } from "../model/session.ts";

type SessionRow = {
  readonly id: SessionId;
  readonly project_id: ProjectId;
  readonly email: string;
  readonly webhook_url: string;
  readonly destination: string | null;
  readonly quote_currency: Currency | null;
  readonly reference_id: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** Its time is over by the clock of the database; its row may not say so yet. */
  readonly is_late: boolean;
  readonly network: string | null;
  readonly user_id: UserId | null;
  readonly return_url: string | null;
  readonly chosen_minor: Minor | null;
  readonly chosen_currency: Currency | null;
  readonly state: SessionState;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly ended_at: Date | null;
};

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    projectId: row.project_id,
    email: row.email,
    webhookUrl: row.webhook_url,
    destination: row.destination ?? undefined,
    quoteCurrency: row.quote_currency ?? undefined,
    referenceId: row.reference_id ?? undefined,
    metadata: row.metadata ?? undefined,
    returnUrl: row.return_url ?? undefined,
    chosen:
      row.chosen_minor === null || row.chosen_currency === null
        ? undefined
        : { source: row.chosen_minor, currency: row.chosen_currency },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    progress: toProgress(row),
  };
}

function toProgress(row: SessionRow): SessionProgress {
  const { state } = row;
  const browser = row.network === null ? undefined : { network: row.network, userId: row.user_id ?? undefined };
  if (row.is_late && (state === "open" || state === "active"))
    return { kind: "expired", browser, endedAt: row.expires_at };
  switch (state) {
    case "open":
      return { kind: state };
    case "active":
      return { kind: state, browser: present(row, browser, "network") };
    case "completed":
      return {
        kind: state,
        browser: present(row, browser, "network"),
        endedAt: present(row, row.ended_at, "ended_at"),
      };
    case "expired":
    case "canceled":
      return { kind: state, browser, endedAt: present(row, row.ended_at, "ended_at") };
  }
}

/** What the state promises; its absence is our bug. */
function present<Value>({ id, state }: SessionRow, value: Value | null | undefined, column: keyof SessionRow): Value {
  if (value === null || value === undefined) throw new Error(`session ${id} is ${state} without ${column}`);
  return value;
}

export async function findSession(db: Db, id: SessionId): Promise<Session | undefined> {
  const [row] = await db.query<SessionRow>(sql`
    select s.*, s.expires_at <= now() as is_late
      from ramp.session s
     where s.id = ${id}`);
  return row && toSession(row);
}

/** The session whose page a browser with this key has open. */
export async function findSessionByPage(db: Db, id: SessionId, pageHash: Uint8Array): Promise<Session | undefined> {
  const [row] = await db.query<{ readonly id: SessionId }>(sql`
    select id
      from ramp.session
     where id = ${id}
       and page_hash = ${pageHash}`);
  return row && (await findSession(db, row.id));
}

/** What is wanted of a project's sessions. One of `reference` and `email` at most: each has its index. */
export type SessionFilter = {
  readonly state?: SessionState | undefined;
  readonly reference?: string | undefined;
  /** Whose person must prove it, as `emailAddress` gives it. */
  readonly email?: string | undefined;
  /** Made at `from` or later, and before `to`. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
};

type PageOf = { readonly project: ProjectId; readonly range: IdRange; readonly limit: number };

/** Newest first. */
export async function listSessions(db: Db, page: PageOf, filter: SessionFilter = {}): Promise<Session[]> {
  const { state, reference, email, ...made } = filter;
  const isByName = reference !== undefined || email !== undefined;
  const rows = await db.query<SessionRow>(
    state === undefined || isByName ? listNamed(page, filter) : listInState(page, state, made),
  );
  return rows.map(toSession);
}

/** All, or by the index of a name; the state is looked at there. */
function listNamed({ project, range, limit }: PageOf, { state, reference, email, ...made }: SessionFilter): Statement {
  const ofProject: Column = [part`project_id`, part`${project}`];
  const name: Column | undefined =
    reference !== undefined
      ? [part`reference_id`, part`${reference}`]
      : email === undefined
        ? undefined
        : [part`email`, part`${email}`];
  const { isIn, order } = pageBy(name === undefined ? [ofProject] : [ofProject, name], range, made);
  const hasReference = reference === undefined ? part`true` : part`reference_id is not null`;
  return sql`
    select *, expires_at <= now() as is_late
      from ramp.session
     where ${isIn}
       and ${hasReference}
       and (${state ?? null}::text is null or ${STATE} = ${state ?? null}::text)
     order by ${order}
     limit ${limit}`;
}

/** One whose time is over has expired, whatever its row says. */
const STATE = part`case when state in ('open', 'active') and expires_at <= now() then 'expired' else state end`;

/** State by state, as the index has them. */
function listInState({ project, range, limit }: PageOf, state: SessionState, made: MadeIn): Statement {
  const rows = state === "expired" ? ["expired", "open", "active"] : [state];
  const ofProject: Column = [part`project_id`, part`${project}`];
  const ofState: Column = [part`session.state`, part`wanted.state`];
  const { isIn, order } = pageBy([ofProject, ofState], range, made);
  return sql`
    select f.*
      from unnest(${rows}::text[]) as wanted(state)
     cross join lateral (
       select session.*, expires_at <= now() as is_late
         from ramp.session
        where ${isIn}
          and (session.state not in ('open', 'active') or (expires_at <= now()) = ${state === "expired"})
        order by ${order}
        limit ${limit}) f
     order by f.id desc
     limit ${limit}`;
}

export async function listSessionsById(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Session>> {
  const rows = await db.query<SessionRow>(sql`
    select s.*, s.expires_at <= now() as is_late
      from ramp.session s
     where s.id = any (${ids}::uuid[])`);
  return new Map(rows.map((row) => [row.id, toSession(row)]));
}

/**
 * Binds a session to the first browser that opens it; who the project has proved is its user. False when it is over,
 * another one was faster, or the key is that of another session.
 */
export async function updateToOpened(
  db: Db,
  opened: {
    readonly id: SessionId;
    readonly tokenHash: Uint8Array;
    readonly pageHash: Uint8Array;
    readonly network: string;
  },
): Promise<boolean> {
  const rows = await db.query(sql`
    update ramp.session
       set state = 'active',
           page_hash = ${opened.pageHash},
           network = ${opened.network},
           user_id = known_user_id,
           version = version + 1
     where id = ${opened.id}
       and token_hash = ${opened.tokenHash}
       and state = 'open'
       and expires_at > now()
       and not exists (
         select 1
           from ramp.session o
          where o.page_hash = ${opened.pageHash})
    returning id`);
  return rows.length === 1;
}

/** Whether a token is that of a session. */
export async function isToken(db: Db, id: SessionId, tokenHash: Uint8Array): Promise<boolean> {
  const rows = await db.query(sql`
    select 1
      from ramp.session
     where id = ${id}
       and token_hash = ${tokenHash}`);
  return rows.length === 1;
}

export async function updateUser(db: Db, id: SessionId, userId: UserId): Promise<void> {
  await db.query(sql`
    update ramp.session
       set user_id = ${userId},
           version = version + 1
     where id = ${id}
       and user_id is null`);
}

/** Keeps what a person chose who is not known yet. */
export async function updateChosen(db: Db, id: SessionId, { source, currency }: ChosenAmount): Promise<void> {
  await db.query(sql`
    update ramp.session
       set chosen_minor = ${source},
           chosen_currency = ${currency},
           version = version + 1
     where id = ${id}
       and user_id is null`);
}

/** Ends a session that lasts; false when it does not. What was begun in it goes on. */
export async function updateToCanceled(db: Db, id: SessionId, project: ProjectId): Promise<boolean> {
  const rows = await db.query(sql`
    update ramp.session
       set state = 'canceled',
           version = version + 1,
           ended_at = now()
     where id = ${id}
       and project_id = ${project}
       and state in ('open', 'active')
       and expires_at > now()
    returning id`);
  return rows.length === 1;
}

const OVER = part`state in ('open', 'active') and expires_at <= now()`;

/** Whether the time of any session is over that its row does not call over. */
export const isAnyOver = () => part`exists (select from ramp.session where ${OVER})`;

/** Writes down that sessions are over. Returns how many. */
export async function expireSessions(db: Db, limit: number): Promise<number> {
  const rows = await db.query(sql`
    update ramp.session s
       set state = 'expired',
           version = s.version + 1,
           ended_at = s.expires_at
      from (
        select o.id
          from ramp.session o
         where ${OVER}
         order by o.expires_at
         limit ${limit}
           for update skip locked) over
     where s.id = over.id
    returning s.id`);
  return rows.length;
}

/** Origins of other sites that may show the page of a project's sessions. */
export async function findOrigins(db: Db, project: ProjectId): Promise<readonly string[]> {
  const [row] = await db.query<{ readonly origins: readonly string[] }>(sql`
    select origins
      from ramp.project
     where project_id = ${project}`);
  return row?.origins ?? [];
}

export async function writeOrigins(db: Db, project: ProjectId, origins: readonly string[]): Promise<void> {
  await db.query(sql`
    insert into ramp.project (project_id, origins)
    values (${project}, ${origins})
        on conflict (project_id) do update
       set origins = excluded.origins`);
}

/** Sessions of a project that a request asked for, oldest first. */
export async function listSessionsOfRequest(
  db: Db,
  { projectId, requestId, limit }: { projectId: string; requestId: string; limit: number },
): Promise<{ readonly id: SessionId; readonly createdAt: Date }[]> {
  return await db.query(sql`
    select id, created_at as "createdAt"
      from ramp.session
     where request_id = ${requestId}
       and project_id = ${projectId}
     order by id
     limit ${limit}`);
}
