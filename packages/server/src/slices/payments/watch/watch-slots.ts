import { closeIncidents, recordIncident } from "#incidents";
import type { DriveDeps } from "../drive/deps.ts";
import type { PendingMax } from "../store/batched.ts";
import { type Holder, listHolders, updateShares } from "../store/shares.ts";

export type WatchSlotsDeps = Pick<DriveDeps, "db" | "clock" | "random" | "log"> & {
  readonly pendingMax: () => PendingMax;
};

/** Below this part of each limit of a recipient its incident is over: less than the limit, so that it does not flap. */
const OVER_BELOW_PERCENT = 50;

/**
 * Computes the earned shares anew, and tells the operator of each recipient that holds all it may, once until it holds
 * less than half of that.
 */
export async function watchSlots(deps: WatchSlotsDeps): Promise<void> {
  const { db, clock, pendingMax } = deps;
  const now = clock.now();
  await updateShares(db, now);
  const holders = await listHolders(db, now, { slots: pendingMax().node });
  for (const holder of holders)
    if (isFull(holder))
      await recordIncident(deps, {
        subjectKind: "recipient",
        subject: holder.recipient,
        kind: "recipient_holds",
        detail: tell(holder),
      });
  await closeIncidents(deps, {
    kind: "recipient_holds",
    openedBefore: now,
    except: holders.filter(({ percent }) => percent >= OVER_BELOW_PERCENT).map(({ recipient }) => recipient),
    reason: "the recipient holds less than half of what it may",
  });
}

function isFull({ fullFor, isFullForAll }: Holder): boolean {
  return isFullForAll || fullFor.length > 0;
}

function tell({ recipient, payments, owners, fullFor, isFullForAll }: Holder): string {
  const refused = isFullForAll ? "owners without earned slots" : named(fullFor);
  return `${recipient} holds ${payments} payments of ${named(owners)}; it gets no more of ${refused}`;
}

function named([first, ...others]: readonly string[]): string {
  return others.length === 0 ? `owner ${first}` : `${others.length + 1} owners, such as ${first}`;
}
