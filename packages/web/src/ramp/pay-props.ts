import type { Purchase } from "./state.ts";

/** What a form for a card is given. */
export type PayProps = {
  readonly purchase: Purchase;
  readonly isOver: boolean;
  renew(): void;
  /** Another price is asked for. */
  readonly renewing: boolean;
  /** The bank wants to be asked, at this address if it is known. */
  onChallenge(url: string | undefined): void;
  /** A card is being given: the form stays as it is behind what says so. */
  onAsking(asking: boolean): void;
};
