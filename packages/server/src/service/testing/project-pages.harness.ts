import type { RoutesPlugin } from "#platform/http/index.ts";

/** Where a project's pages ask. */
export const PROJECT_PAGES = "/dashboard/api/projects/01a1f9b9-814b-72a7-a4b1-03a677d52ba6";

/** Own routes of a project's pages, as they are mounted; who asks is who the key is of. */
export function asProjectPages(...routes: readonly RoutesPlugin[]): RoutesPlugin {
  return (api) => {
    void api.register(
      async (pages) => {
        for (const addRoutes of routes) addRoutes(pages);
      },
      { prefix: "/dashboard/api/projects/:project" },
    );
  };
}
