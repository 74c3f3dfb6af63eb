import { Refused, Unreachable } from "./api.ts";
import { FAILURE_TEXTS, IDENTITY_TEXTS } from "./failure-codes.ts";
import type { Key, Translate } from "./text.ts";

const OF_CODES: Readonly<Record<string, Key>> = FAILURE_TEXTS;
const OF_REASONS: Readonly<Record<string, Key>> = IDENTITY_TEXTS;

/** Of any code, also of one that this page does not know. */
export function codeText(t: Translate, code: string): string {
  return t((Object.hasOwn(OF_CODES, code) ? OF_CODES[code] : undefined) ?? "ramp_error_other");
}

/** @throws what is no answer of the service: a mistake of the page. */
export function failureText(t: Translate, error: unknown): string {
  if (error instanceof Refused) return codeText(t, error.code);
  if (error instanceof Unreachable) return t("ramp_error_no_answer");
  throw error;
}

/** What a person does about an identity that was not confirmed. `reason`: the service's word for why; null: unknown. */
export function identityText(t: Translate, reason: string | null): string {
  const known = reason !== null && Object.hasOwn(OF_REASONS, reason) ? OF_REASONS[reason] : undefined;
  return t(known ?? "ramp_identity_again");
}
