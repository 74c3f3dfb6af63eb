import type { PageSpec } from "../../page-spec.ts";

export const vouchers: PageSpec = {
  path: "vouchers",
  label: "Vouchers",
  group: "money",
  load: async () => (await import("./page.tsx")).VouchersPage,
};
