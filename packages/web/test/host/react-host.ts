/** A page that was written with React: it renders again and again, in strict mode, with new callbacks each time. */
import { createElement, StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { LeydenRamp } from "../../../widget/src/react.ts";

declare global {
  interface Window {
    seen: unknown[];
    options: { readonly sessionToken: string; readonly baseUrl: string };
    renders: number;
  }
}

function Host() {
  const [round, setRound] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setRound((before) => before + 1), 50);
    return () => clearInterval(timer);
  }, []);
  window.renders = round;
  return createElement(LeydenRamp, {
    ...window.options,
    onSuccess: (data) => window.seen.push(["success", data, round]),
    onError: (data) => window.seen.push(["error", data]),
    onClose: () => window.seen.push(["close"]),
    onReady: () => window.seen.push(["ready"]),
    onStepChange: ({ step }) => window.seen.push(["step", step]),
  });
}

createRoot(document.getElementById("host") as HTMLElement).render(createElement(StrictMode, null, createElement(Host)));
