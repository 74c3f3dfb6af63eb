import { Refused, Unreachable } from "./api.ts";
import type { Key, Translate } from "./text.ts";

/** Texts by code of the service. A code that has none is shown in the service's own words, which are English. */
const TEXTS: Readonly<Record<string, Key>> = {
  login_code_refused: "ramp_error_code_wrong",
  too_many_login_codes: "ramp_error_rate_limited",
  rate_limited: "ramp_error_rate_limited",
  ramp_unavailable: "ramp_error_unavailable",
  ramp_person_refused: "ramp_error_person_refused",
  ramp_cards_declined: "ramp_error_cards_declined",
  processor_unavailable: "ramp_error_no_answer",
  quote_expired: "ramp_error_quote_expired",
  declined: "ramp_error_card_declined",
  insufficient_funds: "ramp_error_insufficient_funds",
  destination_failed: "ramp_error_destination",
  delivery_failed: "ramp_error_delivery",
  not_delivered_in_time: "ramp_error_delivery",
};

export function codeText(t: Translate, { code, message }: { readonly code: string; readonly message: string }): string {
  const key = TEXTS[code];
  return key === undefined ? message : t(key);
}

/** @throws what is no answer of the service: a mistake of the page. */
export function failureText(t: Translate, error: unknown): string {
  if (error instanceof Refused) return codeText(t, error);
  if (error instanceof Unreachable) return t("ramp_error_no_answer");
  throw error;
}
