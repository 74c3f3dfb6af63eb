import type { Idempotency } from "#idempotency";
import { type Db, one, sql } from "#platform/database/db.ts";
import type { Endpoint } from "../model/endpoint.ts";
import type { EndpointId, EventType } from "../model/event.ts";

type EndpointRow = {
  readonly id: EndpointId;
  readonly url: string;
  readonly types: readonly EventType[] | null;
  readonly description: string;
  readonly state: "enabled" | "disabled" | "removed";
  /** Says in which state one was that is removed. */
  readonly disabled_reason: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
};

function toEndpoint(row: EndpointRow): Endpoint {
  return {
    id: row.id,
    url: row.url,
    types: row.types ?? undefined,
    description: row.description,
    state: row.disabled_reason === null ? { kind: "enabled" } : { kind: "disabled", reason: row.disabled_reason },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The endpoint with this id, if it is the project's and was not removed. */
export async function findEndpoint(db: Db, ownerId: string, id: EndpointId): Promise<Endpoint | undefined> {
  const [row] = await db.query<EndpointRow>(sql`
    select *
      from events.endpoint
     where id = ${id}
       and owner_id = ${ownerId}
       and state <> 'removed'`);
  return row && toEndpoint(row);
}

/** An endpoint that was removed, as it was before. */
export async function findRemovedEndpoint(db: Db, ownerId: string, id: EndpointId): Promise<Endpoint | undefined> {
  const [row] = await db.query<EndpointRow>(sql`
    select *
      from events.endpoint
     where id = ${id}
       and owner_id = ${ownerId}
       and state = 'removed'`);
  return row && toEndpoint(row);
}

/** A page of a project's endpoints, newest first, before the endpoint `before`. */
export async function listEndpoints(
  db: Db,
  { ownerId, before, limit }: { ownerId: string; before: EndpointId | undefined; limit: number },
): Promise<Endpoint[]> {
  const rows = await db.query<EndpointRow>(sql`
    select *
      from events.endpoint
     where owner_id = ${ownerId}
       and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
       and state <> 'removed'
     order by id desc
     limit ${limit}`);
  return rows.map(toEndpoint);
}

export type NewEndpoint = {
  readonly id: EndpointId;
  readonly ownerId: string;
  readonly url: string;
  readonly types: readonly EventType[] | undefined;
  readonly description: string;
};

export type EndpointWritten = {
  readonly outcome: "created" | "replay" | "mismatch" | "too_many" | "host_claimed";
  readonly endpoint: EndpointId;
};

/** Runs `events.create_endpoint`. */
export async function insertEndpoint(
  db: Db,
  { id, ownerId, url, types, description }: NewEndpoint,
  { idempotency, now, max }: { idempotency: Idempotency | undefined; now: Date; max: number },
): Promise<EndpointWritten> {
  return one(
    await db.query<EndpointWritten>(sql`
      select outcome, endpoint
        from events.create_endpoint(
               ${now}, ${id}, ${ownerId}, ${url}, ${types ?? null}::text[], ${description}, ${max}::int,
               ${idempotency?.scope ?? null}, decode(${idempotency?.input ?? null}, 'hex'))`),
  );
}

/** `undefined` leaves a value as it is; the type `*` means every type. */
export type EndpointChanges = {
  readonly url: string | undefined;
  readonly types: readonly string[] | undefined;
  readonly description: string | undefined;
  readonly state: "enabled" | "disabled" | undefined;
};

/** Runs `events.change_endpoint`. */
export async function updateEndpoint(
  db: Db,
  { ownerId, id, now }: { ownerId: string; id: EndpointId; now: Date },
  { url, types, description, state }: EndpointChanges,
  disabledReason: string,
): Promise<"changed" | "not_found" | "host_claimed"> {
  const { outcome } = one(
    await db.query<{ outcome: "changed" | "not_found" | "host_claimed" }>(sql`
      select events.change_endpoint(
               ${now}, ${ownerId}, ${id}, ${url ?? null}, ${types ?? null}::text[], ${description ?? null},
               ${state ?? null}, ${disabledReason}) as outcome`),
  );
  return outcome;
}

export type EndpointRemoved = "removed" | "replay" | "mismatch" | "not_found";

/** Runs `events.remove_endpoint`. */
export async function deleteEndpoint(
  db: Db,
  { ownerId, id }: { ownerId: string; id: EndpointId },
  { idempotency, now }: { idempotency: Idempotency | undefined; now: Date },
): Promise<EndpointRemoved> {
  const { outcome } = one(
    await db.query<{ outcome: EndpointRemoved }>(sql`
      select events.remove_endpoint(
               ${now}, ${ownerId}, ${id}, ${idempotency?.scope ?? null}, decode(${idempotency?.input ?? null}, 'hex')) as outcome`),
  );
  return outcome;
}
