import { bytesToHex } from "@noble/hashes/utils.js";
import { type WebhookKey, webhookKey } from "#protocol/standard-webhook.ts";
import { readBodies } from "../bodies/read-bodies.ts";
import { bodyFor, type LeasedDelivery, type Secrets, signingSecrets } from "../model/delivery.ts";
import { LEASE_MS, SEND_WITHIN_MS } from "../model/lease.ts";
import { newWebhookSecret } from "../model/webhook-secret.ts";
import { recordMany } from "../store/batched.ts";
import { leaseDue } from "../store/deliveries.ts";
import { findSecrets, insertMissingSecrets } from "../store/secrets.ts";
import { deliverOne } from "./deliver-one.ts";
import type { DeliverDeps } from "./deps.ts";
import { HOST_SLOTS, KIND_SLOTS, OWNER_SLOTS, type Slot } from "./slots.ts";

/** When a delivery whose body cannot be made is tried again: a new version may be able to. */
const POSTPONED_MS = 60_000;

/**
 * Leases the deliveries that are due, as many as there are slots for, and sends each beside this call. Returns how many
 * were leased. No transaction is open while a receiver is waited for: lease, send, record. If the process dies after
 * sending, the lease runs out and the event goes out again, so delivery is at least once.
 */
export async function deliverDue(deps: DeliverDeps): Promise<number> {
  const { db, clock, scheduler, slots } = deps;
  const now = clock.now();
  const sendBeforeMs = clock.monotonicMs() + SEND_WITHIN_MS;
  const leased = await leaseDue(db, {
    now,
    until: new Date(now.getTime() + LEASE_MS),
    inFlight: slots.inFlight(),
    hostMax: HOST_SLOTS,
    kindMax: KIND_SLOTS,
    ownerMax: OWNER_SLOTS,
    limit: slots.free(),
  });
  if (leased.length === 0) return 0;

  const wanted = leased.filter(({ endpoint }) => endpoint?.isEnabled !== false);
  const events = new Map(wanted.map(({ event }) => [event.id, event]));
  const bodies = await readBodies(deps, [...events.values()]);
  const secretsOf = await readSecrets(deps, wanted);
  const keyOf = rememberKeys();
  const isLive = await deps.isLive();

  for (const delivery of leased) {
    const body = bodies.get(delivery.event.id);
    const secrets = secretsOf(delivery);
    const release = slots.take(slotOf(delivery));
    scheduler.spawn("events.deliver", async () => {
      try {
        if (delivery.endpoint?.isEnabled === false) await cancel(deps, delivery);
        else if (body === undefined || secrets === undefined) await postpone(deps, delivery);
        else {
          const text = bodyFor(delivery, body, { isLive });
          const keys = signingSecrets(secrets, clock.now()).map(keyOf);
          await deliverOne(deps, { delivery, body: text, keys, sendBeforeMs });
        }
      } finally {
        release();
      }
    });
  }
  return leased.length;
}

function slotOf({ host, event, attempt }: LeasedDelivery): Slot {
  return { host, ownerId: event.ownerId, kind: attempt > 0 ? "tried" : "untried" };
}

/** The secrets of deliveries; made for the owners that have none yet. */
async function readSecrets(
  { db, clock, random }: Pick<DeliverDeps, "db" | "clock" | "random">,
  deliveries: readonly LeasedDelivery[],
): Promise<(delivery: LeasedDelivery) => Secrets | undefined> {
  const missing = deliveries.filter(({ secrets }) => secrets === undefined).map(({ event }) => event.ownerId);
  if (missing.length === 0) return ({ secrets }) => secrets;
  const fresh = new Map(missing.map((owner) => [owner, newWebhookSecret(random)]));
  await insertMissingSecrets(db, { secrets: fresh, now: clock.now() });
  const made = await findSecrets(db, [...fresh.keys()]); // those of another process, if it was faster
  return ({ secrets, event }) => secrets ?? made.get(event.ownerId);
}

/** The keys of secrets, each made once: many deliveries of a round are of the same project. */
function rememberKeys(): (secret: Uint8Array) => WebhookKey {
  const made = new Map<string, WebhookKey>();
  return (secret) => {
    const text = bytesToHex(secret);
    const key = made.get(text) ?? webhookKey(secret);
    made.set(text, key);
    return key;
  };
}

/** Nobody wants it any more. */
async function cancel({ batch, log }: DeliverDeps, delivery: LeasedDelivery): Promise<void> {
  const ended = { attempt: undefined, state: "cancelled", dueAt: undefined, disabledReason: undefined } as const;
  await batch(recordMany, { delivery, ...ended });
  log.info({ event: delivery.event.id, receiver: delivery.receiverId }, "delivery.cancelled");
}

async function postpone({ batch, clock, log }: DeliverDeps, delivery: LeasedDelivery): Promise<void> {
  const dueAt = new Date(clock.now().getTime() + POSTPONED_MS);
  await batch(recordMany, { delivery, attempt: undefined, state: "waiting", dueAt, disabledReason: undefined });
  log.error({ event: delivery.event.id, receiver: delivery.receiverId }, "delivery.postponed");
}
