import * as events from "#events";
import type { Clock } from "#kernel/clock.ts";
import * as ledger from "#ledger";
import * as lightning from "#lightning";
import * as login from "#login";
import * as oauth from "#oauth";
import * as onchain from "#onchain";
import * as payments from "#payments";
import type { Invariant } from "#platform/database/invariant.ts";
import * as projects from "#projects";
import * as receiving from "#receiving";
import * as totals from "#totals";
import * as users from "#users";
import * as vouchers from "#vouchers";
import * as wallets from "#wallets";
import { loadRamp } from "./load-ramp.ts";

/**
 * The invariants of all slices, each over everything: what `leyden audit` checks. Those of the on-ramp also where it is
 * switched off.
 */
export async function allInvariants(clock: Clock): Promise<readonly Invariant[]> {
  const ramp = await loadRamp();
  return [
    ...ledger.invariants,
    ...wallets.invariants,
    ...projects.invariants,
    ...users.invariants,
    ...login.invariants,
    ...payments.invariants(clock),
    ...lightning.invariants,
    ...receiving.invariants(clock),
    ...vouchers.invariants(clock),
    ...ramp.invariants(clock),
    ...onchain.invariants(clock),
    ...events.invariants,
    ...login.factorInvariants(clock),
    ...oauth.invariants,
    ...totals.invariants,
  ];
}

/**
 * Those that a running process checks every few seconds: only what is about money, because a breach pauses sending, and
 * what costs the same however many transfers and users there are: they look at what is new or pending. What reads every
 * payment, receipt or wallet is left to the full audit.
 */
export function watchedInvariants(clock: Clock): readonly Invariant[] {
  return [
    ...ledger.incrementalInvariants(),
    ...projects.invariants,
    ...payments.incrementalInvariants(clock),
    ...lightning.incrementalInvariants(),
    ...receiving.incrementalInvariants(),
    ...vouchers.incrementalInvariants(),
  ];
}
