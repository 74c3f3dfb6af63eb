import { Link } from "wouter";
import { useWallet } from "../../context.ts";
import { PageHead } from "../../parts/page-head.tsx";
import styles from "./page.module.css";

/** The heading of a part of the settings, and the way back to all of them. */
export function PartHead({ title }: { title: string }) {
  const { t } = useWallet();
  return (
    <>
      <p className={styles["back"]}>
        <Link href="/settings">← {t("wallet_settings_title")}</Link>
      </p>
      <PageHead title={title} />
    </>
  );
}
