import type { State, Step } from "./state.ts";

/** What the person is doing that the service does not know. */
export type Doing = {
  /** Wants another amount, and is asked for nothing else until there is one. */
  readonly choosing: boolean;
  /** A card is being given: its form stays, because the bank may ask in it. */
  readonly asking: boolean;
  /** Purchase that failed and was left behind to try again. */
  readonly left: string | undefined;
};

/** Steps between an amount and its card. */
const BETWEEN: readonly Step[] = ["email", "code", "identity", "identity_wait"];
/** Steps at which another amount may be chosen. */
const CHOOSES: readonly Step[] = [...BETWEEN, "card"];

/** The step that is shown: the service's, unless the person wants another amount or gives a card. */
export function shownStep({ step, purchase }: State, { choosing, asking, left }: Doing): Step {
  if (asking && ["card", "challenge", "working"].includes(step)) return "card";
  if (step === "failed" && left !== undefined && left === purchase?.id) return "amount";
  const isOpen = CHOOSES.includes(step) && (step !== "card" || purchase?.state === "quoted");
  return choosing && isOpen ? "amount" : step;
}

/** Whether one may go back from a step that is shown: to another amount. */
export function isBackable(step: Step, { purchase }: State): boolean {
  if (step === "identity" || step === "identity_wait") return purchase?.state === "quoted";
  return step === "email" || step === "code" || step === "card";
}

/** Whether no card was given yet at a step that is shown. That of the card shows a card, too, that is being charged. */
export function isBeforePurchase(step: Step): boolean {
  return step === "amount" || BETWEEN.includes(step);
}

/** Where the bar at the top stands for the step that is shown: how many of its parts are full. */
export const PROGRESS: Readonly<Record<Step, number>> = {
  amount: 1,
  email: 2,
  code: 2,
  identity: 2,
  identity_wait: 2,
  card: 3,
  challenge: 3,
  working: 4,
  on_hold: 4,
  done: 5,
  failed: 4,
  refunded: 5,
  expired: 0,
  refused: 0,
  in_use: 0,
};
export const PROGRESS_PARTS = 5;
