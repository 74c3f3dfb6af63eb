import type { ReactNode } from "react";
import { Amount } from "../../../ui/amount.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { useMe, useWallet } from "../../context.ts";
import styles from "./page.module.css";
import { PartHead } from "./part-head.tsx";

/** What this wallet may still send and hold, and when it may more again. */
export function Limits() {
  const { t } = useWallet();
  const { data: me, error, refetch } = useMe();
  const limits = me?.limits;
  const isLimited = limits !== undefined && Object.values(limits).some((limit) => limit !== null);
  return (
    <>
      <PartHead title={t("wallet_limits_title")} />
      {error !== null && me === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && me === undefined && <Skeleton lines={6} />}
      {limits !== undefined && !isLimited && <EmptyState title={t("wallet_limits_none")} />}
      {limits !== undefined && isLimited && (
        <>
          <p className="soft">{t("wallet_limits_lead")}</p>
          <Window title={t("wallet_limits_day")} limit={limits.daily} />
          <Window title={t("wallet_limits_week")} limit={limits.weekly} />
          <Window title={t("wallet_limits_month")} limit={limits.monthly} />
          {limits.balance !== null && (
            <Limit title={t("wallet_limits_hold")} {...limits.balance}>
              <p className="hint">{t("wallet_limits_hold_hint")}</p>
            </Limit>
          )}
        </>
      )}
    </>
  );
}

type Standing = { readonly limit: string; readonly left: string };

/** `moreAt`: null when nothing was sent in it. */
function Window({ title, limit }: { title: string; limit: (Standing & { readonly moreAt: string | null }) | null }) {
  const { t } = useWallet();
  if (limit === null) return null;
  return (
    <Limit title={title} {...limit}>
      {limit.moreAt !== null && (
        <p className="hint">
          {t("wallet_limits_more")} <Time at={limit.moreAt} />
        </p>
      )}
    </Limit>
  );
}

/** Parts of a meter. */
const WHOLE = 1_000n;

function Limit({ title, limit, left, children }: Standing & { readonly title: string; readonly children: ReactNode }) {
  const { t } = useWallet();
  const most = BigInt(limit);
  const share = most === 0n ? 0 : Number((BigInt(left) * WHOLE) / most);
  return (
    <section className={styles["card"]}>
      <h2>{title}</h2>
      <meter className={styles["meter"]} min={0} max={Number(WHOLE)} value={share} aria-label={title} />
      <dl className={styles["standing"]}>
        <div>
          <dt>{t("wallet_limits_left")}</dt>
          <dd>
            <Amount msats={left} />
          </dd>
        </div>
        <div>
          <dt>{t("wallet_limits_most")}</dt>
          <dd>
            <Amount msats={limit} />
          </dd>
        </div>
      </dl>
      {children}
    </section>
  );
}
