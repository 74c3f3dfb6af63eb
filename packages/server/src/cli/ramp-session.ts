import { loadRamp, type RampPart } from "#service/load-ramp.ts";
import { type Session, withDatabase } from "./session.ts";

/** What the commands work with: the on-ramp is loaded by the command that needs it. */
export type RampSession = Session & { readonly ramp: RampPart };

export async function withRamp(work: (session: RampSession) => Promise<void>): Promise<void> {
  const ramp = await loadRamp();
  await withDatabase((session) => work({ ...session, ramp }));
}
