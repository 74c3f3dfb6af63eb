import { Link } from "@tanstack/react-router";
import { addressOf } from "../addresses.ts";
import { PAGES } from "../pages.ts";

const GROUPS = [
  ["money", "Money"],
  ["build", "Build"],
  ["project", "Project"],
] as const;

/** The pages of a project. */
export function Nav({ project }: { project: string }) {
  return (
    <nav className="nav" aria-label="Pages of the project">
      {GROUPS.map(([group, name]) => (
        <section key={group} aria-label={name}>
          <p aria-hidden="true">{name}</p>
          <ul>
            {PAGES.filter((page) => page.group === group && page.isInside !== true).map(({ path, label }) => (
              <li key={path}>
                <Link to={addressOf(project, path)} activeOptions={{ exact: path === "", includeSearch: false }}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
