import type { Payment } from "../model/payment.ts";
import { noteMany } from "../store/batched.ts";
import type { DriveDeps } from "./deps.ts";

/** While the operator has paused sending. */
export const PAUSED = { detail: "sending is paused", pauseMs: 5_000 } as const;

/**
 * Leaves a payment for later: writes what is known of it and when it is looked at next, and gives the lease back. Its
 * money stays reserved.
 */
export async function park(
  deps: Pick<DriveDeps, "batch" | "clock" | "log">,
  payment: Payment,
  note: { state: "resolving" | "ready" | "in_flight" | "unknown"; detail: string; pauseMs: number; absent?: boolean },
): Promise<undefined> {
  const outcome = await deps.batch(noteMany, {
    id: payment.id,
    leaseToken: payment.lease.token,
    version: payment.version,
    state: note.state,
    detail: note.detail,
    dueAt: new Date(deps.clock.now().getTime() + note.pauseMs),
    absent: note.absent ?? false,
  });
  if (outcome === "noted")
    deps.log.info({ payment: payment.id, state: note.state, detail: note.detail }, "payment.parked");
}
