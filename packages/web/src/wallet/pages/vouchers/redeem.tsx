import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { CallFailed } from "../../../api/failure.ts";
import type { PageShape } from "../../../api/shapes.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { Status } from "../../../ui/status.tsx";
import { useWallet } from "../../context.ts";
import { FailedLine } from "../../parts/failed-line.tsx";
import { HistoryLink } from "./history-link.tsx";
import styles from "./page.module.css";
import { type Redeeming, redeemingStore } from "./redeeming.ts";

type RedeemProps = {
  readonly asked: Redeeming;
  /** The page was opened again meanwhile: an answer may have been lost before. */
  readonly isAgain: boolean;
  readonly onAnswered: () => void;
  /** It was not redeemed: the voucher is looked at again. */
  readonly onBack: () => void;
  readonly onOther: () => void;
};

/** Redeems what was asked for, and once more with the same key after a reload: that gives the same answer. */
export function Redeem({ asked, isAgain, onAnswered, onBack, onOther }: RedeemProps) {
  const { t } = useWallet();
  const { data, error, isFetching, refetch, wasLost } = useRedeem(asked, isAgain, onAnswered);
  if (data !== undefined) return <Taken taken={data} onOther={onOther} />;
  if (isFetching)
    return (
      <>
        <p className="notice" role="status">
          {t(wasLost ? "wallet_voucher_still" : "wallet_voucher_redeeming")}
        </p>
        <Skeleton lines={3} />
      </>
    );
  const isUnknown = leavesOpen(error, wasLost);
  return (
    <>
      {isUnknown && (
        <div className="notice bad" role="alert">
          {t("wallet_voucher_lost")}
        </div>
      )}
      {!(error instanceof CallFailed && error.code === "no_answer") && <FailedLine error={error} />}
      <div className={styles["actions"]}>
        {isUnknown ? (
          <Button onClick={() => void refetch()}>{t("wallet_error_retry")}</Button>
        ) : (
          <Button onClick={onBack}>{t("wallet_voucher_look_again")}</Button>
        )}
        {isUnknown && <HistoryLink />}
        <Button look="second" onClick={onOther}>
          {t("wallet_voucher_again")}
        </Button>
      </div>
    </>
  );
}

function useRedeem(asked: Redeeming, isAgain: boolean, onAnswered: () => void) {
  const { api } = useWallet();
  const client = useQueryClient();
  const { text, key } = asked;
  const wasLost = useRef(isAgain && !asked.isAnswered);
  const redeem = useQuery({
    queryKey: ["redeem", key],
    queryFn: () => ask(),
    retry: false,
    networkMode: "always",
    staleTime: "static",
    gcTime: 0,
    meta: { live: false },
  });
  async function ask() {
    redeemingStore().keep(asked);
    try {
      const taken = await api.write("post", "/vouchers/redeem", { body: { codeOrLink: text }, idempotencyKey: key });
      redeemingStore().keep({ ...asked, isAnswered: true });
      onAnswered();
      void client.invalidateQueries({ queryKey: ["me"] });
      return taken;
    } catch (error) {
      if (leavesOpen(error, wasLost.current)) wasLost.current = true;
      else {
        redeemingStore().drop();
        onAnswered();
      }
      throw error;
    }
  }
  return { ...redeem, wasLost: wasLost.current };
}

/** Nobody knows whether it was redeemed. `wasLost`: of an earlier try; what is refused for now says nothing of it. */
function leavesOpen(error: unknown, wasLost: boolean): boolean {
  if (!(error instanceof CallFailed)) return error !== null;
  if (error.loginPath !== undefined) return true; // it goes on after the login
  if (error.code === "offline") return wasLost; // nothing was sent
  return error.status === 0 || error.status >= 500 || (wasLost && error.passes);
}

function Taken({ taken, onOther }: { taken: PageShape<"TakenVoucher">; onOther: () => void }) {
  const { t } = useWallet();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []); // the button that had it is gone
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className={styles["taken"]}>
        <Status tone="good">{t("wallet_voucher_added")}</Status>
        <span className={styles["amount"]}>
          <Amount msats={taken.amount} />
        </span>
      </h2>
      {taken.description !== "" && <p>{taken.description}</p>}
      <div className={styles["actions"]}>
        <HistoryLink />
        <Button look="second" onClick={onOther}>
          {t("wallet_voucher_again")}
        </Button>
      </div>
    </>
  );
}
