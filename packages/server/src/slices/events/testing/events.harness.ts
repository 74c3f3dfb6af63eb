import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import { type Db, sql } from "#platform/database/db.ts";
import { createLog } from "#platform/log.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { machineScheduler } from "#platform/machine/scheduler.ts";
import type { OutboundAnswer, OutboundRequest } from "#platform/outbound/outbound.ts";
import { createPolicy } from "#platform/outbound/policy.ts";
import { combineBodies } from "../bodies/combine-bodies.ts";
import type { EventBodies } from "../bodies/event-bodies.ts";
import { createHostCache } from "../hosts/check-callback.ts";
import type { EventId, EventType } from "../model/event.ts";
import { createListeners } from "../stream/listeners.ts";
import { createPageWatch } from "../stream/page-watch.ts";

const random = machineRandom();

/** What the routes of events need beside database and clock. Bodies are made up: `{ of: <object> }`. */
export function eventDeps({ db, clock }: { db: Db; clock: Clock }) {
  const scheduler = machineScheduler({ failed: () => undefined }); // what fails ends the streams
  return {
    db,
    clock,
    random,
    bodies: fakeBodies,
    hostCache: createHostCache(clock),
    isLive: async () => false,
    log: createLog({ level: "silent", pretty: false }),
    listeners: createListeners({ db, clock, scheduler }),
  };
}

/** What the pages of members need of events. At most `streamsMax` streams of all persons. */
export function eventPageDeps({ db, clock, streamsMax = 100 }: { db: Db; clock: Clock; streamsMax?: number }) {
  const scheduler = machineScheduler({ failed: () => undefined }); // what fails ends the streams
  return {
    ...eventDeps({ db, clock }),
    outbound: fakeOutbound(),
    answersShown: "public" as const,
    watch: createPageWatch({ db, clock, scheduler, random }, { streamsMax }),
  };
}

const madeUp: EventBodies = async (_db, events) =>
  new Map(events.map(({ id, objectId }) => [id, { data: { of: objectId }, callback: { bare: objectId } }]));

/** As of what is told to an address in the envelope, and has no form of its own there. */
const enveloped: EventBodies = async (_db, events) =>
  new Map(events.map(({ id, objectId }) => [id, { data: { of: objectId } }]));

const fakeBodies = combineBodies({
  "payment.completed": madeUp,
  "payment.failed": madeUp,
  "charge.completed": madeUp,
  "charge.expired": madeUp,
  "receipt.credited": madeUp,
  "voucher.redeemed": madeUp,
  "voucher.revoked": madeUp,
  "voucher.expired": madeUp,
  "withdrawal.completed": madeUp,
  "withdrawal.expired": madeUp,
  "ramp.purchase.completed": enveloped,
  "ramp.purchase.failed": enveloped,
  "ramp.kyc.completed": enveloped,
  "service.restored": enveloped,
});

/** Servers in memory, by URL: what a GET answers, or a function that throws. `allows` names pairs besides. */
export function fakeOutbound({ allow = [] }: { allow?: readonly string[] } = {}) {
  const files = new Map<string, string | (() => never)>();
  const asked: string[] = [];
  const { allows, mayCall, refusalOf } = createPolicy({ allow, ownAddresses: [] });
  return {
    files,
    asked,
    allows,
    mayCall,
    refusalOf,
    async request({ url }: OutboundRequest): Promise<OutboundAnswer> {
      asked.push(url.href);
      const file = files.get(url.href);
      const text = typeof file === "function" ? file() : file;
      const body = new TextEncoder().encode(text ?? "not here");
      return { status: text === undefined ? 404 : 200, headers: new Map(), body };
    },
  };
}

/** Writes an event of `caller` as a slice would, and returns its id. */
export async function appendEvent(
  db: Db,
  caller: Caller,
  {
    type = "payment.completed",
    objectId = random.uuid(),
    at = new Date(),
    callbackUrl,
  }: { type?: EventType; objectId?: string; at?: Date; callbackUrl?: string } = {},
): Promise<EventId> {
  const id = idAt(at) as EventId;
  await db.query(sql`
    select events.append_many(
             ${at}, array[${id}]::uuid[], array[${caller.wallet.owner.id}]::uuid[], array[${type}]::text[],
             array[${objectId}]::uuid[], array[1], array[null]::jsonb[], array[${callbackUrl ?? null}]::text[],
             array[${at}]::timestamptz[])`);
  return id;
}

/** An id as a process makes it at `at`. */
function idAt(at: Date): string {
  return machineRandom({ now: () => at }).uuid();
}

/** As the worker that sends would write it. */
export async function endDelivery(
  db: Db,
  { eventId, receiverId, state, at = new Date() }: { eventId: EventId; receiverId: string; state: string; at?: Date },
): Promise<void> {
  await db.query(sql`
    with attempted as (
      insert into events.attempt (event_id, receiver_id, number, started_at, duration_ms, status, answer)
      select event_id, receiver_id, attempt + 1, ${at}, 12, ${state === "delivered" ? 204 : 500}, 'the receiver said this'
        from events.delivery
       where event_id = ${eventId}
         and receiver_id = ${receiverId})
    update events.delivery
       set state = ${state},
           attempt = attempt + 1,
           due_at = null,
           finished_at = ${at}
     where event_id = ${eventId}
       and receiver_id = ${receiverId}`);
}
