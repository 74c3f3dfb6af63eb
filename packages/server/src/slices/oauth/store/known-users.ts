import type { ProjectId, UserId } from "#kernel/ids.ts";
import { type Db, part, sql } from "#platform/database/db.ts";
import type { AppId, ClientId } from "../model/app.ts";

/** What a user allows an application of a project to see. */
export type KnownUser = {
  readonly userId: UserId;
  readonly appId: AppId;
  readonly clientId: ClientId;
  readonly appName: string;
  readonly scopes: readonly string[];
  /** First, and the last time that the user was asked. */
  readonly since: Date;
  readonly lastAllowedAt: Date;
};

/** Where a list of them goes on. */
export type KnownUserPosition = Pick<KnownUser, "since" | "userId" | "clientId">;

type Wanted = {
  readonly project: ProjectId;
  readonly before: KnownUserPosition | undefined;
  readonly limit: number;
};

export type KnownUserFilter = {
  readonly app?: AppId | undefined;
  /** Since `from` or later, and before `to`. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
};

/** Users of a project's applications that are not revoked, who came last first. Application by application. */
export async function listKnownUsers(
  db: Db,
  { project, before, limit }: Wanted,
  { app, from, to }: KnownUserFilter = {},
): Promise<KnownUser[]> {
  const ofApp = app === undefined ? part`true` : part`a.id = ${app}`;
  const isAfter =
    before === undefined
      ? part`true`
      : part`(c.created_at, c.user_id, c.client_id) < (${before.since}, ${before.userId}, ${before.clientId})`;
  return await db.query<KnownUser>(sql`
    select f.user_id as "userId", a.id as "appId", a.client_id as "clientId", a.name as "appName", f.scopes,
           f.created_at as since, f.updated_at as "lastAllowedAt"
      from oauth.app a
     cross join lateral (
       select *
         from oauth.consent c
        where c.client_id = a.client_id
          and c.created_at >= ${from ?? "-infinity"}::timestamptz
          and c.created_at < ${to ?? "infinity"}::timestamptz
          and ${isAfter}
        order by c.created_at desc, c.user_id desc
        limit ${limit}) f
     where a.project_id = ${project}
       and a.revoked_at is null
       and ${ofApp}
     order by f.created_at desc, f.user_id desc, f.client_id desc
     limit ${limit}`);
}

/** The applications of a project that a user allows something, the newest first. */
export async function findKnownUser(db: Db, project: ProjectId, userId: UserId): Promise<KnownUser[]> {
  return await db.query<KnownUser>(sql`
    select c.user_id as "userId", a.id as "appId", a.client_id as "clientId", a.name as "appName", c.scopes,
           c.created_at as since, c.updated_at as "lastAllowedAt"
      from oauth.consent c
      join oauth.app a on a.client_id = c.client_id
     where c.user_id = ${userId}
       and a.project_id = ${project}
       and a.revoked_at is null
     order by c.created_at desc, c.client_id desc`);
}
