import { type ReactNode, useContext, useEffect } from "react";
import { useHeading } from "../../ui/use-heading.ts";
import { HereContext, useDashboard } from "../context.ts";

/** The heading of a page, which gets the focus so that a reader hears where it is, and what can be done there. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  const { branding } = useDashboard();
  const project = useContext(HereContext)?.project.name;
  const heading = useHeading(title);
  useEffect(() => {
    document.title = [title, project, branding.name].filter((part) => part !== undefined && part !== "").join(" · ");
  }, [title, project, branding.name]);
  return (
    <header className="page-head">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children !== undefined && <div className="actions">{children}</div>}
    </header>
  );
}
