import type { Db } from "#platform/database/db.ts";
import { refuseUnderWay } from "#slices/ramp/refuse-under-way.ts";
import type * as part from "./ramp-part.ts";

export type { Purchase, PurchaseId, Ramp, ToldPurchase } from "./ramp-part.ts";

/** What sells bitcoin: slice, sandbox and processors. */
export type RampPart = typeof part;

/** Loads the part. Nothing else does, so that a service that sells nothing has nothing of it in memory. */
export async function loadRamp(): Promise<RampPart> {
  return await import("./ramp-part.ts");
}

/**
 * The part where it is switched on.
 * @throws {OperatorError} where it is switched off and purchases are under way.
 */
export async function openRamp(
  { ramp }: { readonly ramp: "on" | "off" },
  deps: { readonly db: Db },
): Promise<RampPart | undefined> {
  if (ramp === "on") return await loadRamp();
  await refuseUnderWay(deps);
  return undefined;
}
