import { ARROW_UP } from "../../../ui/icon.tsx";
import type { PageSpec } from "../../page-spec.ts";

export const send: PageSpec = {
  path: "/send",
  label: "wallet_send_title",
  icon: ARROW_UP,
  load: async () => (await import("./page.tsx")).SendPage,
};
