import { type RampMessage, trustedMessage } from "./message.ts";
import { notStarted, notStartedText, START_MS } from "./not-started.ts";
import type { Ramp, RampOptions, RampWindow } from "./options.ts";
import { sessionIdOf } from "./session-id.ts";

/** CSS pixels. The first stands until the page has said how high it is. */
const HEIGHT = { first: 560, min: 160, max: 4_000 };
const CHANNEL_BYTES = 16;

type Mounted = {
  readonly frame: HTMLIFrameElement;
  readonly listener: (event: MessageEvent<unknown>) => void;
  readonly start: Start;
};

/** Whether the page has started. `over()`: it has, or nobody waits for it any more. */
type Start = { over(): void };

/** The ramp in a given window. */
export function rampIn(window: RampWindow, options: RampOptions): Ramp {
  const address = addressOf(options);
  const { origin } = new URL(address);
  /** Purchases and failures that were told. A frame that is loaded again says them again. */
  const told = new Set<string>();
  let mounted: Mounted | undefined;
  let destroyed = false;

  function unmount(): void {
    if (mounted === undefined) return;
    window.removeEventListener("message", mounted.listener);
    mounted.start.over();
    mounted.frame.remove();
    mounted = undefined;
  }
  function mount(): void {
    if (mounted !== undefined || destroyed) return;
    const channel = newChannel(window);
    const parent = window.location.origin;
    const frame = frameIn(window, options, `${address}${fragmentOf(options, { channel, parent })}`);
    const listener = (event: MessageEvent<unknown>) => {
      const message = trustedMessage(event, { source: frame.contentWindow, origin, channel });
      if (message === undefined) return;
      start.over();
      act({ message, frame, options, told, unmount });
    };
    window.addEventListener("message", listener);
    containerOf(window, options).append(frame);
    const start = awaitStart(window, frame, options, () => {
      const failure = notStarted(origin, parent);
      if (once(told, `error ${failure.code}`)) options.onError?.(failure);
    });
    mounted = { frame, listener, start };
  }
  return {
    mount,
    unmount,
    destroy() {
      destroyed = true;
      unmount();
    },
  };
}

type Action = {
  readonly message: RampMessage;
  readonly frame: HTMLIFrameElement;
  readonly options: RampOptions;
  readonly told: Set<string>;
  unmount(): void;
};

function act({ message, frame, options, told, unmount }: Action): void {
  switch (message.type) {
    case "ready":
      options.onReady?.();
      break;
    case "step":
      options.onStepChange?.(message.data);
      break;
    case "resize":
      resize(frame, message.data.height);
      break;
    case "success":
      if (once(told, `success ${message.data.purchaseId}`)) options.onSuccess?.(message.data);
      break;
    case "error":
      if (once(told, `error ${message.data.purchaseId ?? message.data.code}`)) options.onError?.(message.data);
      break;
    case "close":
      unmount(); // first, so that nothing can arrive twice
      options.onClose?.();
  }
}

/** Puts a text in the place of a frame whose page does not start, as long as it does not. */
function awaitStart(window: RampWindow, frame: HTMLIFrameElement, options: RampOptions, tell: () => void): Start {
  let notice: HTMLElement | undefined;
  const timer = window.setTimeout(() => {
    notice = notStartedText(window, options);
    frame.before(notice);
    frame.style.display = "none";
    tell();
  }, START_MS);
  return {
    over() {
      window.clearTimeout(timer);
      if (notice === undefined) return;
      notice.remove();
      notice = undefined;
      frame.style.display = "block";
    },
  };
}

function once(told: Set<string>, what: string): boolean {
  if (told.has(what)) return false;
  told.add(what);
  return true;
}

function resize(frame: HTMLIFrameElement, height: number): void {
  if (!Number.isFinite(height)) return;
  frame.style.height = `${Math.min(HEIGHT.max, Math.max(HEIGHT.min, Math.ceil(height)))}px`;
}

function addressOf({ baseUrl, sessionId, sessionToken }: RampOptions): string {
  const id = sessionId ?? sessionIdOf(sessionToken);
  return `${new URL(baseUrl).href.replace(/\/$/, "")}/ramp/${encodeURIComponent(id)}`;
}

/** The token is in the fragment, which browsers send to no server. */
function fragmentOf(
  { sessionToken, theme = "auto", locale }: RampOptions,
  mount: Readonly<Record<string, string>>,
): string {
  const fields = { token: sessionToken, ...mount, theme, ...(locale === undefined ? {} : { locale }) };
  return `#${new URLSearchParams(fields)}`;
}

/** `randomUUID` is not there on pages without TLS. */
function newChannel({ crypto }: RampWindow): string {
  const bytes = crypto.getRandomValues(new Uint8Array(CHANNEL_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function frameIn({ document }: RampWindow, { theme = "auto" }: RampOptions, src: string): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.title = "Buy bitcoin";
  frame.allow = "payment; publickey-credentials-get; clipboard-write";
  frame.referrerPolicy = "no-referrer";
  // The page's own scheme: with another one a browser would paint the frame white before the page is there.
  const scheme = theme === "auto" ? "light dark" : theme;
  const shape = "display:block;width:100%;max-width:32rem;margin:0 auto;border:0;border-radius:16px";
  frame.style.cssText = `${shape};height:${HEIGHT.first}px;color-scheme:${scheme}`;
  frame.src = src;
  return frame;
}

function containerOf({ document }: RampWindow, { container }: RampOptions): Element {
  const element = typeof container === "string" ? document.querySelector(container) : container;
  if (element === null) throw new TypeError(`there is no element ${String(container)}`);
  return element;
}
