import { useSearch } from "wouter";
import { useWallet } from "../../context.ts";

/** Of the service: sending asks for a login that is not older. */
const FRESH_MS = 600_000;

/** Says that sending asks for a new login, before the form is filled in. */
export function FreshLogin({ until }: { until: string }) {
  const { t } = useWallet();
  const search = useSearch();
  const now = Date.now();
  if (Date.parse(until) > now) return null;
  const next = encodeURIComponent(`/wallet/send${search === "" ? "" : `?${search}`}`);
  return (
    <div className="notice">
      <p>{t("wallet_send_login")}</p>
      <a className="button second" href={`/login?next=${next}&since=${now - FRESH_MS}`}>
        {t("wallet_send_login_now")}
      </a>
    </div>
  );
}
