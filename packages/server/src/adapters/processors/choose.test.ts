import { describe, expect, it } from "vitest";
import { connectIdentity } from "#adapters/identity/choose.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { OperatorError } from "#platform/operator-error.ts";
import type { IdentityProvider, PaymentProcessor } from "#ramp";
import { chooseRamp, connectProcessor, loadStripe, type RampSettings } from "./choose.ts";

const NOTHING: RampSettings = {
  rampProcessor: undefined,
  stripeSecretKey: undefined,
  stripePublishableKey: undefined,
  stripeWebhookSecret: undefined,
};
const TEST: RampSettings = {
  rampProcessor: "stripe",
  stripeSecretKey: "sk_test_a1",
  stripePublishableKey: "pk_test_a1",
  stripeWebhookSecret: "whsec_a1",
};
const LIVE: RampSettings = { ...TEST, stripeSecretKey: "sk_live_a1", stripePublishableKey: "pk_live_a1" };
const SANDBOX: RampSettings = { ...NOTHING, rampProcessor: "sandbox" };

function refused(settings: RampSettings, isMainnet: boolean): OperatorError {
  try {
    chooseRamp(settings, { isMainnet });
  } catch (error) {
    if (error instanceof OperatorError) return error;
  }
  throw new Error("the settings were taken");
}

describe("the processor of the on-ramp", () => {
  it("is the sandbox on test networks, and none on mainnet, when none is named", () => {
    expect(chooseRamp(NOTHING, { isMainnet: false })).toEqual({ kind: "sandbox" });
    expect(chooseRamp(NOTHING, { isMainnet: true })).toEqual({ kind: "none" });
  });

  it("is never the sandbox on mainnet", () => {
    expect(chooseRamp(SANDBOX, { isMainnet: false })).toEqual({ kind: "sandbox" });
    expect(refused(SANDBOX, true).advice).toContain("LEYDEN_RAMP_PROCESSOR");
  });

  it("is Stripe with live keys on mainnet, and with test keys elsewhere", () => {
    const keys = { secretKey: "sk_test_a1", publishableKey: "pk_test_a1", webhookSecret: "whsec_a1" };
    expect(chooseRamp(TEST, { isMainnet: false })).toEqual({ kind: "stripe", keys });
    expect(chooseRamp(LIVE, { isMainnet: true })).toMatchObject({ kind: "stripe", keys: { secretKey: "sk_live_a1" } });
    expect(refused(LIVE, false).message).toContain("real money");
    expect(refused(TEST, true).message).toContain("takes no money");
    const restricted = { ...LIVE, stripeSecretKey: "rk_live_a1" };
    expect(chooseRamp(restricted, { isMainnet: true }).kind).toBe("stripe");
    expect(refused(restricted, false).message).toContain("real money");
  });

  it("is not Stripe with keys of both kinds, or without one of them; no message shows a key", () => {
    const mixed = { ...LIVE, stripePublishableKey: "pk_test_a1" };
    const names = ["stripeSecretKey", "stripePublishableKey", "stripeWebhookSecret"] as const;
    const errors = [refused(mixed, true), ...names.map((name) => refused({ ...TEST, [name]: undefined }, false))];
    for (const { message, advice } of errors) expect(`${message}${advice}`).not.toContain("_a1");
    expect(errors.at(-1)?.advice).toContain("LEYDEN_STRIPE_WEBHOOK_SECRET");
  });

  it("and who verifies identities are of the same house", async () => {
    const log = createLog({ level: "silent", pretty: false });
    const outbound = { request: () => Promise.reject(new Error("nothing is asked")) };
    const stripe = await loadStripe();
    const rest = { clock: machineClock, log, outbound, stripe: () => stripe };
    const processor = { name: "sandbox" } as PaymentProcessor;
    const identity = { name: "sandbox" } as IdentityProvider;
    const both = (settings: RampSettings, isMainnet: boolean) => {
      const choice = chooseRamp(settings, { isMainnet });
      const taken = connectProcessor(choice, { ...rest, sandbox: () => processor });
      const verifier = connectIdentity(choice, { ...rest, sandbox: () => identity });
      return [taken?.name, taken?.isLive, verifier?.name];
    };
    expect(both(NOTHING, true)).toEqual([undefined, undefined, undefined]);
    expect(both(SANDBOX, false)).toEqual(["sandbox", undefined, "sandbox"]);
    expect(both(TEST, false)).toEqual(["stripe", false, "stripe"]);
    expect(both(LIVE, true)).toEqual(["stripe", true, "stripe"]);
  });
});
