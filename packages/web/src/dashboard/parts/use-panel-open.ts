import { useLocation } from "@tanstack/react-router";
import { addressOf } from "../addresses.ts";
import { useHere } from "../context.ts";

/** Whether something lies beside the list of this page: a thing, or a form. */
export function usePanelOpen(path: string): boolean {
  const { project } = useHere();
  const { pathname } = useLocation();
  return pathname.includes(`${addressOf(project.id, path)}/`);
}
