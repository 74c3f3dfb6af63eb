import { HOME } from "../../../ui/icon.tsx";
import type { PageSpec } from "../../page-spec.ts";
import { HomePage } from "./page.tsx";

/** In the script of the wallet: it is what is opened first. */
export const home: PageSpec = {
  path: "/",
  label: "wallet_home_title",
  icon: HOME,
  load: async () => HomePage,
};
