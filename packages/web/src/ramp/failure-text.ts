import { Refused, Unreachable } from "./api.ts";
import type { Translate } from "./text.ts";
import type { Key } from "./texts/en.ts";

/** Texts by code of the service. A code that has none is shown in the service's own words, which are English. */
const TEXTS: Readonly<Record<string, Key>> = {
  login_code_refused: "error_code_wrong",
  too_many_login_codes: "error_rate_limited",
  rate_limited: "error_rate_limited",
  ramp_unavailable: "error_unavailable",
  ramp_person_refused: "error_person_refused",
  ramp_cards_declined: "error_cards_declined",
  processor_unavailable: "error_no_answer",
  quote_expired: "error_quote_expired",
  declined: "error_card_declined",
  insufficient_funds: "error_insufficient_funds",
  destination_failed: "error_destination",
  delivery_failed: "error_delivery",
  not_delivered_in_time: "error_delivery",
};

export function codeText(t: Translate, { code, message }: { readonly code: string; readonly message: string }): string {
  const key = TEXTS[code];
  return key === undefined ? message : t(key);
}

/** @throws what is no answer of the service: a mistake of the page. */
export function failureText(t: Translate, error: unknown): string {
  if (error instanceof Refused) return codeText(t, error);
  if (error instanceof Unreachable) return t("error_no_answer");
  throw error;
}
