import type { RampFailure, RampSuccess } from "../../../widget/src/options.ts";
import type { Announce } from "./announce.ts";
import type { Purchase, State } from "./state.ts";
import type { View } from "./store.ts";

/** Says what has happened as the page learns it, each thing once. Which step is shown, the page says itself. */
export function notifier(announce: Announce): (view: View) => void {
  const said = new Set<string>();
  const once = (what: string, say: () => void) => {
    if (said.has(what)) return;
    said.add(what);
    say();
  };
  return (view) => {
    if (view.kind === "loading") return;
    once("ready", () => announce({ type: "ready" }));
    if (view.kind === "blocked") once("step", () => announce({ type: "step", data: { step: view.reason } }));
    const success = view.kind === "open" ? successOf(view.state) : undefined;
    if (success !== undefined)
      once(`success ${success.purchaseId}`, () => announce({ type: "success", data: success }));
    const failure = failureOf(view);
    if (failure !== undefined)
      once(`error ${failure.purchaseId ?? failure.code}`, () => announce({ type: "error", data: failure }));
  };
}

function successOf({ step, purchase, session }: State): RampSuccess | undefined {
  if (step !== "done" || purchase === null) return undefined;
  return {
    purchaseId: purchase.id,
    amount: purchase.amount,
    destination: session.destination,
    sourceAmount: purchase.source_amount,
    sourceCurrency: purchase.source_currency,
  };
}

function failureOf(view: View): RampFailure | undefined {
  if (view.kind === "blocked")
    return { code: `ramp_session_${view.reason}`, message: "The session cannot be opened here.", purchaseId: null };
  if (view.kind !== "open") return undefined;
  const { step, purchase } = view.state;
  if (step === "refused")
    return { code: "ramp_person_refused", message: "Nothing can be sold to this person.", purchaseId: null };
  if (step === "expired")
    return { code: "ramp_session_expired", message: "The session has expired.", purchaseId: null };
  return (step === "failed" || step === "refunded") && purchase !== null ? failureOfPurchase(purchase) : undefined;
}

function failureOfPurchase({ id, failure }: Purchase): RampFailure {
  const { code, message } = failure ?? { code: "purchase_failed", message: "The purchase failed." };
  return { code, message, purchaseId: id };
}
