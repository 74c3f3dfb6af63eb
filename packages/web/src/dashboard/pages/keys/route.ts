import type { PageSpec } from "../../page-spec.ts";

export const keys: PageSpec = {
  path: "keys",
  label: "Keys",
  group: "build",
  load: async () => (await import("./page.tsx")).KeysPage,
};
