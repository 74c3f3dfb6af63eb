import type { PageSpec } from "../../page-spec.ts";

export const webhooks: PageSpec = {
  path: "webhooks",
  label: "Webhooks",
  group: "build",
  load: async () => (await import("./page.tsx")).DeliveriesPage,
  details: [
    { path: "recover", load: async () => (await import("./recover.tsx")).Recover },
    { path: "check", load: async () => (await import("./check.tsx")).CheckSignature },
    { path: "$id", load: async () => (await import("./delivery.tsx")).DeliveryDetail },
  ],
};

export const webhookEvents: PageSpec = {
  path: "webhooks/events",
  label: "Events",
  group: "build",
  isInside: true,
  load: async () => (await import("./events-page.tsx")).EventsPage,
  details: [{ path: "$id", load: async () => (await import("./event.tsx")).EventDetail }],
};

export const webhookEndpoints: PageSpec = {
  path: "webhooks/endpoints",
  label: "Webhook endpoints",
  group: "build",
  isInside: true,
  load: async () => (await import("./endpoints-page.tsx")).EndpointsPage,
  details: [
    { path: "new", load: async () => (await import("./new-endpoint.tsx")).NewEndpoint },
    { path: "secret", load: async () => (await import("./secret.tsx")).SecretPanel },
    { path: "$id", load: async () => (await import("./endpoint.tsx")).EndpointDetail },
    { path: "$id/change", load: async () => (await import("./change-endpoint.tsx")).ChangeEndpoint },
  ],
};
