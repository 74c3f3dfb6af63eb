import { ARROW_DOWN } from "../../../ui/icon.tsx";
import type { PageSpec } from "../../page-spec.ts";

export const receive: PageSpec = {
  path: "/receive",
  label: "wallet_receive_title",
  icon: ARROW_DOWN,
  load: async () => (await import("./page.tsx")).ReceivePage,
};
