import { type IdentityProvider, ProcessorUnavailable } from "#ramp";
import { changeIdentity } from "./change-identity.ts";
import { newReference, type SandboxDeps } from "./deps.ts";
import { presentIdentity } from "./model/identity.ts";
import { insertIdentity } from "./store.ts";

/** Verifies identities by nothing but the surname. */
export function sandboxIdentity(deps: SandboxDeps): IdentityProvider {
  const { db, clock, random } = deps;
  return {
    name: "sandbox",
    async begin({ tryId, userId }) {
      const wanted = { tryId, userId, reference: newReference(random, "sbi"), now: clock.now() };
      const identity = await insertIdentity(db, wanted);
      if (identity.userId !== userId) throw new ProcessorUnavailable();
      const { reference } = identity;
      return { reference, page: { kind: "sandbox", reference } };
    },
    async get(reference) {
      const identity = await changeIdentity(deps, reference, { kind: "advance" });
      if (identity === undefined) throw new ProcessorUnavailable();
      return presentIdentity(identity);
    },
  };
}
