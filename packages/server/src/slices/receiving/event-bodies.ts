import type { EventBodies, EventBody, EventId, EventRecord } from "#events";
import type { ChargeId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import type { Db } from "#platform/database/db.ts";
import type { Charge, ChargeState } from "./model/charge.ts";
import { presentCharge } from "./present-charge.ts";
import { presentReceipt } from "./present-receipt.ts";
import { listChargesById } from "./store/charges.ts";
import { listReceiptsById } from "./store/receipts.ts";

type Bodies = Map<EventId, EventBody>;

/** Of `charge.completed` and `charge.expired`, with the charge as it was then, and of `receipt.credited`. */
export const eventBodies: EventBodies = async (db, events) => {
  const bodies: Bodies = new Map();
  await addCharges(
    db,
    events.filter(({ type }) => type.startsWith("charge.")),
    bodies,
  );
  await addReceipts(
    db,
    events.filter(({ type }) => type === "receipt.credited"),
    bodies,
  );
  return bodies;
};

async function addCharges(db: Db, events: readonly EventRecord[], bodies: Bodies): Promise<void> {
  if (events.length === 0) return;
  const charges = await listChargesById(
    db,
    events.map(({ objectId }) => objectId as ChargeId),
  );
  for (const event of events) {
    const charge = charges.get(event.objectId as ChargeId);
    if (charge === undefined) continue;
    const shown = presentCharge(chargeAt(event, charge));
    bodies.set(event.id, { data: shown, callback: shown });
  }
}

async function addReceipts(db: Db, events: readonly EventRecord[], bodies: Bodies): Promise<void> {
  if (events.length === 0) return;
  const receipts = await listReceiptsById(
    db,
    events.map(({ objectId }) => objectId),
  );
  for (const { id, objectId } of events) {
    const receipt = receipts.get(objectId);
    if (receipt === undefined) continue;
    const shown = presentReceipt(receipt);
    bodies.set(id, { data: shown, callback: shown });
  }
}

/** The charge as the event found it: more may have come in since, also for one that had expired. */
function chargeAt({ type, facts }: EventRecord, charge: Charge): Charge {
  const { received, paidAt } = facts as Facts;
  const state: ChargeState =
    type === "charge.completed" ? { kind: "completed", paidAt: new Date(paidAt) } : { kind: "expired" };
  return { ...charge, received: msats(BigInt(received)), state };
}

/** As `receiving.facts_of` writes them; `paidAt` is null for one that expired. */
type Facts = { readonly received: string; readonly paidAt: string };
