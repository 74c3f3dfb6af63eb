import { PAYMENT_WAITS } from "../../../server/src/texts/progress.ts";
import { SOFTWARE } from "../ui/branding.ts";
import type { Words } from "../ui/words.ts";
import { FAILURES } from "./failure-codes.ts";
import type { Key, Translate } from "./text.ts";

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
    liveEnded: t("wallet_live_ended"),
    liveFull: t("wallet_live_full"),
    liveLost: t("wallet_live_lost"),
    loading: t("wallet_loading"),
    newest: t("wallet_newest"),
    older: t("wallet_older"),
    priceMadeUp: t("wallet_price_made_up"),
    retry: t("wallet_error_retry"),
    unit: t("wallet_unit"),
    foot: {
      support: t("common_foot_support"),
      terms: t("common_foot_terms"),
      privacy: t("common_foot_privacy"),
      imprint: t("common_foot_imprint"),
      software: t("common_foot_software", { software: SOFTWARE }),
    },
    network: (network) => t("wallet_network", { network }),
    request: (id) => t("wallet_error_request", { id }),
    failure: ({ code, message }) => {
      const key = Object.hasOwn(FAILURES, code) ? FAILURES[code] : undefined;
      return key === undefined ? message : t(key);
    },
  };
}
