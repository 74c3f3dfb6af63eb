/**
 * Stripe's own script, loaded when a purchase is paid with it. Only what is used has a type. Source:
 * docs.stripe.com/js.
 */
export type Stripe = {
  elements(options: object): StripeElements;
  confirmPayment(options: object): Promise<StripeResult>;
  verifyIdentity(clientSecret: string): Promise<StripeResult>;
  handleNextAction(options: { readonly clientSecret: string }): Promise<StripeResult>;
};
export type StripeElements = {
  /** Checks the form. */
  submit(): Promise<StripeResult>;
  create(kind: "payment", options?: object): StripeElement;
};
export type StripeElement = {
  mount(into: HTMLElement): void;
  destroy(): void;
  /** `ready`: the form is shown. `loaderror`: it will not be. */
  on(event: "ready" | "loaderror", handle: () => void): unknown;
};
export type StripeResult = { readonly error?: { readonly message?: string; readonly code?: string } };

declare global {
  interface Window {
    Stripe?: (publishableKey: string, options?: object) => Stripe;
  }
}

const SCRIPT = "https://js.stripe.com/v3/";
/** Until then the script or its form is said not to load. */
export const STRIPE_PATIENCE_MS = 30_000;

/** @throws {Error} when the script does not load. */
export async function loadStripe(publishableKey: string, locale: string): Promise<Stripe> {
  if (window.Stripe === undefined) await loadScript(SCRIPT);
  if (window.Stripe === undefined) throw new Error("Stripe's script did not load");
  return window.Stripe(publishableKey, { locale });
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const giveUp = () => {
      script.remove();
      reject(new Error("Stripe's script did not load"));
    };
    const timer = setTimeout(giveUp, STRIPE_PATIENCE_MS);
    script.src = src;
    script.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    script.onerror = giveUp;
    document.head.append(script);
  });
}
