import type { PageSpec } from "../../page-spec.ts";

export const ramp: PageSpec = {
  path: "ramp",
  label: "Ramp",
  group: "money",
  load: async () => (await import("./page.tsx")).RampPage,
};
