import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { CROSS, Icon } from "../../ui/icon.tsx";

type PanelProps = {
  readonly title: string;
  /** The list that it was opened from; its filters stay. */
  readonly back: string;
  readonly children: ReactNode;
};

/** Beside a list, with an address of its own. Escape leads back to the row. */
export function Panel({ title, back, children }: PanelProps) {
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      // What lies above it is closed first.
      if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open], [role=dialog]"))
        return;
      void navigate({ to: back, search: true as never });
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [navigate, back]);
  return (
    <aside className="panel" aria-label={title}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Link className="close" to={back} search={true as never} aria-label="Close">
          <Icon path={CROSS} />
        </Link>
      </header>
      {children}
    </aside>
  );
}
