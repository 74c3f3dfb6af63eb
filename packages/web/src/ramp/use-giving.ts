import { useRamp } from "./context.ts";
import type { PayProps } from "./pay-props.ts";
import { type Action, useAction } from "./use-action.ts";

type Giving = Omit<Action, "run"> & {
  /**
   * Gives a card. From this moment on the page says so, and the service knows it before the card is on its way: a page
   * that is loaded again says the same. `send` resolves with why the card is not taken.
   */
  give(send: () => Promise<string | undefined>): void;
};

export function useGiving({ purchase, onAsking }: Pick<PayProps, "purchase" | "onAsking">): Giving {
  const { api, store } = useRamp();
  const { run, ...action } = useAction();
  const give = (send: () => Promise<string | undefined>) => {
    if (action.busy) return;
    onAsking(true);
    void run(async () => {
      await api.sayCard(purchase.id, true);
      const refusal = await send();
      await store.act(() => api.sayCard(purchase.id, refusal === undefined));
      if (refusal !== undefined) action.fail(refusal);
    }).finally(() => onAsking(false));
  };
  return { ...action, give };
}
