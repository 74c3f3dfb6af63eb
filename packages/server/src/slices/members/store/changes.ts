import type { Brand } from "#kernel/brand.ts";
import type { ProjectId, UserId } from "#kernel/ids.ts";
import { type Db, part, sql } from "#platform/database/db.ts";
import type { Role } from "../model/role.ts";

export type ChangeId = Brand<string, "ChangeId">;

/** What a person changed in a project. */
export type Change = {
  readonly id: ChangeId;
  readonly projectId: ProjectId;
  readonly userId: UserId;
  /** That the user had. */
  readonly role: Role;
  /** Its name in the reference of the pages' API. */
  readonly operation: string;
  /** Id of the thing that was changed or made; undefined: there is none, or a new one was not made. */
  readonly subject: string | undefined;
  readonly requestId: string;
  readonly network: string;
  readonly askedAt: Date;
  /** HTTP status of the answer; undefined: none is known. */
  readonly status: number | undefined;
};

export async function insertChange(db: Db, change: Omit<Change, "status">): Promise<void> {
  const { id, projectId, userId, role, operation, subject, requestId, network, askedAt } = change;
  await db.query(sql`
    insert into members.change (id, project_id, user_id, role, operation, subject, request_id, network, asked_at)
    values (${id}, ${projectId}, ${userId}, ${role}, ${operation}, ${subject ?? null}, ${requestId}, ${network},
            ${askedAt})`);
}

type Outcome = { readonly id: ChangeId; readonly status: number; readonly made: string | undefined };

/** `made`: id of the new thing, where the call named none. */
export async function updateOutcome(db: Db, { id, status, made }: Outcome): Promise<void> {
  await db.query(sql`
    update members.change
       set status = ${status},
           subject = coalesce(subject, ${made ?? null})
     where id = ${id}`);
}

type ChangeRow = Omit<Change, "subject" | "status"> & {
  readonly subject: string | null;
  readonly status: number | null;
};

type WantedChanges = {
  readonly project: ProjectId;
  /** Of this thing alone; undefined: of all. */
  readonly subject: string | undefined;
  /** The last one that the caller has. */
  readonly before: string;
  readonly limit: number;
};

/** The newest first. */
export async function listChanges(
  db: Db,
  { project, subject, before, limit }: WantedChanges,
): Promise<readonly Change[]> {
  const ofSubject = subject === undefined ? part`` : part`and c.subject = ${subject}`;
  const rows = await db.query<ChangeRow>(sql`
    select c.id, c.project_id as "projectId", c.user_id as "userId", c.role, c.operation, c.subject,
           c.request_id as "requestId", c.network, c.asked_at as "askedAt", c.status
      from members.change c
     where c.project_id = ${project}
       and c.id < ${before}
       ${ofSubject}
     order by c.id desc
     limit ${limit}`);
  return rows.map((row) => ({ ...row, subject: row.subject ?? undefined, status: row.status ?? undefined }));
}
