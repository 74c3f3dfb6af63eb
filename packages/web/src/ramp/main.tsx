import { createRoot } from "react-dom/client";
import { readBranding } from "../ui/branding.ts";
import { formatIn } from "../ui/format.ts";
import { metaOf } from "../ui/meta.ts";
import { chooseLanguage, loadTexts, translator } from "../ui/text.ts";
import { readAddress, withoutToken } from "./address.ts";
import { announcer, targetsOf } from "./announce.ts";
import { createRampApi } from "./api.ts";
import { App } from "./app.tsx";
import { RampContext } from "./context.ts";
import { keysOf } from "./keys.ts";
import { notifier } from "./notify.ts";
import "./ramp.css";
import { createRampStore } from "./store.ts";
import { TEXTS } from "./text.ts";

/**
 * First of all: the token leaves the address before anything else could read it there. The service has written the page
 * in the language that was chosen in this browser, or that it wants.
 */
const address = readAddress(location, [document.documentElement.lang, ...navigator.languages]);
history.replaceState(history.state, "", withoutToken(location));

declare global {
  interface Window {
    /** Of an app written in React Native whose web view shows this page. */
    ReactNativeWebView?: { postMessage(text: string): void };
  }
}

async function begin(): Promise<void> {
  if (address.theme !== "auto") document.documentElement.dataset["theme"] = address.theme;
  const { language, locale } = chooseLanguage(address.languages, Object.keys(TEXTS));
  document.documentElement.lang = language;
  const isFramed = window.parent !== window;
  document.documentElement.classList.toggle("framed", isFramed);
  const webView = window.ReactNativeWebView;
  const parent = isFramed ? window.parent : undefined;
  const announce = announcer(
    { parent, webView },
    address.channel,
    targetsOf(address.parent, JSON.parse(metaOf("origins") ?? "[]")),
  );

  const api = createRampApi(`/ramp/${address.sessionId}`, language);
  const keys = keysOf(address.sessionId, () => localStorage);
  const isHidden = () => document.visibilityState === "hidden";
  const proof = parent === undefined ? metaOf("top-page") : undefined;
  const store = createRampStore({ api, keys, token: address.token, proof, isHidden });
  const notify = notifier(announce);
  store.subscribe(() => notify(store.view()));
  const askIfSeen = () => (isHidden() ? undefined : void store.ask());
  document.addEventListener("visibilitychange", askIfSeen);
  window.addEventListener("online", askIfSeen);

  void store.ask();
  const t = translator(await loadTexts(TEXTS, language), language);
  const branding = readBranding(metaOf("branding"));
  document.title = `${t("ramp_head")} · ${branding.name}`;
  const canClose = parent !== undefined || webView !== undefined;
  const ramp = {
    api,
    store,
    announce,
    t,
    format: formatIn(locale),
    language,
    branding,
    canClose,
    isAlone: !canClose,
  };
  createRoot(document.getElementById("ramp") as HTMLElement).render(
    <RampContext value={ramp}>
      <App />
    </RampContext>,
  );
}

void begin();
