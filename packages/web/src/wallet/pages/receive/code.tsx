import { LOGO } from "../../../ui/branding.ts";
import { Button } from "../../../ui/button.tsx";
import { Qr } from "../../../ui/qr.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { useMe, useWallet, type WalletMe } from "../../context.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import styles from "./page.module.css";

/** A code for paper: it stays the same when the gamertag changes. */
export function CodePage() {
  const { t } = useWallet();
  const { data: me, error, refetch } = useMe();
  return (
    <>
      <BackLink href="/receive">{t("wallet_receive_title")}</BackLink>
      <div className="no-print">
        <PageHead title={t("wallet_code_title")} />
        <p className="soft">{t("wallet_code_why")}</p>
      </div>
      {error !== null && me === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && me === undefined && <Skeleton lines={6} />}
      {me !== undefined && <Sheet me={me} />}
    </>
  );
}

function Sheet({ me: { user, address } }: { me: WalletMe }) {
  const { branding, t } = useWallet();
  return (
    <>
      <article className={styles["sheet"]}>
        <p className={styles["service"]}>
          <img src={LOGO} alt="" width="28" height="28" /> <bdi>{branding.name}</bdi>
        </p>
        <p className={styles["name"]}>
          <bdi>{user.gamertag}</bdi>
        </p>
        <Qr text={address.permanentLnurl.toUpperCase()} label={t("wallet_receive_qr")} />
        <p className={styles["address"]}>
          <bdi>{address.lightningAddress}</bdi>
        </p>
        <p>{t("wallet_code_how")}</p>
      </article>
      <p className="no-print">
        <Button onClick={() => window.print()}>{t("wallet_code_print")}</Button>
      </p>
    </>
  );
}
