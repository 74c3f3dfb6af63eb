import type { PageSpec } from "../../page-spec.ts";

export const members: PageSpec = {
  path: "members",
  label: "Members",
  group: "project",
  load: async () => (await import("./page.tsx")).MembersPage,
  details: [
    { path: "invite", load: async () => (await import("./invite.tsx")).Invite },
    { path: "$id", load: async () => (await import("./detail.tsx")).MemberDetail },
  ],
};
