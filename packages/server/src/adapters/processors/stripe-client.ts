import { Stripe } from "stripe";
import type { Clock } from "#kernel/clock.ts";
import type { Log } from "#platform/log.ts";
import { type Outbound, OutboundFailed, OutboundRefused } from "#platform/outbound/outbound.ts";
import { ProcessorUnavailable } from "#ramp";
import { BadAnswer } from "./stripe-answers.ts";
import { httpClientOf, STRIPE_ADDRESS, type StripeAddress } from "./stripe-http.ts";

export type StripeKeys = {
  /** `sk_…`, or a restricted `rk_…`. */
  readonly secretKey: string;
  /** `pk_…`: browsers get it. */
  readonly publishableKey: string;
  /** `whsec_…`, of the endpoint for messages. */
  readonly webhookSecret: string;
};

export type StripeDeps = {
  readonly outbound: Pick<Outbound, "request">;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  /** In tests. */
  readonly address?: StripeAddress;
};

/** What Stripe answered to a call that it may refuse for what the object is like. */
export type StripeAnswer<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "refused"; readonly code: string };

export type StripeClient = {
  /** @throws {ProcessorUnavailable} also when Stripe refuses. */
  ask<T>(call: string, work: (stripe: Stripe) => Promise<T>): Promise<T>;
  /**
   * Asks for something that is to be done once: `work` sends the key that it is given.
   * @throws {ProcessorUnavailable} when it is not known whether it was done.
   */
  act<T>(call: string, key: string, work: (stripe: Stripe, key: string) => Promise<T>): Promise<StripeAnswer<T>>;
};

/**
 * Stripe by its library. What a call may fail with becomes `ProcessorUnavailable`, and a line in the log without any
 * text of Stripe's.
 */
export function createStripeClient(
  { secretKey }: Pick<StripeKeys, "secretKey">,
  { outbound, log, address = STRIPE_ADDRESS }: StripeDeps,
): StripeClient {
  const stripe = new Stripe(secretKey, {
    ...address,
    httpClient: httpClientOf(outbound, address),
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const unavailable = (call: string, error: unknown): ProcessorUnavailable => {
    if (error instanceof ProcessorUnavailable) return error;
    log.warn({ call, ...detailOf(error) }, "stripe_call.failed");
    return new ProcessorUnavailable();
  };

  return {
    async ask(call, work) {
      try {
        return await work(stripe);
      } catch (error) {
        throw unavailable(call, error);
      }
    },
    async act(call, key, work) {
      const keys = [key, `${key}:again`];
      for (const [i, tried] of keys.entries()) {
        try {
          return { kind: "done", value: await work(stripe, tried) };
        } catch (error) {
          if (isRefusal(error)) {
            log.info({ call, ...detailOf(error) }, "stripe_call.refused");
            return { kind: "refused", code: error.code ?? error.type };
          }
          // Stripe answers a failure of its own again and again to the same key, for a day. What it did then shows in
          // the object.
          if (i === 0 && isOldFailure(error)) continue;
          throw unavailable(call, error);
        }
      }
      throw new Error("a loop that always ends before");
    },
  };
}

/**
 * Stripe understood the call and did not do it. Another body under the same key is not among these: that is our
 * mistake.
 */
function isRefusal(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError;
}

function isOldFailure(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeAPIError &&
    (error.statusCode ?? 0) >= 500 &&
    error.headers?.["idempotent-replayed"] === "true"
  );
}

/** Texts of Stripe may hold parts of keys or of what we sent: they are left out. */
function detailOf(error: unknown): Readonly<Record<string, unknown>> {
  if (error instanceof Stripe.errors.StripeError) {
    const { type, code, param, statusCode, requestId } = error;
    const cause: unknown = error.detail;
    const reason = cause instanceof OutboundFailed || cause instanceof OutboundRefused ? cause.reason : undefined;
    return { type, code, param, status: statusCode, requestId, reason };
  }
  if (error instanceof BadAnswer) return { type: error.name, reason: error.message };
  return { type: error instanceof Error ? error.name : typeof error };
}
