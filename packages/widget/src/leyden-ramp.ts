import { createRamp } from "./index.ts";
import type { Ramp, RampTheme } from "./options.ts";

/** Attributes that say which page is shown; another value shows another frame. */
const OF_FRAME = ["session-token", "session-id", "base-url"];

/**
 * Defines `<leyden-ramp session-token base-url theme locale>`, where there are custom elements. Its events `success`,
 * `error`, `close`, `ready` and `stepchange` carry in `detail` what the callbacks get. `baseUrl`: of elements without
 * the attribute.
 */
export function defineLeydenRamp(baseUrl?: string): void {
  if (typeof customElements === "undefined" || customElements.get("leyden-ramp") !== undefined) return;
  customElements.define("leyden-ramp", elementClass(baseUrl));
}

/** A class, because custom elements are; in a function, because a server that imports this has no `HTMLElement`. */
function elementClass(ownBaseUrl: string | undefined): CustomElementConstructor {
  return class extends HTMLElement {
    static readonly observedAttributes = OF_FRAME;
    #ramp: Ramp | undefined;

    connectedCallback(): void {
      this.style.display ||= "block";
      this.#show();
    }
    disconnectedCallback(): void {
      this.#hide();
    }
    attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
      if (before === after || !this.isConnected) return;
      this.#hide();
      this.#show();
    }
    #hide(): void {
      this.#ramp?.destroy();
      this.#ramp = undefined;
    }
    #show(): void {
      const sessionToken = this.getAttribute("session-token");
      const baseUrl = this.getAttribute("base-url") ?? ownBaseUrl;
      if (this.#ramp !== undefined || sessionToken === null || baseUrl === undefined) return;
      const tell = (type: string) => (detail?: unknown) => void this.dispatchEvent(new CustomEvent(type, { detail }));
      this.#ramp = createRamp({
        sessionToken,
        baseUrl,
        container: this,
        sessionId: this.getAttribute("session-id") ?? undefined,
        theme: (this.getAttribute("theme") as RampTheme | null) ?? undefined,
        locale: this.getAttribute("locale") ?? undefined,
        onSuccess: tell("success"),
        onError: tell("error"),
        onClose: tell("close"),
        onReady: tell("ready"),
        onStepChange: tell("stepchange"),
      });
      this.#ramp.mount();
    }
  };
}
