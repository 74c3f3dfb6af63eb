import type { PageSpec } from "../../page-spec.ts";

export const oauth2: PageSpec = {
  path: "oauth2",
  label: "OAuth2",
  group: "build",
  load: async () => (await import("./page.tsx")).Oauth2Page,
  details: [
    { path: "new", load: async () => (await import("./new-app.tsx")).NewApp },
    { path: "answer", load: async () => (await import("./answer.tsx")).TrialAnswer },
    { path: "$id", load: async () => (await import("./detail.tsx")).AppDetail },
    { path: "$id/change", load: async () => (await import("./change-app.tsx")).ChangeApp },
    { path: "$id/try", load: async () => (await import("./trial.tsx")).Trial },
  ],
};
