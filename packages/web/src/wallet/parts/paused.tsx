import { useWallet } from "../context.ts";

/** Said before somebody types: the service sends nothing now. */
export function Paused() {
  const { t } = useWallet();
  return (
    <div className="notice" role="status">
      <strong>{t("money_paused_title")}</strong>
      <br />
      {t("money_paused_what")}
    </div>
  );
}
