import type { PageSpec } from "../../page-spec.ts";

export const apiConsole: PageSpec = {
  path: "console",
  label: "API console",
  group: "build",
  load: async () => (await import("./page.tsx")).ConsolePage,
};
