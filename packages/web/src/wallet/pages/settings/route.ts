import { GEAR } from "../../../ui/icon.tsx";
import type { PageSpec } from "../../page-spec.ts";

export const settings: PageSpec = {
  path: "/settings",
  label: "wallet_settings_title",
  icon: GEAR,
  load: async () => (await import("./page.tsx")).SettingsPage,
};
