import { settleAll } from "#kernel/settle-all.ts";
import { leaseDueCustomers } from "../store/customers.ts";
import { leaseDuePurchases } from "../store/leases.ts";
import { type DriveDeps, drivePurchase } from "./drive-purchase.ts";
import { type FollowIdentityDeps, followIdentity } from "./follow-identity.ts";

export type WorkDueDeps = DriveDeps & FollowIdentityDeps;

const LEASE_MS = 30_000;
const DUE_PER_TICK_MAX = 20;

/** Takes the purchases and the users that are due. Returns how many. */
export async function workDue(deps: WorkDueDeps): Promise<number> {
  const now = deps.clock.now();
  const lease = { now, leaseUntil: new Date(now.getTime() + LEASE_MS), limit: DUE_PER_TICK_MAX };
  const purchases = await leaseDuePurchases(deps.db, lease);
  const customers = await leaseDueCustomers(deps.db, lease);
  await settleAll([
    ...purchases.map((purchase) => drivePurchase(deps, purchase)),
    ...customers.map((customer) => followIdentity(deps, customer)),
  ]); // what has failed is due again
  return purchases.length + customers.length;
}
