import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { createApi, type Outside } from "../api/call.ts";
import { createQueryClient } from "../api/query-client.ts";
import { readBranding } from "../ui/branding.ts";
import { metaOf } from "../ui/meta.ts";
import { chooseLanguage, loadTexts, translator } from "../ui/text.ts";
import { ToastRegion } from "../ui/toast.tsx";
import { createUnitStore } from "../ui/unit.ts";
import { UiContext } from "../ui/words.ts";
import { type Wallet, WalletContext } from "./context.ts";
import { keepReads } from "./offline/keep-reads.ts";
import { createKeptState } from "./offline/kept-state.ts";
import { refuseOffline } from "./offline/refuse-offline.ts";
import { Shell } from "./shell/shell.tsx";
import { Units } from "./shell/units.tsx";
import { TEXTS } from "./text.ts";
import "./wallet.css";
import { wordsIn } from "./words.ts";
import { registerWorker } from "./worker/register.ts";

async function begin(): Promise<void> {
  // The service has written the page in the language that was chosen in this browser, or that it wants.
  const wanted = [document.documentElement.lang, ...navigator.languages];
  const { language, locale } = chooseLanguage(wanted, Object.keys(TEXTS));
  const t = translator(await loadTexts(TEXTS, language), language);
  const kept = createKeptState(() => (window as Partial<Window>).caches);
  const outside: Outside = {
    async fetch(...request) {
      const response = await fetch(...request);
      // Nobody is logged in any more: what was known last goes with the login.
      if (response.status === 401) await kept.empty();
      return response;
    },
    leave: (path) => location.assign(path),
    here: () => `${location.pathname}${location.search}`,
    language,
  };
  const wallet: Wallet = {
    api: refuseOffline(createApi("/wallet/api", outside), () => navigator.onLine),
    t,
    language,
    branding: readBranding(metaOf("branding")),
    units: createUnitStore(() => localStorage, window),
    network: metaOf("network"),
    formToken: metaOf("form") ?? "",
    kept,
  };
  const client = createQueryClient();
  keepReads({
    client,
    state: kept,
    onKnown: () => void registerWorker(),
    onOther: () => void kept.empty().then(() => location.reload()),
  });
  createRoot(document.getElementById("page") as HTMLElement).render(
    <WalletContext value={wallet}>
      <UiContext value={{ words: wordsIn(t), locale }}>
        <QueryClientProvider client={client}>
          <Units>
            <ToastRegion>
              <Router base="/wallet">
                <Shell />
              </Router>
            </ToastRegion>
          </Units>
        </QueryClientProvider>
      </UiContext>
    </WalletContext>,
  );
}

void begin();
