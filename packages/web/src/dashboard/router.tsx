import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from "@tanstack/react-router";
import type { ComponentType } from "react";
import { PAGES } from "./pages.ts";
import { parseSearch, stringifySearch } from "./search.ts";
import { FirstProject } from "./shell/first-project.tsx";
import { NewProject } from "./shell/new-project.tsx";
import { NothingHere } from "./shell/nothing-here.tsx";
import { PageFailed } from "./shell/page-failed.tsx";
import { ProjectFrame } from "./shell/project-frame.tsx";
import { Shell } from "./shell/shell.tsx";

const lazy = (load: () => Promise<ComponentType>) => lazyRouteComponent(async () => ({ default: await load() }));

const root = createRootRoute({ component: Shell, notFoundComponent: NothingHere, errorComponent: PageFailed });
const begin = createRoute({ getParentRoute: () => root, path: "/", component: FirstProject });
const projects = createRoute({
  getParentRoute: () => root,
  path: "projects",
  beforeLoad: () => {
    throw redirect({ to: "/" });
  },
});
const newProject = createRoute({ getParentRoute: () => root, path: "projects/new", component: NewProject });
const project = createRoute({ getParentRoute: () => root, path: "projects/$project", component: ProjectFrame });

const pages = PAGES.map(({ path, load, details = [] }) => {
  const page = createRoute({
    getParentRoute: () => project,
    path: path === "" ? "/" : path,
    component: lazy(load),
    errorComponent: PageFailed,
  });
  const below = details.map((detail) =>
    createRoute({ getParentRoute: () => page, path: detail.path, component: lazy(detail.load) }),
  );
  return below.length === 0 ? page : page.addChildren(below);
});

/** The pages by their addresses, below `/dashboard`. */
export function createDashboardRouter(history?: RouterHistory) {
  return createRouter({
    routeTree: root.addChildren([begin, projects, newProject, project.addChildren(pages)]),
    basepath: "/dashboard",
    parseSearch,
    stringifySearch,
    defaultPreload: "intent",
    ...(history === undefined ? {} : { history }),
  });
}
