import { type Calls, PAGE_MAX } from "../control-api.ts";
import type { History } from "./history.ts";
import { createNews } from "./news.ts";

/** The ends of our payments, for those who wait for them. */
export type Ends = {
  /** In the order they happened, after the cursor; without one, where the list ends now. Waits for the first. */
  after(cursor: number | undefined, waitMs: number, signal: AbortSignal): Promise<Calls["ended"]["output"]>;
  /** Call it when the history has one more. */
  tell(): void;
};

export function listEnds({
  history,
  durable,
}: {
  history: Pick<History, "ended" | "payment">;
  /** Resolves once all that is staged is durable. */
  durable: () => Promise<void>;
}): Ends {
  const news = createNews();
  return {
    tell: news.tell,
    async after(cursor, waitMs, signal) {
      const length = history.ended().length;
      if (cursor === length) await news.wait(waitMs, signal);
      await durable();
      // Who knows of more than there is knows another list, and goes on at the end of this one.
      const from = Math.min(cursor ?? length, length);
      const page = history.ended().slice(from, from + PAGE_MAX);
      return {
        cursor: String(from + page.length),
        payments: page.flatMap((paymentHash) => {
          const status = history.payment(paymentHash)?.end;
          return status === undefined ? [] : [{ paymentHash, status }];
        }),
      };
    },
  };
}
