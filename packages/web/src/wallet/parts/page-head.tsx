import { useEffect, useLayoutEffect, useRef } from "react";
import { useWallet } from "../context.ts";

/** Whether a page was shown before: the first one leaves the focus where the browser has put it. */
let shownBefore = false;

/** The heading of a page, which gets the focus so that a reader hears where it is. */
export function PageHead({ title }: { title: string }) {
  const { branding } = useWallet();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${branding.name}`;
  }, [title, branding.name]);
  useLayoutEffect(() => {
    if (shownBefore) heading.current?.focus({ preventScroll: true });
    shownBefore = true;
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  );
}
