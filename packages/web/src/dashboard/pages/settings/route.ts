import type { PageSpec } from "../../page-spec.ts";

export const settings: PageSpec = {
  path: "settings",
  label: "Settings",
  group: "project",
  load: async () => (await import("./page.tsx")).SettingsPage,
};
