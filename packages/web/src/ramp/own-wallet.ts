import type { State } from "./state.ts";

/**
 * The bitcoin goes into the person's own wallet here: the session names no destination, or the person has chosen it
 * instead when the destination could not be reached.
 */
export function isIntoOwnWallet({ session, purchase }: Pick<State, "session" | "purchase">): boolean {
  return session.destination === null || (purchase !== null && purchase.destination !== session.destination);
}
