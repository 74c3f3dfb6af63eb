import type { PageSpec } from "../../page-spec.ts";

export const users: PageSpec = {
  path: "users",
  label: "Users",
  group: "money",
  load: async () => (await import("./page.tsx")).UsersPage,
  details: [{ path: "$id", load: async () => (await import("./detail.tsx")).UserDetail }],
};
