import { Icon, WARNING } from "../../ui/icon.tsx";
import { Time } from "../../ui/time.tsx";
import { useWallet } from "../context.ts";
import type { Offline } from "./use-offline.ts";

/** Says of when what is shown is, while nothing newer can be read. */
export function OfflineNotice({ isOffline, asOf }: Offline) {
  const { t } = useWallet();
  return (
    <div className="offline" role="status">
      {isOffline && asOf > 0 && (
        <p className="notice">
          <strong>
            <Icon path={WARNING} size={16} /> {t("wallet_offline")} <Time at={new Date(asOf).toISOString()} exact />
          </strong>
          <br />
          {t("wallet_offline_what")}
        </p>
      )}
    </div>
  );
}
