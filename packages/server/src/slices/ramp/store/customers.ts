import type { EventId } from "#events";
import type { UserId } from "#kernel/ids.ts";
import { type Db, part, sql } from "#platform/database/db.ts";
import { isDueIn, type Lease, leaseDue } from "#platform/database/lease-due.ts";
import { type Customer, IDENTITY_REASONS, type IdentityReason, type IdentityState } from "../model/customer.ts";
import type { SessionId } from "../model/session.ts";

type CustomerRow = {
  readonly user_id: UserId;
  readonly identity: IdentityState;
  readonly provider: string | null;
  readonly try_id: string | null;
  readonly reference: string | null;
  readonly session_id: SessionId | null;
  readonly reason: string | null;
  readonly version: number;
  readonly tries: number;
  readonly approved_until: Date | null;
  readonly changed_at: Date;
  readonly given_at: Date | null;
};

function toCustomer(row: CustomerRow, now: Date): Customer {
  const { user_id, provider, try_id, reference, session_id, reason, version, tries, approved_until } = row;
  const isOver = approved_until !== null && approved_until <= now;
  return {
    userId: user_id,
    identity: isOver ? "expired" : row.identity,
    version,
    tries,
    reason: IDENTITY_REASONS.find((known) => known === reason),
    approvedUntil: approved_until ?? undefined,
    givenAt: row.given_at !== null && row.given_at >= row.changed_at ? row.given_at : undefined,
    try:
      try_id === null || session_id === null
        ? undefined
        : { id: try_id, provider: provider ?? "", reference: reference ?? undefined, sessionId: session_id },
  };
}

export async function findCustomer(db: Db, userId: UserId, now: Date): Promise<Customer | undefined> {
  const [row] = await db.query<CustomerRow>(sql`
    select *
      from ramp.customer
     where user_id = ${userId}`);
  return row && toCustomer(row, now);
}

/**
 * Begins a try, unless the user has changed since, or has had too many. One in place of another provider's is none
 * more.
 */
export async function insertTry(
  db: Db,
  wanted: {
    readonly userId: UserId;
    readonly provider: string;
    readonly tryId: string;
    readonly sessionId: SessionId;
    readonly triesMax: number;
    readonly now: Date;
  },
): Promise<Customer | undefined> {
  const { userId, provider, tryId, sessionId, triesMax, now } = wanted;
  const [row] = await db.query<CustomerRow>(sql`
    insert into ramp.customer as c (user_id, identity, provider, try_id, session_id, tries, changed_at)
    values (${userId}, 'pending', ${provider}, ${tryId}, ${sessionId}, 1, ${now})
        on conflict (user_id) do update
       set identity = 'pending',
           provider = excluded.provider,
           try_id = excluded.try_id,
           session_id = excluded.session_id,
           reference = null,
           reason = null,
           due_at = null,
           approved_until = null,
           version = c.version + 1,
           tries = c.tries + case when c.identity in ('pending', 'processing', 'review') then 0 else 1 end,
           changed_at = excluded.changed_at
     where (c.identity in ('none', 'retry', 'expired') or c.approved_until <= ${now}) and c.tries < ${triesMax}
        or c.identity in ('pending', 'processing', 'review') and c.provider <> excluded.provider
    returning *`);
  return row && toCustomer(row, now);
}

/** Remembers the provider's reference of a try. */
export async function updateTryReference(
  db: Db,
  { userId, tryId, reference, dueAt }: { userId: UserId; tryId: string; reference: string; dueAt: Date },
): Promise<void> {
  await db.query(sql`
    update ramp.customer
       set reference = ${reference},
           due_at = ${dueAt}
     where user_id = ${userId}
       and try_id = ${tryId}
       and (reference is null or reference = ${reference})`);
}

const CUSTOMERS = part`ramp.customer`;
const KEY_OF_CUSTOMERS = { key: part`user_id` };

export const isCustomerDue = (now: Date) => isDueIn(CUSTOMERS, now);

export async function leaseDueCustomers(db: Db, lease: Lease): Promise<Customer[]> {
  const rows = await db.query<CustomerRow>(sql`
    ${leaseDue(CUSTOMERS, lease, KEY_OF_CUSTOMERS)}
    returning leased.*`);
  return rows.map((row) => toCustomer(row, lease.now));
}

export async function wakeCustomer(
  db: Db,
  { provider, reference, now }: { readonly provider: string; readonly reference: string; readonly now: Date },
): Promise<UserId | undefined> {
  const [row] = await db.query<{ user_id: UserId }>(sql`
    update ramp.customer
       set due_at = ${now}
     where provider = ${provider}
       and reference = ${reference}
       and identity not in ('approved', 'rejected')
    returning user_id`);
  return row?.user_id;
}

/** Remembers that a person has shown a document in the try that is begun; the provider is asked now. */
export async function updateIdentityGiven(db: Db, userId: UserId, now: Date): Promise<void> {
  await db.query(sql`
    update ramp.customer
       set given_at = ${now},
           due_at = ${now}
     where user_id = ${userId}
       and identity = 'pending'
       and reference is not null`);
}

export async function changeIdentity(
  db: Db,
  { userId, version }: Pick<Customer, "userId" | "version">,
  change: {
    readonly identity: IdentityState;
    readonly reason: IdentityReason | undefined;
    /** When the provider is asked next; of an approved identity until when it holds. */
    readonly dueAt: Date | undefined;
    readonly event: EventId;
    readonly now: Date;
  },
): Promise<boolean> {
  const { identity, reason, dueAt, event, now } = change;
  const [row] = await db.query<{ changed: boolean }>(sql`
    select ramp.change_identity(
             ${now}, ${userId}, ${version}, ${identity}, ${reason ?? null}, ${dueAt ?? null}, ${event}) as changed`);
  return row?.changed === true;
}

/** When the provider is asked again; nothing when the user has changed. */
export async function askIdentityAt(
  db: Db,
  { userId, version }: Pick<Customer, "userId" | "version">,
  dueAt: Date | undefined,
): Promise<void> {
  await db.query(sql`
    update ramp.customer
       set due_at = ${dueAt ?? null}
     where user_id = ${userId}
       and version = ${version}`);
}

/** False when the identity of the user is not rejected. `incident`: id of the record. */
export async function updateRejectionLifted(
  db: Db,
  { userId, incident, reason, now }: { userId: UserId; incident: string; reason: string; now: Date },
): Promise<boolean> {
  const [row] = await db.query<{ lifted: boolean }>(
    sql`select ramp.lift_rejection(${now}, ${userId}, ${incident}, ${reason}) as lifted`,
  );
  return row?.lifted === true;
}
