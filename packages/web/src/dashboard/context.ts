import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { createContext, useContext } from "react";
import type { DashboardApi, ProjectApi } from "../api/call.ts";
import type { DashboardMe, MemberProject } from "../api/own-paths.ts";
import type { Branding } from "../ui/branding.ts";
import { lastProject } from "./last-project.ts";
import type { Search } from "./search.ts";

/** What every part of the dashboard may use. */
export type Dashboard = {
  readonly api: DashboardApi;
  readonly apiOf: (projectId: string) => ProjectApi;
  readonly branding: Branding;
  /** As the service knew it when it wrote the page. */
  readonly network: string | undefined;
  /** Of forms that the service's own pages have, such as the one that logs out. */
  readonly formToken: string;
};

export const DashboardContext = createContext<Dashboard | undefined>(undefined);

export function useDashboard(): Dashboard {
  const dashboard = useContext(DashboardContext);
  if (dashboard === undefined) throw new Error("outside of the dashboard");
  return dashboard;
}

/**
 * Who is logged in, and their projects. Read first of all, it also says from where the stream of changes of the project
 * that is opened begins.
 */
export function useMe() {
  const { api } = useDashboard();
  const project = useParam("project") ?? lastProject.read() ?? "";
  return useQuery({
    queryKey: ["me"],
    queryFn: ({ signal, client, queryKey }) =>
      api.get("/me", { query: client.getQueryData(queryKey) === undefined ? { project } : {}, signal }),
  });
}

export type Here = {
  readonly me: DashboardMe;
  readonly project: MemberProject;
  /** Calls as this project. */
  readonly api: ProjectApi;
};

export const HereContext = createContext<Here | undefined>(undefined);

/** The project whose pages are open, and who looks at them. Names of queries begin with `["project", project.id]`. */
export function useHere(): Here {
  const here = useContext(HereContext);
  if (here === undefined) throw new Error("outside of a project");
  return here;
}

/** A name in the address, such as `id` of `payments/$id`. */
export function useParam(name: string): string | undefined {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return params[name];
}

/** The query of the address, and what changes parts of it. What is set to undefined leaves it. */
export function useFilters(): readonly [Search, (change: Search, options?: { readonly replace?: boolean }) => void] {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (parts: Search, { replace = false } = {}) =>
    void navigate({ to: ".", search: (before: Search) => ({ ...before, ...parts }), replace } as never);
  return [search, change];
}
