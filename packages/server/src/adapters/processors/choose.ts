import { findPart } from "#platform/machine/optional-part.ts";
import { OperatorError } from "#platform/operator-error.ts";
import type { PaymentProcessor } from "#ramp";
import type { stripeIdentity } from "../identity/stripe.ts";
import type { stripeProcessor } from "./stripe.ts";
import type { StripeDeps, StripeKeys } from "./stripe-client.ts";

export type { StripeDeps, StripeKeys } from "./stripe-client.ts";

/** What the operator has set. */
export type RampSettings = {
  /** Undefined: the sandbox where money is worth nothing, none on mainnet. */
  readonly rampProcessor: "sandbox" | "stripe" | undefined;
  readonly stripeSecretKey: string | undefined;
  readonly stripePublishableKey: string | undefined;
  readonly stripeWebhookSecret: string | undefined;
};

export type RampChoice =
  | { readonly kind: "none" }
  | { readonly kind: "sandbox" }
  | { readonly kind: "stripe"; readonly keys: StripeKeys };

/**
 * Which processor takes money, and who verifies identities. Made-up money never buys real bitcoin, and real money no
 * bitcoin of a test network.
 * @throws {OperatorError} when the settings do not fit the network of the node, or each other.
 */
export function chooseRamp(settings: RampSettings, { isMainnet }: { readonly isMainnet: boolean }): RampChoice {
  switch (settings.rampProcessor) {
    case undefined:
      return isMainnet ? { kind: "none" } : { kind: "sandbox" };
    case "sandbox":
      if (!isMainnet) return { kind: "sandbox" };
      throw new OperatorError(
        "the sandbox takes money that is made up, and the Lightning node is on mainnet",
        "Set LEYDEN_RAMP_PROCESSOR to stripe, or leave it out to sell nothing.",
      );
    case "stripe":
      return { kind: "stripe", keys: stripeKeys(settings, isMainnet) };
  }
}

function stripeKeys(settings: RampSettings, isMainnet: boolean): StripeKeys {
  const {
    stripeSecretKey: secretKey,
    stripePublishableKey: publishableKey,
    stripeWebhookSecret: webhookSecret,
  } = settings;
  if (secretKey === undefined || publishableKey === undefined || webhookSecret === undefined)
    throw new OperatorError(
      "LEYDEN_RAMP_PROCESSOR is stripe, and not all its keys are set",
      "Set LEYDEN_STRIPE_SECRET_KEY, LEYDEN_STRIPE_PUBLISHABLE_KEY and LEYDEN_STRIPE_WEBHOOK_SECRET.",
    );
  if (isLive(secretKey) !== isLive(publishableKey))
    throw new OperatorError(
      "one of the keys of Stripe is live, the other is for tests",
      "Take LEYDEN_STRIPE_SECRET_KEY and LEYDEN_STRIPE_PUBLISHABLE_KEY from the same page of Stripe's dashboard.",
    );
  if (isLive(secretKey) && !isMainnet)
    throw new OperatorError(
      "the key of Stripe is live and takes real money, and the Lightning node is on a test network",
      "Set the test keys of Stripe (sk_test_…, pk_test_…), or connect a node on mainnet.",
    );
  if (!isLive(secretKey) && isMainnet)
    throw new OperatorError(
      "the key of Stripe is for tests and takes no money, and the Lightning node is on mainnet",
      "Set the live keys of Stripe (sk_live_…, pk_live_…), or leave LEYDEN_RAMP_PROCESSOR out to sell nothing.",
    );
  return { secretKey, publishableKey, webhookSecret };
}

function isLive(key: string): boolean {
  return /^[a-z]+_live_/.test(key);
}

/** Stripe behind both ports. */
export type StripeAdapters = {
  readonly processor: typeof stripeProcessor;
  readonly identity: typeof stripeIdentity;
};

/**
 * Loads them, and with them Stripe's library.
 * @throws {OperatorError} when the library is not installed.
 */
export async function loadStripe(): Promise<StripeAdapters> {
  const [{ stripeProcessor }, { stripeIdentity }] = await findPart(
    { name: "the library of Stripe (stripe)", otherwise: "set another LEYDEN_RAMP_PROCESSOR or LEYDEN_RAMP=off" },
    () => Promise.all([import("./stripe.ts"), import("../identity/stripe.ts")]),
  );
  return { processor: stripeProcessor, identity: stripeIdentity };
}

/** What a choice is connected with. Only the one that is chosen is asked for. */
export type Connectable<Port> = StripeDeps & {
  readonly sandbox: () => Port;
  readonly stripe: () => StripeAdapters;
};

/** The processor of the choice; undefined where nothing is sold. Nothing is asked before the first purchase. */
export function connectProcessor(
  choice: RampChoice,
  deps: Connectable<PaymentProcessor>,
): PaymentProcessor | undefined {
  switch (choice.kind) {
    case "none":
      return undefined;
    case "sandbox":
      return deps.sandbox();
    case "stripe":
      return deps.stripe().processor(choice.keys, deps);
  }
}
