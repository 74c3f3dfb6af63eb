import type { Msats } from "#kernel/money.ts";
import type { KeysendRequest, PaymentFailureReason, SendRequest } from "../port.ts";

/** What the fake node does with a request to send. */
export type FakeAct =
  /** The recipient decides: `FakeRecipient`. No route to one that the node does not know. */
  | { readonly kind: "pay" }
  /** Settles, whatever the recipient says: with another preimage or another fee where the test gives one. */
  | { readonly kind: "settle"; readonly preimage?: Uint8Array; readonly fee?: Msats }
  | { readonly kind: "fail"; readonly reason: PaymentFailureReason }
  /** Stays in flight until `settle` or `giveBack`. */
  | { readonly kind: "hold" }
  /** The request is lost on its way: the node never has it. */
  | { readonly kind: "nothing" };

/** What becomes of the node's answer. */
export type FakeAnswer =
  | { readonly kind: "prompt" }
  /** The connection breaks: the outcome is unknown, and no reference has arrived. */
  | { readonly kind: "cut" }
  /** No answer until the connection is cut. */
  | { readonly kind: "hang" }
  /** The request is refused: the node had the hash before. */
  | { readonly kind: "known_hash" }
  | { readonly kind: "late"; readonly ms: number };

export type SendPlan = { readonly act: FakeAct; readonly answer: FakeAnswer };

/** A request to send. One to a node that made no invoice has a text in its place. */
export type FakeRequest = SendRequest & { readonly keysend?: KeysendRequest };

/** A plan, or what makes one for a request. */
export type Planned = SendPlan | ((request: FakeRequest) => SendPlan | Promise<SendPlan>);

const PROMPT = { kind: "prompt" } as const;

export function pays(): SendPlan {
  return { act: { kind: "pay" }, answer: PROMPT };
}

export function settles(options: { readonly preimage?: Uint8Array; readonly fee?: Msats } = {}): SendPlan {
  return { act: { kind: "settle", ...options }, answer: PROMPT };
}

export function fails(reason: PaymentFailureReason = "no_route"): SendPlan {
  return { act: { kind: "fail", reason }, answer: PROMPT };
}

export function holds(): SendPlan {
  return { act: { kind: "hold" }, answer: PROMPT };
}

/** The answer is lost; the node has done what `plan` says, or nothing. */
export function cut(plan: SendPlan = { act: { kind: "nothing" }, answer: PROMPT }): SendPlan {
  return { ...plan, answer: { kind: "cut" } };
}

/** The node does what `plan` says and does not answer. */
export function hangs(plan: SendPlan = pays()): SendPlan {
  return { ...plan, answer: { kind: "hang" } };
}

/** The node has done what `plan` says without this request, which it refuses. */
export function knows(plan: SendPlan): SendPlan {
  return { ...plan, answer: { kind: "known_hash" } };
}

export function late(ms: number, plan: SendPlan = pays()): SendPlan {
  return { ...plan, answer: { kind: "late", ms } };
}
