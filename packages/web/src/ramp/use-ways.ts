import { useRamp } from "./context.ts";
import { type Doing, isBackable } from "./shown-step.ts";
import { chosenBefore, type State, type Step } from "./state.ts";
import { useAction } from "./use-action.ts";

type Shown = {
  readonly state: State;
  readonly step: Step;
  readonly doing: Doing;
  readonly set: (part: Partial<Doing>) => void;
};

/** The ways between the amount and the step that it leads to, as buttons and the browser go them. */
export function useWays({ state, step, doing, set }: Shown) {
  const { api, store } = useRamp();
  const leaving = useAction();
  const returning = useAction();
  const choose = () => set({ choosing: true });
  const goOn = () => set({ choosing: false, left: undefined });
  const giveUp = () => void leaving.run(() => store.act(api.cancel)).then((went) => went && choose());
  const goBack = step === "card" ? giveUp : choose;
  const chosen = chosenBefore(state);
  /** What was given up has a new price. Whoever has not accepted the terms does not do so by going forward. */
  const takeUp = async () => {
    const quote = () => store.act(() => api.quote(chosen?.amount ?? "", chosen?.currency ?? "", undefined));
    const isTakenUp = state.step !== "amount" || (await returning.run(quote));
    if (isTakenUp) goOn();
    return isTakenUp;
  };
  const isLeft = step === "amount" && (state.step === "amount" ? chosen !== undefined : doing.choosing);
  return {
    leaving,
    returning,
    goOn,
    goBack,
    /** Of the browser. */
    history: {
      back: isBackable(step, state) && !doing.asking ? goBack : undefined,
      forward: isLeft ? takeUp : undefined,
    },
  };
}
