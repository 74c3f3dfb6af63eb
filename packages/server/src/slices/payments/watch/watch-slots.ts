import { recordIncident } from "#incidents";
import type { DriveDeps } from "../drive/deps.ts";
import type { PendingMax } from "../store/batched.ts";
import { findHeldMax, listHolders, updateShares } from "../store/shares.ts";

export type WatchSlotsDeps = Pick<DriveDeps, "db" | "clock" | "random" | "log"> & {
  readonly pendingMax: () => PendingMax;
};

const HOLDERS_MAX = 20;

/** Computes the earned shares anew, and tells the operator of each recipient that holds all it may. */
export async function watchSlots(deps: WatchSlotsDeps): Promise<void> {
  const { db, clock, pendingMax } = deps;
  const now = clock.now();
  await updateShares(db, now);
  const heldMax = await findHeldMax(db, pendingMax().node);
  for (const { recipient, payments, owners, oldest } of await listHolders(db, now, { limit: HOLDERS_MAX })) {
    if (payments < heldMax) return;
    const payers = owners.length === 1 ? `owner ${owners[0]}` : `${owners.length} owners, such as ${owners[0]}`;
    await recordIncident(deps, {
      subjectKind: "payment",
      subject: oldest,
      kind: "recipient_holds",
      detail: `${recipient} holds ${payments} payments of ${payers}; it gets no more`,
    });
  }
}
