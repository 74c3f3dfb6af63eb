import type { PageShape, Shape } from "../../api/shapes.ts";
import type { Tone } from "../../ui/status.tsx";

export type Thing = PageShape<"SearchResult">["found"][number];
export type ThingKind = Thing["kind"];

/** What a state is called, and what it means for whoever reads it. */
export type States<State extends string = string> = Readonly<Record<State, readonly [tone: Tone, words: string]>>;

/** What each state is called, for a choice. */
export function wordsOf(states: States): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(states).map(([state, [, words]]) => [state, words]));
}

export const PAYMENT_STATES: States<Shape<"Payment">["status"]> = {
  processing: ["wait", "Being sent"],
  completed: ["good", "Paid"],
  failed: ["bad", "Not paid"],
};

export const CHARGE_STATES: States<Shape<"Charge">["status"]> = {
  pending: ["wait", "Waits to be paid"],
  completed: ["good", "Paid"],
  expired: ["soft", "Over, not paid"],
};

export const STATIC_CHARGE_STATES: States<Shape<"StaticCharge">["status"]> = {
  active: ["good", "Takes payments"],
  full: ["soft", "Takes no more"],
};

export const VOUCHER_STATES: States<Shape<"Voucher">["status"]> = {
  open: ["wait", "Not taken yet"],
  claiming: ["wait", "Being paid out"],
  redeemed: ["good", "Taken"],
  revoked: ["soft", "Revoked"],
  expired: ["soft", "Over, not taken"],
};

export const SESSION_STATES: States<Shape<"RampSession">["state"]> = {
  open: ["wait", "Not opened yet"],
  active: ["wait", "Somebody is buying"],
  completed: ["good", "Bought"],
  expired: ["soft", "Over, nothing bought"],
  canceled: ["soft", "Ended by the project"],
};

export const PURCHASE_STATES: States<PageShape<"RampPurchase">["state"]> = {
  quoted: ["wait", "Price shown"],
  requires_payment: ["wait", "Waits for the card"],
  requires_action: ["wait", "The bank asks the buyer"],
  authorized: ["wait", "Card has promised"],
  captured: ["wait", "Card has paid"],
  delivering: ["wait", "Bitcoin is being sent"],
  completed: ["good", "Delivered"],
  on_hold: ["warn", "On hold"],
  failed: ["bad", "Failed, card not charged"],
  canceled: ["soft", "Given up by the buyer"],
  expired: ["soft", "Over, not paid"],
  refund_pending: ["wait", "Money goes back"],
  refunded: ["soft", "Money went back"],
  refund_failed: ["bad", "Refund failed"],
  disputed: ["warn", "Disputed at the bank"],
  won: ["good", "Dispute won"],
  lost: ["bad", "Dispute lost"],
};

const STATES: Readonly<Partial<Record<ThingKind, States>>> = {
  payment: PAYMENT_STATES,
  charge: CHARGE_STATES,
  static_charge: STATIC_CHARGE_STATES,
  voucher: VOUCHER_STATES,
  withdrawal: VOUCHER_STATES,
  session: SESSION_STATES,
  purchase: PURCHASE_STATES,
};

/** Of what a search found; a state without words is called as the wire calls it. */
export function stateOf({ kind, status }: Pick<Thing, "kind" | "status">): States[string] | undefined {
  return status === null ? undefined : (STATES[kind]?.[status] ?? ["soft", status]);
}
