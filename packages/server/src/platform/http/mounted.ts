import type { Api, RoutesPlugin } from "./index.ts";

/** Routes whose paths are relative, below a path. */
export function mounted(prefix: string, routes: readonly RoutesPlugin[]): RoutesPlugin {
  return (pages) => {
    void pages.register(
      async (scope) => {
        for (const addRoutes of routes) addRoutes(scope as Api);
      },
      { prefix },
    );
  };
}
