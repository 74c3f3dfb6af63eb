import type { PageSpec } from "../../page-spec.ts";

export const members: PageSpec = {
  path: "members",
  label: "Members",
  group: "project",
  load: async () => (await import("./page.tsx")).MembersPage,
};
