import type { PageSpec } from "../../page-spec.ts";

export const charges: PageSpec = {
  path: "charges",
  label: "Charges",
  group: "money",
  load: async () => (await import("./page.tsx")).ChargesPage,
};
