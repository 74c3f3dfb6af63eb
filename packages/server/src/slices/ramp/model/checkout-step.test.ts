import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { UserId } from "#kernel/ids.ts";
import { type CheckoutFacts, checkoutStep, showsLimits } from "./checkout-step.ts";
import { IDENTITY_STATES } from "./customer.ts";
import { PURCHASE_STATES } from "./purchase.ts";
import { SESSION_STATES, type Session, type SessionState } from "./session.ts";

const user = "01a1f9b9-8a02-7c11-9e55-20d4c1f0b7a3" as UserId;

function facts(
  state: SessionState,
  rest: Partial<CheckoutFacts> = {},
  userId: UserId | undefined = user,
): CheckoutFacts {
  const browser = { network: "192.0.2.0/24", userId };
  const session = { progress: { kind: state, browser } } as Session;
  const given = { isCardGiven: false, isIdentityGiven: false };
  return {
    session,
    isCodeSent: false,
    identity: undefined,
    needsIdentity: false,
    purchase: undefined,
    ...given,
    ...rest,
  };
}

/** States of purchases that do not fill their session, as the column of the table has them. */
const LEAVING: readonly string[] = (() => {
  const path = new URL("../../../../migrations/0022-ramp-limits.sql", import.meta.url);
  const [, list = ""] = /fills_session boolean[^(]*\(state not in \(([^)]*)\)/.exec(readFileSync(path, "utf8")) ?? [];
  return [...list.matchAll(/'(\w+)'/g)].map(([, state = ""]) => state);
})();

/** What is shown of a purchase that fills its session, whatever became of the session. */
const SHOWN = {
  requires_payment: "card",
  requires_action: "challenge",
  authorized: "working",
  captured: "working",
  delivering: "working",
  on_hold: "on_hold",
  completed: "done",
  disputed: "done",
  won: "done",
  lost: "done",
  refund_pending: "refunded",
} as const;

describe("the step of a checkout", () => {
  it("is that of the purchase for every purchase that fills the session, in every state of the session", () => {
    for (const session of SESSION_STATES)
      for (const purchase of PURCHASE_STATES.filter((state) => !LEAVING.includes(state)))
        expect([purchase, checkoutStep(facts(session, { purchase }))]).toEqual([
          purchase,
          SHOWN[purchase as keyof typeof SHOWN],
        ]);
  });

  it("asks for the amount first, then for the address and its code, before anything else is shown", () => {
    const browser = { network: "192.0.2.0/24", userId: undefined };
    const unsure = { progress: { kind: "active", browser } } as Session;
    const nobodys = { ...unsure, chosen: { source: 2_500n, currency: "EUR" } } as Session;
    expect(checkoutStep({ ...facts("active"), session: unsure, isCodeSent: true })).toBe("amount");
    for (const identity of [undefined, ...IDENTITY_STATES]) {
      const nobody = { ...facts("active", { identity }), session: nobodys };
      expect(checkoutStep(nobody)).toBe("email");
      expect(checkoutStep({ ...nobody, isCodeSent: true })).toBe("code");
    }
  });

  it.each(["completed", "expired", "canceled"] as const)("of a session that is %s offers nothing new", (state) => {
    for (const purchase of [undefined, "quoted", "canceled", "expired"] as const)
      for (const identity of [undefined, ...IDENTITY_STATES])
        expect(checkoutStep(facts(state, { purchase, identity }))).toBe("expired");
  });

  it.each([
    [undefined, "identity"],
    ["none", "identity"],
    ["pending", "identity"],
    ["processing", "identity_wait"],
    ["review", "identity_wait"],
    ["retry", "identity"],
    ["expired", "identity"],
  ] as const)("of a user whose identity is %s, and is needed for the purchase, is %s", (identity, step) => {
    expect(checkoutStep(facts("active", { identity, needsIdentity: true, purchase: "quoted" }))).toBe(step);
    expect(checkoutStep(facts("active", { identity, purchase: "quoted" }))).toBe("card");
    expect(checkoutStep(facts("active", { identity, purchase: "canceled" }))).toBe("amount");
    expect(checkoutStep(facts("active", { identity }))).toBe("amount");
  });

  it("offers nothing to somebody whose identity was rejected, and shows what is under way", () => {
    for (const purchase of [undefined, "quoted", "canceled", "expired"] as const)
      for (const needsIdentity of [true, false])
        expect(checkoutStep(facts("active", { identity: "rejected", purchase, needsIdentity }))).toBe("refused");
    expect(checkoutStep(facts("active", { identity: "rejected", purchase: "delivering" }))).toBe("working");
    expect(checkoutStep(facts("expired", { identity: "rejected" }))).toBe("expired");
  });

  it("shows limits only where an amount is chosen", () => {
    const { session: active } = facts("active");
    const { session: expired } = facts("expired");
    for (const step of ["amount", "email", "code", "identity", "identity_wait"] as const)
      expect(showsLimits(step, active, undefined)).toBe(true);
    expect([showsLimits("card", active, "quoted"), showsLimits("card", active, "requires_payment")]).toEqual([
      true,
      false,
    ]);
    expect([showsLimits("failed", active, "failed"), showsLimits("failed", expired, "failed")]).toEqual([
      ...[true, false],
    ]);
    for (const step of ["challenge", "working", "on_hold", "done", "refunded", "expired", "refused"] as const)
      expect(showsLimits(step, active, undefined)).toBe(false);
  });
});
