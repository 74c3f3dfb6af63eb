import { LIST } from "../../../ui/icon.tsx";
import type { PageSpec } from "../../page-spec.ts";

export const history: PageSpec = {
  path: "/history",
  label: "wallet_history_title",
  icon: LIST,
  load: async () => (await import("./page.tsx")).HistoryPage,
};
