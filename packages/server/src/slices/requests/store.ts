import type { IdRange } from "#kernel/ids.ts";
import type { BatchedFunction } from "#platform/database/batch.ts";
import { type Db, one, part, sql } from "#platform/database/db.ts";
import { type Column, rowsBy } from "#platform/database/in-page.ts";
import type { RefusedRequest } from "./model/refused-request.ts";
import { REFUSED_OF_PROJECT_HOUR, REFUSED_OF_PROJECT_SURE, REFUSED_OF_SERVICE_HOUR } from "./model/shares.ts";

/** `sql/keep_many.sql` says what its outcomes mean. */
export const keepMany: BatchedFunction<RefusedRequest, "kept" | "over_share"> = {
  name: "requests.keep_many",
  columns: {
    id: ["uuid", (r) => r.id],
    project: ["uuid", (r) => r.projectId],
    key: ["uuid", (r) => r.keyId],
    request: ["text", (r) => r.requestId],
    refused_at: ["timestamptz", (r) => r.at],
    method: ["text", (r) => r.method],
    route: ["text", (r) => r.route],
    path: ["text", (r) => r.path],
    status: ["smallint", (r) => r.status],
    code: ["text", (r) => r.code],
    message: ["text", (r) => r.message],
    details: ["text", (r) => JSON.stringify(r.details)],
    body: ["text", (r) => r.body],
    network: ["text", (r) => r.network],
    took_ms: ["int", (r) => r.tookMs],
  },
  shared: {
    project_max: ["int", () => REFUSED_OF_PROJECT_HOUR],
    service_max: ["int", () => REFUSED_OF_SERVICE_HOUR],
    sure: ["int", () => REFUSED_OF_PROJECT_SURE],
  },
  decode: ({ outcome }) => outcome as "kept" | "over_share",
};

type RefusedRow = Omit<RefusedRequest, "body"> & { readonly body: string | null };

function toRefused({ body, ...row }: RefusedRow): RefusedRequest {
  return { ...row, body: body ?? undefined };
}

export type RefusedFilter = {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly keyId?: string | undefined;
};

const COLUMNS = part`
  id, project_id as "projectId", key_id as "keyId", request_id as "requestId", at, method, route, path, status, code,
  message, details, body, network, took_ms as "tookMs"`;

/**
 * A page of what was refused of a project, newest first, with ids of `range`. A text for each set of filters: with one
 * for all, a plan for any value could not use their indexes.
 */
export async function listRefused(
  db: Db,
  { projectId, range, limit }: { projectId: string; range: IdRange; limit: number },
  { status, code, keyId }: RefusedFilter,
): Promise<RefusedRequest[]> {
  const ofProject: Column = [part`project_id`, part`${projectId}`];
  const ofStatus: Column[] = status === undefined ? [] : [[part`status`, part`${status}`]];
  const ofCode: Column[] = code === undefined ? [] : [[part`code`, part`${code}`]];
  const ofKey: Column[] = keyId === undefined ? [] : [[part`key_id`, part`${keyId}`]];
  const { isIn, order } = rowsBy([ofProject, ...ofStatus, ...ofCode, ...ofKey], range);
  const rows = await db.query<RefusedRow>(sql`
    select ${COLUMNS}
      from requests.refused
     where ${isIn}
     order by ${order}
     limit ${limit}`);
  return rows.map(toRefused);
}

/** What was refused of a project under this name, newest first: a caller may give one to several requests. */
export async function listRefusedOf(
  db: Db,
  { projectId, requestId, limit }: { projectId: string; requestId: string; limit: number },
): Promise<RefusedRequest[]> {
  const rows = await db.query<RefusedRow>(sql`
    select ${COLUMNS}
      from requests.refused
     where project_id = ${projectId}
       and request_id = ${requestId}
     order by id desc
     limit ${limit}`);
  return rows.map(toRefused);
}

/** Deletes what was refused before a time, at most `limit`. Returns how many. */
export async function deleteRefused(db: Db, { before, limit }: { before: Date; limit: number }): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    with gone as (
      delete from requests.refused
       where id in (
               select id
                 from requests.refused
                where at < ${before}
                order by at
                limit ${limit})
      returning 1)
    select count(*)::int as count
      from gone`);
  return one(rows).count;
}

/** Deletes what was counted before a time. */
export async function deleteCounts(db: Db, before: Date): Promise<void> {
  const hour = Math.floor(before.getTime() / 3_600_000);
  await db.query(sql`
    with gone as (
      delete from requests.project_hour
       where hour < ${hour}::int)
    delete from requests.hour
     where hour < ${hour}::int`);
}
