import type { PageSpec } from "../../page-spec.ts";
import { OverviewPage } from "./page.tsx";

/** In the script of the dashboard: it is what is opened first. */
export const overview: PageSpec = {
  path: "",
  label: "Overview",
  group: "money",
  load: async () => OverviewPage,
};
