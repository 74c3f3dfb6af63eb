import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { useWallet } from "../../context.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { PaymentView } from "../../parts/payment-view.tsx";
import styles from "./page.module.css";

/** What became of a payment: it changes by itself. */
export function SentPage({ id }: { id: string }) {
  const { api, t } = useWallet();
  const { data, error, refetch } = useQuery({
    queryKey: ["payment", id],
    queryFn: ({ signal }) => api.get("/payments/{id}", { params: { id }, signal }),
    meta: { live: ["wallet", "voucher"] },
  });
  return (
    <>
      <PageHead title={t("wallet_sent_title")} />
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton lines={6} />}
      {data !== undefined && <PaymentView payment={data} />}
      <p className={styles["actions"]}>
        <Link href="/send" className="button second">
          {t("wallet_sent_another")}
        </Link>
        <Link href="/history" className="button second">
          {t("wallet_history_title")}
        </Link>
      </p>
    </>
  );
}
