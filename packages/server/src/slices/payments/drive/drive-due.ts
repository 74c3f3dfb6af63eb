import type { Scheduler } from "#kernel/clock.ts";
import { LEASE_MS } from "../model/lease.ts";
import { leaseDue, renewLeases } from "../store/leases.ts";
import type { DriveDeps } from "./deps.ts";
import { drivePayment } from "./drive-payment.ts";

/** The next tick takes more. */
const PAYMENTS_PER_TICK_MAX = 50;

/**
 * Leases the payments that are due, and drives each beside this call: no slot is taken while a payment is in flight.
 * Returns how many were leased.
 */
export async function driveDue(deps: DriveDeps & { readonly scheduler: Scheduler }): Promise<number> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() + LEASE_MS);
  const leased = await leaseDue(deps.db, { now, until, limit: PAYMENTS_PER_TICK_MAX });
  for (const payment of leased) deps.scheduler.spawn("payments.drive", () => drivePayment(deps, payment));
  return leased.length;
}

/** Renews the leases of this process, in one statement. */
export async function renewAll({ db, clock, leases }: Pick<DriveDeps, "db" | "clock" | "leases">): Promise<void> {
  const now = clock.now();
  await renewLeases(db, { leases, now, until: new Date(now.getTime() + LEASE_MS) });
}
