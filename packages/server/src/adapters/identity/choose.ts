import type { IdentityProvider } from "#ramp";
import type { Connectable, RampChoice } from "../processors/choose.ts";

/** Who verifies identities: who takes the money, too. Undefined where nothing is sold. */
export function connectIdentity(choice: RampChoice, deps: Connectable<IdentityProvider>): IdentityProvider | undefined {
  switch (choice.kind) {
    case "none":
      return undefined;
    case "sandbox":
      return deps.sandbox();
    case "stripe":
      return deps.stripe().identity(choice.keys, deps);
  }
}
