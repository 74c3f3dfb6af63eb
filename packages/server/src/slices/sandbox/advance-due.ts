import { changeIdentity } from "./change-identity.ts";
import { changePayment } from "./change-payment.ts";
import type { SandboxDeps } from "./deps.ts";
import { listDue } from "./store.ts";

const PER_STEP_MAX = 100;

/**
 * Does what is due by itself: late authorizations, disputes, refunds that fail, identities. Returns how many were due.
 */
export async function advanceDue(deps: SandboxDeps): Promise<number> {
  const { payments, identities } = await listDue(deps.db, { now: deps.clock.now(), limit: PER_STEP_MAX });
  for (const reference of payments) await changePayment(deps, reference, { kind: "advance" });
  for (const reference of identities) await changeIdentity(deps, reference, { kind: "advance" });
  return payments.length + identities.length;
}
