import { Link } from "wouter";
import { useWallet } from "../../context.ts";

export function HistoryLink() {
  const { t } = useWallet();
  return (
    <Link className="button second" href="/history">
      {t("wallet_voucher_history")}
    </Link>
  );
}
