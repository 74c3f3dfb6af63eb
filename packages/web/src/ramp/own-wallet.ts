import type { State } from "./state.ts";

/** Page of the person's own wallet here. */
export const WALLET_PATH = "/wallet";

/**
 * The bitcoin goes into the person's own wallet here: the session names no destination, or the person has chosen it
 * instead when the destination could not be reached.
 */
export function isIntoOwnWallet({ session, purchase }: Pick<State, "session" | "purchase">): boolean {
  return session.destination === null || (purchase !== null && purchase.destination !== session.destination);
}

/** Who sells, by one name: to the own wallet, which opened the page, the operator, as the wallet has said it. */
export function sellerNames({ session, seller }: Pick<State, "session" | "seller">, service: string) {
  return session.of_wallet ? { head: seller.name, foot: seller.name } : { head: session.project, foot: service };
}

/** The person came from there, and goes back to it. `origin`: of this page. */
export function isFromOwnWallet({ return_url }: Pick<State["session"], "return_url">, origin: string): boolean {
  return return_url === `${origin}${WALLET_PATH}`;
}
