import type { Idempotency } from "#idempotency";
import { type Db, one, sql } from "#platform/database/db.ts";
import type { CallbackHost, CallbackHostId } from "../model/callback-host.ts";

type HostRow = {
  readonly id: CallbackHostId;
  readonly host: string;
  readonly token: string;
  readonly created_at: Date;
  readonly verified_at: Date | null;
};

function toHost({ id, host, token, created_at, verified_at }: HostRow): CallbackHost {
  return { id, host, token, createdAt: created_at, verifiedAt: verified_at ?? undefined };
}

/** The project's claim of this host. */
export async function findHost(db: Db, ownerId: string, host: string): Promise<CallbackHost | undefined> {
  const [row] = await db.query<HostRow>(sql`
    select *
      from events.callback_host
     where owner_id = ${ownerId}
       and host = ${host}`);
  return row && toHost(row);
}

export async function listHosts(
  db: Db,
  { ownerId, before, limit }: { ownerId: string; before: CallbackHostId | undefined; limit: number },
): Promise<CallbackHost[]> {
  const rows = await db.query<HostRow>(sql`
    select *
      from events.callback_host
     where owner_id = ${ownerId}
       and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
     order by id desc
     limit ${limit}`);
  return rows.map(toHost);
}

/** The project that has verified this host. */
export async function findHostOwner(db: Db, host: string): Promise<string | undefined> {
  const [row] = await db.query<{ owner: string }>(sql`
    select owner_id as owner
      from events.callback_host
     where host = ${host}
       and verified_at is not null`);
  return row?.owner;
}

export type HostWritten = {
  readonly outcome: "claimed" | "replay" | "mismatch" | "too_many" | "taken";
  readonly id: CallbackHostId;
};

/** Runs `events.claim_host`. */
export async function insertHost(
  db: Db,
  { id, ownerId, host, token }: { id: CallbackHostId; ownerId: string; host: string; token: string },
  { idempotency, now, max }: { idempotency: Idempotency | undefined; now: Date; max: number },
): Promise<HostWritten> {
  return one(
    await db.query<HostWritten>(sql`
      select outcome, id
        from events.claim_host(
               ${now}, ${id}, ${ownerId}, ${host}, ${token}, ${max}::int, ${idempotency?.scope ?? null},
               decode(${idempotency?.input ?? null}, 'hex'))`),
  );
}

/** Records a look at the challenge file, unless there was one after `notAfter`: then false. */
export async function updateChecked(
  db: Db,
  { id, now, notAfter }: { id: CallbackHostId; now: Date; notAfter: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update events.callback_host
       set checked_at = ${now}
     where id = ${id}
       and (checked_at is null or checked_at <= ${notAfter})
    returning id`);
  return rows.length > 0;
}

/** Runs `events.verify_host`. */
export async function updateVerified(
  db: Db,
  { id, now }: { id: CallbackHostId; now: Date },
): Promise<"verified" | "not_found" | "taken"> {
  const { outcome } = one(
    await db.query<{ outcome: "verified" | "not_found" | "taken" }>(sql`
      select events.verify_host(${now}, ${id}) as outcome`),
  );
  return outcome;
}

export type HostReleased = {
  readonly outcome: "released" | "replay" | "mismatch" | "not_found";
  readonly id: string;
};

/** Runs `events.release_host`. `id` is the call's. */
export async function deleteHost(
  db: Db,
  { id, ownerId, host }: { id: string; ownerId: string; host: string },
  { idempotency, now }: { idempotency: Idempotency | undefined; now: Date },
): Promise<HostReleased> {
  return one(
    await db.query<HostReleased>(sql`
      select outcome, id
        from events.release_host(
               ${now}, ${id}, ${ownerId}, ${host}, ${idempotency?.scope ?? null}, decode(${idempotency?.input ?? null}, 'hex'))`),
  );
}

/** The claim that a call gave up, as it was. */
export async function findReleasedHost(db: Db, ownerId: string, id: string): Promise<CallbackHost | undefined> {
  const [row] = await db.query<HostRow>(sql`
    select host_id as id, host, token, created_at, verified_at
      from events.released_host
     where id = ${id}
       and owner_id = ${ownerId}`);
  return row && toHost(row);
}
