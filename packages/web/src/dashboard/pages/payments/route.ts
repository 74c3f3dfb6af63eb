import type { PageSpec } from "../../page-spec.ts";

export const payments: PageSpec = {
  path: "payments",
  label: "Payments",
  group: "money",
  load: async () => (await import("./page.tsx")).PaymentsPage,
  details: [{ path: "$id", load: async () => (await import("./detail.tsx")).PaymentDetail }],
};
