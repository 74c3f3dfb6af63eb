import type { PageSpec } from "../../page-spec.ts";

export const ramp: PageSpec = {
  path: "ramp",
  label: "Ramp",
  group: "money",
  load: async () => (await import("./page.tsx")).RampPage,
  details: [{ path: "$id", load: async () => (await import("./detail.tsx")).PurchaseDetail }],
};

export const rampSessions: PageSpec = {
  path: "ramp/sessions",
  label: "Ramp sessions",
  group: "money",
  isInside: true,
  load: async () => (await import("./sessions-page.tsx")).RampSessionsPage,
  details: [{ path: "$id", load: async () => (await import("./session-detail.tsx")).SessionDetail }],
};
