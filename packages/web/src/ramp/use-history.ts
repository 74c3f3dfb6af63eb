import { useEffect, useRef } from "react";
import { PROGRESS } from "./shown-step.ts";
import type { Step } from "./state.ts";

type Back = {
  /** The page is in no frame: the history is its own. */
  readonly isAlone: boolean;
  /** Goes one step back; undefined where there is none. */
  readonly back: (() => void) | undefined;
};

/**
 * Each part of the way is an entry in the browser's history: Back goes one step back, and leaves the page where there
 * is none.
 */
export function useHistory(step: Step, { isAlone, back }: Back): void {
  const latest = useRef(back);
  latest.current = back;
  const depth = useRef(depthOf(history.state));
  const before = useRef(PROGRESS[step]);
  useEffect(() => {
    const isForward = PROGRESS[step] > before.current;
    before.current = PROGRESS[step];
    if (!isAlone || !isForward) return;
    depth.current += 1;
    history.pushState({ ramp: depth.current }, "");
  }, [isAlone, step]);
  useEffect(() => {
    if (!isAlone) return undefined;
    const goBack = ({ state }: PopStateEvent) => {
      const now = depthOf(state);
      const isBack = now < depth.current;
      depth.current = now;
      if (!isBack) return;
      if (latest.current === undefined) history.go(-now - 1);
      else latest.current();
    };
    window.addEventListener("popstate", goBack);
    return () => window.removeEventListener("popstate", goBack);
  }, [isAlone]);
}

/** Entries of ours below this one. */
function depthOf(state: unknown): number {
  const { ramp } = (state ?? {}) as { readonly ramp?: unknown };
  return typeof ramp === "number" ? ramp : 0;
}
