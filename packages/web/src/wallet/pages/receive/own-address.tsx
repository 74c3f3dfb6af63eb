import { Link } from "wouter";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Qr } from "../../../ui/qr.tsx";
import { useWallet, type WalletMe } from "../../context.ts";
import styles from "./page.module.css";
import { ShareButton } from "./share.tsx";

/** Where this wallet is paid, whatever the amount. */
export function OwnAddress({ address: { lightningAddress, lnurl } }: Pick<WalletMe, "address">) {
  const { t } = useWallet();
  return (
    <section className={styles["shown"]}>
      <Qr text={lnurl.toUpperCase()} label={t("wallet_receive_qr")} />
      <p>
        <span className="soft">{t("wallet_home_address")}</span>
        <br />
        <bdi className={styles["address"]}>{lightningAddress}</bdi>
      </p>
      <div className={styles["actions"]}>
        <CopyButton text={lightningAddress} name={t("wallet_home_address")} label={t("wallet_copy")} />
        <ShareButton text={lightningAddress} />
        <Link href="/receive/code" className="button second">
          {t("wallet_code_link")}
        </Link>
      </div>
    </section>
  );
}
