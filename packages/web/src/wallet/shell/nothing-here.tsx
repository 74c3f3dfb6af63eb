import { useWallet } from "../context.ts";
import { PageHead } from "../parts/page-head.tsx";

export function NothingHere() {
  const { t } = useWallet();
  return (
    <>
      <PageHead title={t("wallet_missing_title")} />
      <p>{t("wallet_missing_text")}</p>
    </>
  );
}
