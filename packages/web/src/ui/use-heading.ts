import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Whether something was shown before: the first heading must not take the focus, neither from where the browser has put
 * it nor from the page around a frame.
 */
let shownBefore = false;

/** For the heading of what is shown, which gets the focus, so that a reader hears where it is. */
export function useHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another thing to read
  useLayoutEffect(() => {
    if (shownBefore) heading.current?.focus();
    shownBefore = true;
  }, [title]);
  return heading;
}
