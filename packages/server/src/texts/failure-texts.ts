import type { ErrorCode } from "#kernel/error-codes.ts";
import type { en } from "./en/index.ts";
import type { NamesOf } from "./message.ts";

/** Texts without values. */
type PlainKey = { [K in keyof typeof en]: [NamesOf<(typeof en)[K]>] extends [never] ? K : never }[keyof typeof en];

/**
 * What a page says of a failure by its code, where the failure has no text of its own. Failures of payments have other
 * texts, and so has the page of the on-ramp; `failure-texts.test.ts` says of every other code why it is not here.
 */
export const FAILURE_TEXTS = {
  body_too_large: "failure_too_much",
  internal_error: "page_our_fault",
  invalid_amount: "failure_input",
  invalid_input: "failure_input",
  login_too_old: "failure_login_old",
  malformed_request: "page_refused",
  not_found: "page_missing",
  not_ready: "page_busy",
  outcome_unknown: "failure_uncertain",
  price_unavailable: "page_busy",
  processor_unavailable: "page_busy",
  ramp_off: "page_ramp_off",
  rate_limited: "page_many",
  restoring: "page_busy",
  sending_paused: "page_busy",
  unavailable: "page_busy",
  unsupported_media_type: "page_refused",
  web_off: "page_web_off",
} as const satisfies Partial<Record<ErrorCode, PlainKey>>;

/** Of any code: what no page is meant to meet is refused in the words of all refusals. */
export function failureText(code: ErrorCode): PlainKey {
  return Object.hasOwn(FAILURE_TEXTS, code) ? FAILURE_TEXTS[code as keyof typeof FAILURE_TEXTS] : "page_refused";
}
