import type { PageSpec } from "../../page-spec.ts";

export const keys: PageSpec = {
  path: "keys",
  label: "Keys",
  group: "build",
  load: async () => (await import("./page.tsx")).KeysPage,
  details: [
    { path: "new", load: async () => (await import("./new-key.tsx")).NewKey },
    { path: "$id", load: async () => (await import("./detail.tsx")).KeyDetail },
    { path: "$id/change", load: async () => (await import("./change-key.tsx")).ChangeKey },
  ],
};
