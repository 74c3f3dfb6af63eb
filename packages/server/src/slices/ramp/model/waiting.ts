import type { Purchase } from "./purchase.ts";
import { endsBy } from "./timeline.ts";

/** What keeps a purchase from going on whose card is good. */
export type Waiting = {
  /**
   * `destination`: it cannot be paid yet, and nothing was charged. `sending`: the card has paid, and no payment could
   * be begun. `first_card`: nobody has paid with this card before.
   */
  readonly on: "destination" | "sending" | "first_card";
  /** Then it is given up, and what was charged goes back; after `first_card` it goes on. */
  readonly until: Date;
};

/** For what a purchase waits; undefined: it goes on at once, or nobody knows when. A first try is no waiting yet. */
export function waitingOf(purchase: Purchase, now: Date): Waiting | undefined {
  const { progress, tries, waitsForRestore } = purchase;
  const until = endsBy(purchase);
  if (until === undefined || waitsForRestore) return undefined;
  switch (progress.kind) {
    case "authorized":
      return tries === 0 || progress.delivery !== undefined ? undefined : { on: "destination", until };
    case "captured":
    case "on_hold": {
      const { onHoldUntil } = progress;
      if (onHoldUntil !== undefined && onHoldUntil > now) return { on: "first_card", until: onHoldUntil };
      return tries === 0 && progress.kind === "captured" ? undefined : { on: "sending", until };
    }
    default:
      return undefined;
  }
}
