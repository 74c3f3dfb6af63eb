import type { PageSpec } from "../../page-spec.ts";

export const log: PageSpec = {
  path: "log",
  label: "Log",
  group: "build",
  load: async () => (await import("./page.tsx")).LogPage,
  details: [{ path: "$id", load: async () => (await import("./request.tsx")).RequestDetail }],
};
