import type { Words } from "../ui/words.ts";
import type { Key, Translate } from "./text.ts";

/** Texts by code of the service. A code that has none is shown in the service's own words, which are English. */
const FAILURES: Readonly<Record<string, Key>> = {
  app_not_connected: "wallet_error_app_gone",
  gamertag_changed_lately: "wallet_error_gamertag_lately",
  gamertag_taken: "wallet_error_gamertag_taken",
  no_answer: "wallet_error_none",
  nothing_sold: "wallet_error_buy",
  offline: "wallet_error_offline",
  ramp_unavailable: "wallet_error_buy",
  receive_limit_exceeded: "wallet_error_receive_limit",
  session_gone: "wallet_error_session_gone",
  too_many_wrong_codes: "wallet_error_wrong_codes",
  voucher_claiming: "wallet_error_voucher_claiming",
  voucher_expired: "wallet_error_voucher_expired",
  voucher_for_lightning: "wallet_error_voucher_lightning",
  voucher_not_found: "wallet_error_voucher_none",
  voucher_redeemed: "wallet_error_voucher_redeemed",
  voucher_revoked: "wallet_error_voucher_revoked",
};

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
      const key = FAILURES[code];
      return key === undefined ? message : t(key);
    },
  };
}
