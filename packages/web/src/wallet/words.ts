import { PAYMENT_FAILURES, PAYMENT_WAITS } from "../../../server/src/texts/progress.ts";
import type { Words } from "../ui/words.ts";
import type { Key, Translate } from "./text.ts";

/** Texts by code of the service. A code that has none is shown in the service's own words, which are English. */
export const FAILURES: Readonly<Record<string, Key>> = {
  ...PAYMENT_FAILURES,
  amount_not_repeated: "wallet_error_repeat",
  charge_not_found: "wallet_error_no_charge",
  endpoint_removed: "money_why_other",
  fresh_login_needed: "wallet_error_login",
  idempotency_mismatch: "wallet_error_mismatch",
  insufficient_funds: "wallet_error_funds",
  internal_error: "wallet_error_service",
  invalid_amount: "wallet_error_amount",
  invalid_input: "wallet_error_input",
  limit_exceeded: "wallet_error_limit",
  login_needed: "wallet_error_login",
  mail_limit_exceeded: "wallet_error_mails",
  mail_not_configured: "wallet_error_no_mail",
  maybe_paid: "money_why_maybe_paid",
  no_answer: "wallet_error_none",
  not_supported: "money_why_other",
  over_service_day: "wallet_error_day",
  over_service_payment: "money_why_service_limit",
  payment_not_found: "wallet_error_no_payment",
  rate_limited: "wallet_error_many",
  recipient_is_voucher: "wallet_error_voucher",
  recipient_unsubscribed: "wallet_error_unsubscribed",
  restoring: "wallet_error_unavailable",
  sending_paused: "money_why_paused",
  service_full: "wallet_error_full",
  too_many_notes: "wallet_error_notes",
  too_many_pending: "wallet_error_pending",
  unavailable: "wallet_error_unavailable",
  user_not_found: "wallet_error_no_user",
};

/** Why a payment is pending, and what happens next. `code`: of its `statusDetail`. */
export function waitTexts(t: Translate, { code, reason }: { readonly code: string; readonly reason: string }) {
  const line = (PAYMENT_WAITS as Readonly<Record<string, { readonly why: Key; readonly next: Key }>>)[code];
  return line === undefined ? { why: reason, next: undefined } : { why: t(line.why), next: t(line.next) };
}

/** What the parts say in the wallet. */
export function wordsIn(t: Translate): Words {
  return {
    about: t("wallet_about"),
    close: t("wallet_close"),
    copied: t("wallet_copied"),
    copy: t("wallet_copy"),
    copySelect: t("wallet_copy_select"),
    failed: t("wallet_error_title"),
    liveFull: t("wallet_live_full"),
    liveLost: t("wallet_live_lost"),
    loading: t("wallet_loading"),
    newest: t("wallet_newest"),
    older: t("wallet_older"),
    retry: t("wallet_error_retry"),
    unit: t("wallet_unit"),
    network: (network) => t("wallet_network", { network }),
    request: (id) => t("wallet_error_request", { id }),
    failure: ({ code, message }) => {
      const key = Object.hasOwn(FAILURES, code) ? FAILURES[code] : undefined;
      return key === undefined ? message : t(key);
    },
  };
}
