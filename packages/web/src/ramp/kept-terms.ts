import type { State } from "./state.ts";

/**
 * Which terms the page shows from one state to the next: those that it showed first, until the service has them
 * accepted or refuses them. So nobody accepts others that came between reading and pressing.
 */
export function keptTerms() {
  /** Undefined: nothing was shown yet. */
  let shown: State["terms"] | undefined;
  let isChanged = false;
  return {
    /** A state of the service, with the terms that are shown. */
    within(state: State): State {
      if (state.terms == null) shown = null;
      else if (shown === undefined) shown = { ...state.terms, isChanged };
      return { ...state, terms: shown ?? null };
    },
    /** The service has refused them: those of the next state are shown, and said to be others. */
    renew(): void {
      shown = undefined;
      isChanged = true;
    },
  };
}
