import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amrOf, METHODS, type Method } from "./method.ts";
import { decideLogin, type OwnedFactors, type Shown } from "./second-factor.ts";

const NOTHING: OwnedFactors = { hasTotp: false, recoveryCodes: 0, passkeys: 0 };
const APP: OwnedFactors = { ...NOTHING, hasTotp: true };

const shownOf = (method: Method, isSameNetwork = true): Shown =>
  method === "lightning" ? { method, isSameNetwork } : { method };
const shown = fc
  .record({ method: fc.constantFrom(...METHODS), isSameNetwork: fc.boolean() })
  .map(({ method, isSameNetwork }) => shownOf(method, isSameNetwork));
const owned: fc.Arbitrary<OwnedFactors> = fc.record({
  hasTotp: fc.boolean(),
  recoveryCodes: fc.nat({ max: 10 }),
  passkeys: fc.nat({ max: 3 }),
});
const isComplete = (all: readonly Shown[], factors: OwnedFactors) => decideLogin(all, factors).kind === "complete";

describe("a login", () => {
  it("begins with nothing but an e-mail code, a passkey, a password or a wallet", () => {
    const begun = METHODS.filter((method) => decideLogin([shownOf(method)], APP).kind !== "first_factor_due");
    expect(begun).toEqual(["email", "passkey", "password", "lightning"]);
    expect(decideLogin([], APP)).toEqual({ kind: "first_factor_due" });
    expect(decideLogin([shownOf("totp"), shownOf("recovery")], { ...APP, recoveryCodes: 3 }).kind).toBe(
      "first_factor_due",
    );
  });

  it.each(["email", "password", "lightning"] as const)("with %s alone is complete until an app is set up", (method) => {
    expect(decideLogin([shownOf(method)], NOTHING)).toEqual({ kind: "complete" });
    expect(decideLogin([shownOf(method)], APP)).toEqual({ kind: "second_factor_due", methods: ["totp"] });
  });

  it("with an app set up is complete with a passkey alone", () => {
    expect(decideLogin([shownOf("passkey")], { ...APP, passkeys: 1 })).toEqual({ kind: "complete" });
  });

  it("with an app set up is never complete by first factors alone, however many", () => {
    fc.assert(
      fc.property(fc.array(shown), owned, (all, factors) => {
        const first = all.filter(({ method }) => ["email", "password", "lightning"].includes(method));
        expect(isComplete(first, { ...factors, hasTotp: true })).toBe(false);
      }),
    );
  });

  it("by a wallet of another network needs an e-mail code, which a password does not need", () => {
    const far = shownOf("lightning", false);
    expect(decideLogin([far], NOTHING)).toEqual({ kind: "second_factor_due", methods: ["email"] });
    expect(decideLogin([far], { ...NOTHING, passkeys: 2 })).toMatchObject({ methods: ["email", "passkey"] });
    expect(decideLogin([far, shownOf("email")], NOTHING)).toEqual({ kind: "complete" });
    expect(decideLogin([far, shownOf("email")], APP)).toMatchObject({ kind: "second_factor_due" });
    expect(decideLogin([far, shownOf("totp")], APP)).toEqual({ kind: "complete" });
  });

  it("offers recovery codes and passkeys to those alone who have them", () => {
    fc.assert(
      fc.property(fc.array(shown), owned, (all, factors) => {
        const decision = decideLogin(all, factors);
        const methods = decision.kind === "second_factor_due" ? decision.methods : [];
        if (methods.includes("recovery")) expect(factors.recoveryCodes).toBeGreaterThan(0);
        if (methods.includes("passkey")) expect(factors.passkeys).toBeGreaterThan(0);
        if (methods.includes("totp")) expect(factors.hasTotp).toBe(true);
        expect(decision.kind === "second_factor_due").toBe(methods.length > 0);
      }),
    );
  });

  it("is completed by each method that it says would do", () => {
    fc.assert(
      fc.property(fc.array(shown), owned, (all, factors) => {
        const decision = decideLogin(all, factors);
        if (decision.kind !== "second_factor_due") return;
        for (const method of decision.methods) expect(isComplete([...all, shownOf(method)], factors)).toBe(true);
      }),
    );
  });

  it("is not undone by showing more, and does not depend on the order", () => {
    fc.assert(
      fc.property(fc.array(shown), shown, owned, (all, one, factors) => {
        if (isComplete(all, factors)) expect(isComplete([one, ...all], factors)).toBe(true);
        expect(decideLogin([...all].reverse(), factors)).toEqual(decideLogin(all, factors));
      }),
    );
  });

  it("is never easier with an app than without", () => {
    fc.assert(
      fc.property(fc.array(shown), owned, (all, factors) => {
        const second = all.some(({ method }) => method === "totp" || method === "recovery");
        if (!second && isComplete(all, { ...factors, hasTotp: true }))
          expect(isComplete(all, { ...factors, hasTotp: false })).toBe(true);
      }),
    );
  });
});

describe("what a token says of a login", () => {
  it.each([
    [["email"], ["otp"]],
    [["password"], ["pwd"]],
    [["lightning"], ["pop"]],
    [["passkey"], ["mfa", "pop"]],
    [
      ["password", "totp"],
      ["mfa", "otp", "pwd"],
    ],
    [
      ["email", "recovery"],
      ["mfa", "otp"],
    ],
    [["email", "email"], ["otp"]],
  ] as const)("is for %j the list %j", (methods, amr) => {
    expect(amrOf(methods)).toEqual(amr);
  });
});
