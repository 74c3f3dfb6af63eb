import type { IdentityProvider } from "#ramp";
import type { RampChoice, StripeDeps } from "../processors/choose.ts";
import { stripeIdentity } from "./stripe.ts";

/** Who verifies identities: who takes the money, too. Undefined where nothing is sold. */
export function connectIdentity(
  choice: RampChoice,
  deps: StripeDeps & { readonly sandbox: () => IdentityProvider },
): IdentityProvider | undefined {
  switch (choice.kind) {
    case "none":
      return undefined;
    case "sandbox":
      return deps.sandbox();
    case "stripe":
      return stripeIdentity(choice.keys, deps);
  }
}
