import { Link } from "@tanstack/react-router";
import { addressOf } from "../addresses.ts";
import { useHere } from "../context.ts";
import { useMayDo } from "./use-may-do.ts";

type NewLinkProps = {
  /** Of the form, below the project's address. */
  readonly path: string;
  readonly action: Parameters<typeof useMayDo>[0];
  readonly look?: "main" | "second";
  /** Id of what the new thing is like. */
  readonly like?: string;
  readonly children: string;
};

/** Leads to a form that makes something; nothing for who may not. The filters of the list stay. */
export function NewLink({ path, action, look = "main", like, children }: NewLinkProps) {
  const { project } = useHere();
  if (!useMayDo(action)) return null;
  return (
    <Link
      className={`button ${look}`}
      to={addressOf(project.id, path)}
      search={(like === undefined ? true : { like }) as never}
    >
      {children}
    </Link>
  );
}
