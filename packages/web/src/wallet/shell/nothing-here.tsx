import { Link } from "wouter";
import { useWallet } from "../context.ts";
import { PageHead } from "../parts/page-head.tsx";

export function NothingHere() {
  const { t } = useWallet();
  return (
    <>
      <PageHead title={t("wallet_missing_title")} />
      <p>{t("wallet_missing_text")}</p>
      <p>
        <Link className="button second" href="/">
          {t("wallet_home_title")}
        </Link>
      </p>
    </>
  );
}
