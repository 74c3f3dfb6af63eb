import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { I18nProvider } from "react-aria-components";
import { createRoot } from "react-dom/client";
import { createApi, type Outside } from "../api/call.ts";
import { createQueryClient } from "../api/query-client.ts";
import { readBranding } from "../ui/branding.ts";
import { metaOf } from "../ui/meta.ts";
import { ToastRegion } from "../ui/toast.tsx";
import { createUnitStore, UnitContext } from "../ui/unit.ts";
import { UiContext } from "../ui/words.ts";
import { type Dashboard, DashboardContext } from "./context.ts";
import "./dashboard.css";
import { createDashboardRouter } from "./router.tsx";
import { WORDS } from "./words.ts";

const LANGUAGE = "en";
/** Numbers and times as an English reader's country writes them; the day comes first where nothing is known. */
const LOCALE = navigator.languages.find((tag) => tag.startsWith(`${LANGUAGE}-`)) ?? "en-GB";

const outside: Outside = {
  fetch: (...request) => fetch(...request),
  leave: (path) => location.assign(path),
  here: () => `${location.pathname}${location.search}`,
  language: LANGUAGE,
};

const dashboard: Dashboard = {
  api: createApi("/dashboard/api", outside),
  apiOf: (projectId) => createApi(`/dashboard/api/projects/${encodeURIComponent(projectId)}`, outside),
  branding: readBranding(metaOf("branding")),
  network: metaOf("network"),
  formToken: metaOf("form") ?? "",
};

const units = { store: createUnitStore(() => localStorage, window), price: undefined };
const ui = { words: WORDS, locale: LOCALE };

createRoot(document.getElementById("page") as HTMLElement).render(
  <DashboardContext value={dashboard}>
    <UiContext value={ui}>
      <UnitContext value={units}>
        {/* Of the library's own words there are the English ones alone. */}
        <I18nProvider locale="en-US">
          <QueryClientProvider client={createQueryClient()}>
            <ToastRegion>
              <RouterProvider router={createDashboardRouter()} />
            </ToastRegion>
          </QueryClientProvider>
        </I18nProvider>
      </UnitContext>
    </UiContext>
  </DashboardContext>,
);
