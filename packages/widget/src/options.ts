export type RampTheme = "light" | "dark" | "auto";

export type RampOptions = RampCallbacks & {
  /** What the service answered as `session_token`. */
  readonly sessionToken: string;
  /** Not needed: the token names its session. */
  readonly sessionId?: string | undefined;
  /** Public address of the service, such as `https://pay.example.com`. */
  readonly baseUrl: string;
  /** What the frame is put into: an element, or a selector of one. */
  readonly container: HTMLElement | string;
  /** `auto`, which is what the browser prefers, unless given. */
  readonly theme?: RampTheme | undefined;
  /** Such as `de` or `pt-BR`; the browser's language unless given. */
  readonly locale?: string | undefined;
};

export type RampCallbacks = {
  /**
   * The purchase is delivered; called once for a purchase. It comes from a browser, so it is a hint: let the backend go
   * by the webhook, or ask the service.
   */
  readonly onSuccess?: ((purchase: RampSuccess) => void) | undefined;
  /**
   * A purchase failed, or the session cannot go on; called once for each. The frame goes on and may offer another try.
   * `ramp_not_started`: the page did not start within 10 seconds, and a text stands in its place; the message says how
   * to allow your origin.
   */
  readonly onError?: ((failure: RampFailure) => void) | undefined;
  /** The person is done, or gave up. The frame is gone by then. Called once for each `mount()`. */
  readonly onClose?: (() => void) | undefined;
  /** The page is shown. */
  readonly onReady?: (() => void) | undefined;
  readonly onStepChange?: ((step: RampStep) => void) | undefined;
};

export type RampSuccess = {
  readonly purchaseId: string;
  /** Millisatoshis that were delivered. */
  readonly amount: string;
  readonly destination: string | null;
  /** What was paid, such as "25.00", and in what. */
  readonly sourceAmount: string;
  readonly sourceCurrency: string;
};

export type RampFailure = {
  readonly code: string;
  readonly message: string;
  /** Null when it is not about a purchase. */
  readonly purchaseId: string | null;
};

export type RampStep = { readonly step: string };

export type Ramp = {
  /** Shows the frame. A second call does nothing. */
  mount(): void;
  /** Takes the frame away; `mount()` shows it again, where the person was. */
  unmount(): void;
  /** Takes the frame away for good. */
  destroy(): void;
};

/** What the ramp needs of a browser. */
export type RampWindow = Pick<Window, "addEventListener" | "removeEventListener" | "crypto"> & {
  setTimeout(work: () => void, ms: number): number;
  clearTimeout(timer: number): void;
  readonly location: { readonly origin: string };
  readonly document: Pick<Document, "createElement" | "querySelector" | "documentElement">;
};
