import type { State, Step } from "./state.ts";

/** What the person is doing that the service does not know. */
export type Doing = {
  /** Has chosen to pay with the amount as it is. */
  readonly paying: boolean;
  /** A card is being given: its form stays, because the bank may ask in it. */
  readonly asking: boolean;
  /** Purchase that failed and was left behind to try again. */
  readonly left: string | undefined;
};

/** Steps at which the amount is still open: the service has a quote, and the person goes on or chooses another one. */
export const CHOOSES: readonly Step[] = ["amount", "card", "identity", "identity_wait"];

/** The step that is shown. It is the service's, but choosing an amount and paying it are two steps of one state. */
export function shownStep({ step, purchase }: State, { paying, asking, left }: Doing): Step {
  if (asking && ["card", "challenge", "working"].includes(step)) return "card";
  if (step === "failed" && left !== undefined && left === purchase?.id) return "amount";
  if (!CHOOSES.includes(step)) return step;
  if (purchase === null) return step === "card" ? "amount" : step;
  if (step !== "amount" && step !== "card") return paying || purchase.state !== "quoted" ? step : "amount";
  return paying || (step === "card" && purchase.state !== "quoted") ? "card" : "amount";
}

/** Where the bar at the top stands: how many of its parts are full. */
export const PROGRESS: Readonly<Record<Step, number>> = {
  email: 1,
  code: 1,
  identity: 2,
  identity_wait: 2,
  amount: 2,
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
