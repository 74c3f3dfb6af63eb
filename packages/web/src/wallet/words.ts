import type { Words } from "../ui/words.ts";
import type { Key, Translate } from "./text.ts";

/** Texts by code of the service. A code that has none is shown in the service's own words, which are English. */
const FAILURES: Readonly<Record<string, Key>> = {
  no_answer: "wallet_error_none",
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
