import type { PageSpec } from "../../page-spec.ts";

export const vouchers: PageSpec = {
  path: "vouchers",
  label: "Vouchers",
  group: "money",
  load: async () => (await import("./page.tsx")).VouchersPage,
  details: [
    { path: "new", load: async () => (await import("./new-voucher.tsx")).NewVoucher },
    { path: "$id", load: async () => (await import("./detail.tsx")).VoucherDetail },
  ],
};

export const voucherBatch: PageSpec = {
  path: "vouchers/file",
  label: "Vouchers from a file",
  group: "money",
  isInside: true,
  load: async () => (await import("./batch-page.tsx")).VoucherBatchPage,
};
