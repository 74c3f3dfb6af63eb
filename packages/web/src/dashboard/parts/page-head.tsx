import { type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from "react";
import { HereContext, useDashboard } from "../context.ts";

/** Whether a page was shown before: the first one leaves the focus where the browser has put it. */
let shownBefore = false;

/** The heading of a page, which gets the focus so that a reader hears where it is, and what can be done there. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  const { branding } = useDashboard();
  const project = useContext(HereContext)?.project.name;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = [title, project, branding.name].filter((part) => part !== undefined && part !== "").join(" · ");
  }, [title, project, branding.name]);
  useLayoutEffect(() => {
    if (shownBefore) heading.current?.focus({ preventScroll: true });
    shownBefore = true;
  }, []);
  return (
    <header className="page-head">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children !== undefined && <div className="actions">{children}</div>}
    </header>
  );
}
