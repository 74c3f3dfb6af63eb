import { build } from "vite";
import type { FakeRamp } from "./fake-state.harness.ts";

/** Collects in `window.seen` what a widget calls back. */
const CALLBACKS = `onSuccess: (data) => seen.push(["success", data]), onError: (data) => seen.push(["error", data]),
  onClose: () => seen.push(["close"]), onReady: () => seen.push(["ready"]), onStepChange: ({ step }) => seen.push(["step", step])`;

const page = (body: string) =>
  `<!doctype html><meta charset="utf-8"><title>A shop</title><h1>A shop</h1><div id="host"></div><script>window.seen = [];</script>${body}`;

const loader = (baseUrl: string) => `<script src="${baseUrl}/widget/v1/leyden-ramp.js"></script>`;

/** Pages of a shop that show the widget, by the name in their path. */
export function hostPages(reactHost: string): Readonly<Record<string, (ramp: FakeRamp, baseUrl: string) => string>> {
  return {
    factory: ({ token }, baseUrl) =>
      page(`${loader(baseUrl)}<script>
        window.ramp = Leyden.createRamp({ sessionToken: "${token}", container: "#host", ${CALLBACKS} });
        ramp.mount();</script>`),
    dark: ({ token }, baseUrl) =>
      page(`${loader(baseUrl)}<script>
        Leyden.createRamp({ sessionToken: "${token}", container: "#host", theme: "dark", locale: "de", ${CALLBACKS} }).mount();</script>`),
    element: ({ token }, baseUrl) =>
      page(`${loader(baseUrl)}<leyden-ramp session-token="${token}" locale="en"></leyden-ramp><script>
        for (const [type, name] of [["success"], ["error"], ["close"], ["ready"], ["stepchange", "step"]])
          document.querySelector("leyden-ramp").addEventListener(type, ({ detail }) =>
            seen.push([name ?? type, name === "step" ? detail.step : detail]));</script>`),
    react: ({ token }, baseUrl) =>
      page(
        `<script>window.options = { sessionToken: "${token}", baseUrl: "${baseUrl}" };</script><script type="module">${reactHost}</script>`,
      ),
    /** A wrapper of the older kind: it knows the address and listens for messages. */
    older: ({ token, session }, baseUrl) =>
      page(`<iframe id="frame" style="width:100%;height:700px" src="${baseUrl}/ramp/${session.id}#token=${token}"></iframe><script>
        addEventListener("message", ({ data, origin }) => origin === "${baseUrl}" && data.type?.startsWith("WIDGET_") && seen.push([data.type, data.payload]));</script>`),
    /** What a page of somebody else says when it is in a frame beside ours. */
    hostile: () =>
      page(`<script>
        const say = (type, data) => parent.postMessage({ leyden: "ramp", channel: new URLSearchParams(location.hash.slice(1)).get("channel"), type, data }, "*");
        say("success", { purchaseId: "forged", amount: "1" }); say("close"); parent.postMessage("said", "*");</script>`),
  };
}

/** The React page as one script. */
export async function buildReactHost(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    root: `${import.meta.dirname}/..`,
    resolve: { dedupe: ["react", "react-dom"] },
    define: { "process.env.NODE_ENV": '"development"' },
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: `${import.meta.dirname}/host/react-host.ts` },
    },
  });
  const single = Array.isArray(built) ? built[0] : built;
  if (single === undefined || !("output" in single)) throw new Error("the host has no script");
  return single.output[0].code.replaceAll("</script", "<\\/script");
}
