import type { Scheduler } from "#kernel/clock.ts";
import { LEASE_MS } from "../accept/pay-lightning-address.ts";
import { leaseDue, renewLeases } from "../store/store.ts";
import type { DriveDeps } from "./deps.ts";
import { drivePayment } from "./drive-payment.ts";

/** Payments taken at once; the next tick takes more. */
const TAKE = 50;

/**
 * Takes the payments that are due and that nobody holds, and drives each beside this call: no slot is held while a
 * payment is in flight. Returns how many were taken.
 */
export async function driveDue(deps: DriveDeps & { readonly scheduler: Scheduler }): Promise<number> {
  const now = deps.clock.now();
  const taken = await leaseDue(deps.db, { now, until: new Date(now.getTime() + LEASE_MS), limit: TAKE });
  for (const payment of taken) deps.scheduler.spawn("payment.drive", () => drivePayment(deps, payment));
  return taken.length;
}

/** Renews what this process holds, in one statement. */
export async function renewHeld({ db, clock, held }: Pick<DriveDeps, "db" | "clock" | "held">): Promise<void> {
  const now = clock.now();
  await renewLeases(db, { held, now, until: new Date(now.getTime() + LEASE_MS) });
}
