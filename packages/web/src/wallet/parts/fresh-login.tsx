import { useLocation, useSearch } from "wouter";
import { freshLoginPath } from "../../api/failure.ts";
import { useWallet } from "../context.ts";

/** `text` says what asks for a new login, before a form is filled in. Nothing while the login is fresh. */
export function FreshLogin({ until, text }: { until: string; text: string }) {
  const { t } = useWallet();
  // Read for their changes: the address to come back to is that of the window.
  useLocation();
  useSearch();
  const now = Date.now();
  if (Date.parse(until) > now) return null;
  return (
    <div className="notice">
      <p>{text}</p>
      <a className="button second" href={freshLoginPath(`${location.pathname}${location.search}`, now)}>
        {t("wallet_send_login_now")}
      </a>
    </div>
  );
}
