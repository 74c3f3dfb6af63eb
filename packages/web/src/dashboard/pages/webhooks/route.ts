import type { PageSpec } from "../../page-spec.ts";

export const webhooks: PageSpec = {
  path: "webhooks",
  label: "Webhooks",
  group: "build",
  load: async () => (await import("./page.tsx")).WebhooksPage,
};
