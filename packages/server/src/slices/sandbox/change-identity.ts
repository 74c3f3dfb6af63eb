import { ProcessorUnavailable } from "#ramp";
import { LOST_RACES_MAX, type SandboxDeps } from "./deps.ts";
import { type IdentityCommand, identityAfter, type SandboxIdentity } from "./model/identity.ts";
import { findIdentity, replaceIdentity } from "./store.ts";

/** As `changePayment`, for one try of a user to be identified. */
export async function changeIdentity(
  deps: SandboxDeps,
  reference: string,
  command: IdentityCommand,
): Promise<SandboxIdentity | undefined> {
  const { db, clock } = deps;
  for (let races = 0; races < LOST_RACES_MAX; races += 1) {
    const found = await findIdentity(db, reference);
    if (found === undefined) return undefined;
    const now = clock.now();
    const due = identityAfter(found, { kind: "advance" }, now);
    const identity = due ?? identityAfter(found, command, now);
    if (identity === undefined) return found;
    const no = await replaceIdentity(db, { identity, now });
    if (no === undefined) continue;
    deps.onChanged({ id: `sbe_${no}`, type: `identity.${identity.state}`, subject: { kind: "identity", reference } });
    if (due === undefined) return { ...identity, version: found.version + 1 };
  }
  throw new ProcessorUnavailable();
}
