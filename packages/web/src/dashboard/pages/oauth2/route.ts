import type { PageSpec } from "../../page-spec.ts";

export const oauth2: PageSpec = {
  path: "oauth2",
  label: "OAuth2",
  group: "build",
  load: async () => (await import("./page.tsx")).Oauth2Page,
};
