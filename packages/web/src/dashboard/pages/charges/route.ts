import type { PageSpec } from "../../page-spec.ts";

export const charges: PageSpec = {
  path: "charges",
  label: "Charges",
  group: "money",
  load: async () => (await import("./page.tsx")).ChargesPage,
  details: [
    { path: "new", load: async () => (await import("./new-charge.tsx")).NewCharge },
    { path: "$id", load: async () => (await import("./detail.tsx")).ChargeDetail },
  ],
};

export const staticCharges: PageSpec = {
  path: "charges/static",
  label: "Static charges",
  group: "money",
  isInside: true,
  load: async () => (await import("./static-page.tsx")).StaticChargesPage,
  details: [
    { path: "new", load: async () => (await import("./new-static-charge.tsx")).NewStaticCharge },
    { path: "$id", load: async () => (await import("./static-detail.tsx")).StaticChargeDetail },
  ],
};
