import { Link } from "@tanstack/react-router";
import { addressOf } from "../addresses.ts";
import { useHere } from "../context.ts";

type TabsProps = {
  readonly label: string;
  /** Path of the page that is shown. */
  readonly current: string;
  readonly tabs: readonly (readonly [path: string, name: string])[];
};

/** Pages that belong together. */
export function Tabs({ label, current, tabs }: TabsProps) {
  const { project } = useHere();
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no set of fields
    <div className="tabs" role="group" aria-label={label}>
      {tabs.map(([path, name]) => (
        <Link
          key={path}
          to={addressOf(project.id, path)}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={path === current ? "page" : undefined}
        >
          {name}
        </Link>
      ))}
    </div>
  );
}
