import type { Purchase } from "./state.ts";

/** What a form for a card is given. */
export type PayProps = {
  readonly purchase: Purchase;
  readonly isOver: boolean;
  renew(): void;
  /** The bank wants to be asked, at this address if it is known. */
  onChallenge(url: string | undefined): void;
  /** Keeps the form on the page while the bank is asked in it. */
  onAsking(asking: boolean): void;
};
