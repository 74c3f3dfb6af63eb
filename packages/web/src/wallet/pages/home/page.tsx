import { Link } from "wouter";
import { Amount } from "../../../ui/amount.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { UnitSwitch } from "../../../ui/unit-switch.tsx";
import { useMe, useWallet } from "../../context.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Paused } from "../../parts/paused.tsx";
import { Buy } from "./buy.tsx";

export function HomePage() {
  const { t } = useWallet();
  const { data: me, error, refetch } = useMe();
  return (
    <>
      <PageHead title={t("wallet_home_title")} />
      {error !== null && me === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && me === undefined && <Skeleton lines={2} />}
      {me !== undefined && (
        <>
          {me.sending.isPaused && <Paused />}
          <p className="balance">
            <span className="soft">{t("wallet_balance")}</span>
            <Amount msats={me.balance} />
          </p>
          <UnitSwitch />
          <p className="own-address">
            <span className="soft">{t("wallet_home_address")}</span>
            <span>
              <bdi>{me.address.lightningAddress}</bdi>{" "}
              <CopyButton text={me.address.lightningAddress} name={t("wallet_home_address")} />
            </span>
          </p>
          <p>
            <Link className="button second" href="/vouchers">
              {t("wallet_voucher_title")}
            </Link>
          </p>
          {me.buy !== null && <Buy seller={me.buy.seller} />}
        </>
      )}
    </>
  );
}
