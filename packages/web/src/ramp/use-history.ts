import { useEffect, useRef } from "react";
import { PROGRESS } from "./shown-step.ts";
import type { Step } from "./state.ts";

type Ways = {
  /** The page is in no frame: the history is its own. */
  readonly isAlone: boolean;
  /** Goes one step back; undefined where there is none. */
  readonly back: (() => void) | undefined;
  /** Goes on to what was left; undefined where nothing was. Resolves with whether it could be taken up again. */
  readonly forward: (() => Promise<boolean>) | undefined;
};

/**
 * Each part of the way is an entry in the browser's history. Back goes one step back, and leaves the page where there
 * is none; Forward goes to what Back has left.
 */
export function useHistory(step: Step, { isAlone, back, forward }: Ways): void {
  const latest = useRef({ back, forward });
  latest.current = { back, forward };
  const depth = useRef(depthOf(history.state));
  const before = useRef(PROGRESS[step]);
  /** The part that comes next has its entry. */
  const isTakenUp = useRef(false);
  useEffect(() => {
    const isForward = PROGRESS[step] > before.current;
    before.current = PROGRESS[step];
    if (!isAlone || !isForward) return;
    if (isTakenUp.current) {
      isTakenUp.current = false;
      return;
    }
    depth.current += 1;
    history.pushState({ ramp: depth.current }, "");
  }, [isAlone, step]);
  useEffect(() => {
    if (!isAlone) return undefined;
    const takeUp = async (from: number, to: number) => {
      if (latest.current.forward === undefined) return;
      isTakenUp.current = true;
      if (await latest.current.forward()) return;
      isTakenUp.current = false;
      depth.current = from;
      history.go(from - to);
    };
    const go = ({ state }: PopStateEvent) => {
      const [from, to] = [depth.current, depthOf(state)];
      depth.current = to;
      if (to > from) void takeUp(from, to);
      if (to >= from) return;
      if (latest.current.back === undefined) history.go(-to - 1);
      else latest.current.back();
    };
    window.addEventListener("popstate", go);
    return () => window.removeEventListener("popstate", go);
  }, [isAlone]);
}

/** Entries of ours below this one. */
function depthOf(state: unknown): number {
  const { ramp } = (state ?? {}) as { readonly ramp?: unknown };
  return typeof ramp === "number" ? ramp : 0;
}
