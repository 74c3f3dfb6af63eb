import type { PageSpec } from "../../page-spec.ts";

export const vouchers: PageSpec = {
  path: "/vouchers",
  label: "wallet_voucher_title",
  icon: undefined,
  load: async () => (await import("./page.tsx")).VouchersPage,
};
