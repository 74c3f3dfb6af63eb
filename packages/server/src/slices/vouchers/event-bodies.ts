import type { EventBodies, EventBody, EventId } from "#events";
import { presentVoucher, presentWithdrawal } from "./present-voucher.ts";
import { listVouchersById } from "./store/vouchers.ts";

/** Of all events of vouchers and withdrawal requests: what has ended does not change any more. */
export const eventBodies: EventBodies = async (db, events) => {
  const vouchers = await listVouchersById(
    db,
    events.map(({ objectId }) => objectId),
  );
  const bodies = new Map<EventId, EventBody>();
  for (const { id, objectId } of events) {
    const voucher = vouchers.get(objectId);
    if (voucher === undefined) continue;
    const shown = voucher.origin.kind === "voucher" ? presentVoucher(voucher) : presentWithdrawal(voucher);
    bodies.set(id, { data: shown, callback: shown });
  }
  return bodies;
};
