import type { IdentityState } from "./customer.ts";
import type { PurchaseState } from "./purchase.ts";
import { browserOf, isLasting, type Session } from "./session.ts";

/** What the page shows. */
export type CheckoutStep =
  | "email"
  | "code"
  | "identity"
  | "identity_wait"
  | "amount"
  | "card"
  | "challenge"
  | "working"
  | "on_hold"
  | "done"
  | "failed"
  | "refunded"
  | "expired"
  /** Nothing is sold to this person. */
  | "refused";

export type CheckoutFacts = {
  readonly session: Session;
  /** A code is on its way to the person. */
  readonly isCodeSent: boolean;
  readonly identity: IdentityState | undefined;
  /** The quoted purchase is more than somebody may buy whose identity is not verified. */
  readonly needsIdentity: boolean;
  /** A card, or a document, is with who checks it, as far as the page knows. */
  readonly isCardGiven: boolean;
  readonly isIdentityGiven: boolean;
  /** Of the newest purchase of the session. */
  readonly purchase: PurchaseState | undefined;
};

/** What is shown of a purchase that is begun, whatever became of the session. */
const OF_PURCHASE: Readonly<Record<PurchaseState, CheckoutStep | undefined>> = {
  quoted: undefined,
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
  refunded: "refunded",
  refund_failed: "refunded",
  failed: "failed",
  canceled: undefined,
  expired: undefined,
};

/** Where a person stands in a session. */
export function checkoutStep(facts: CheckoutFacts): CheckoutStep {
  const { session, isCodeSent, identity, needsIdentity, purchase } = facts;
  if (purchase === "requires_payment" && facts.isCardGiven) return "working";
  const ofPurchase = purchase && OF_PURCHASE[purchase];
  if (ofPurchase !== undefined) return ofPurchase;
  if (!isLasting(session)) return "expired";
  if (browserOf(session)?.userId === undefined) {
    if (session.chosen === undefined) return "amount";
    return isCodeSent ? "code" : "email";
  }
  if (identity === "rejected") return "refused";
  if (purchase !== "quoted") return "amount";
  if (!needsIdentity) return "card";
  const isChecked = identity === "processing" || identity === "review" || facts.isIdentityGiven;
  return isChecked ? "identity_wait" : "identity";
}

/**
 * Whether the page shows limits: where an amount is chosen, also in place of the quoted one, or after a purchase that
 * failed.
 */
export function showsLimits(
  step: CheckoutStep,
  session: Pick<Session, "progress">,
  purchase: PurchaseState | undefined,
): boolean {
  switch (step) {
    case "amount":
    case "email":
    case "code":
    case "identity":
    case "identity_wait":
      return true;
    case "card":
      return purchase === "quoted";
    case "failed":
      return isLasting(session);
    default:
      return false;
  }
}
