import { type RefObject, useEffect, useRef } from "react";

/**
 * For what holds the steps of a page: it gets the focus when that is gone with the step before, so that keyboard and
 * readers go on from there. `step`: undefined while none is shown.
 */
export function useKeptFocus<Holder extends HTMLElement>(step: unknown): RefObject<Holder | null> {
  const holder = useRef<Holder>(null);
  const before = useRef(step);
  useEffect(() => {
    const isNext = before.current !== undefined && before.current !== step;
    if (isNext && document.activeElement === document.body) holder.current?.focus();
    before.current = step;
  }, [step]);
  return holder;
}
