import type { RampFailure, RampOptions, RampWindow } from "./options.ts";
import { NOT_STARTED } from "./texts.ts";

/** The page says that it is there much sooner, also on a slow line. */
export const START_MS = 10_000;

/** For the developer: a browser tells nobody why it shows no frame. */
export function notStarted(origin: string, parent: string): RampFailure {
  return {
    code: "ramp_not_started",
    message:
      `${origin} did not start within ${START_MS / 1_000} seconds. If ${parent} is no allowed origin of the project, ` +
      `the operator of the service allows it with the command: ramp origins <project> ${parent}`,
    purchaseId: null,
  };
}

export function notStartedText({ document }: RampWindow, { locale }: Pick<RampOptions, "locale">): HTMLElement {
  const notice = document.createElement("p");
  const language = (locale ?? document.documentElement?.lang ?? "").slice(0, 2).toLowerCase();
  notice.setAttribute("role", "alert");
  notice.textContent = NOT_STARTED[language] ?? NOT_STARTED["en"] ?? "";
  notice.style.cssText = "max-width:32rem;margin:0 auto;padding:2rem 1rem;text-align:center";
  return notice;
}
