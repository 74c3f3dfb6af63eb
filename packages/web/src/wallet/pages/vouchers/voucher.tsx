import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { newKey } from "../../../api/call.ts";
import { CallFailed } from "../../../api/failure.ts";
import type { PageShape } from "../../../api/shapes.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Button } from "../../../ui/button.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Status } from "../../../ui/status.tsx";
import { Time } from "../../../ui/time.tsx";
import { useUi } from "../../../ui/words.ts";
import { useWallet } from "../../context.ts";
import { FailedLine } from "../../parts/failed-line.tsx";
import styles from "./page.module.css";

type VoucherProps = { /** A link or a code. */ readonly text: string; readonly onOther: () => void };

/** What it is worth, who sent it, and one button that takes it. */
export function Voucher({ text, onOther }: VoucherProps) {
  const { api, t } = useWallet();
  const client = useQueryClient();
  const body = { codeOrLink: text };
  const [idempotencyKey] = useState(newKey);
  // Links that lead nowhere are counted, so that nothing looks twice by itself.
  const preview = useQuery({
    queryKey: ["look", text],
    queryFn: ({ signal }) => api.write("post", "/vouchers/preview", { body, signal }),
    retry: false,
    networkMode: "always",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const redeem = useMutation({
    mutationFn: () => api.write("post", "/vouchers/redeem", { body, idempotencyKey }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["me"] }),
  });
  const isLost = redeem.error instanceof CallFailed && redeem.error.code === "no_answer";
  const lookAgain = () => {
    redeem.reset();
    void preview.refetch();
  };

  if (redeem.data !== undefined) return <Taken taken={redeem.data} onOther={onOther} />;
  if (preview.isFetching) return <Skeleton lines={4} />;
  if (preview.error !== null) return <NotFound error={preview.error} onRetry={lookAgain} onOther={onOther} />;
  if (preview.data === undefined) return null;
  const { isYours, refusal } = preview.data;
  const mayTake = !isYours && refusal === null;
  return (
    <>
      <Facts voucher={preview.data} />
      {isYours && (
        <p>
          <Status tone="good">{t("wallet_voucher_yours")}</Status>
        </p>
      )}
      {!isYours && refusal !== null && <Refusal {...refusal} />}
      {isLost ? (
        <div className="notice bad" role="alert">
          {t("wallet_voucher_lost")}
        </div>
      ) : (
        <FailedLine error={redeem.error} />
      )}
      <div className={styles["actions"]}>
        {mayTake && !isLost && (
          <Button busy={redeem.isPending} onClick={() => redeem.isPending || redeem.mutate()}>
            {t("wallet_voucher_redeem")}
          </Button>
        )}
        {isLost && <Button onClick={lookAgain}>{t("wallet_voucher_look_again")}</Button>}
        {(isYours || isLost) && <HistoryLink />}
        <Button look="second" onClick={onOther}>
          {t("wallet_voucher_again")}
        </Button>
      </div>
    </>
  );
}

function Facts({ voucher }: { voucher: PageShape<"VoucherPreview"> }) {
  const { t } = useWallet();
  const { kind, amount, sender, description, expiresAt } = voucher;
  if (kind === "code") return <p>{t("wallet_voucher_unseen")}</p>;
  return (
    <dl className={styles["facts"]}>
      {amount !== null && (
        <>
          <dt>{t("wallet_voucher_worth")}</dt>
          <dd className={styles["amount"]}>
            <Amount msats={amount} />
          </dd>
        </>
      )}
      {sender !== null && (
        <>
          <dt>{t("wallet_voucher_from")}</dt>
          <dd>
            <bdi>{sender}</bdi>
          </dd>
        </>
      )}
      {description !== null && <dd className={styles["said"]}>{description}</dd>}
      {expiresAt !== null && (
        <>
          <dt>{t("wallet_voucher_until")}</dt>
          <dd>
            <Time at={expiresAt} exact />
          </dd>
        </>
      )}
    </dl>
  );
}

/** Of a payment, `receive_limit_exceeded` is about somebody else's wallet; here it is about the own one. */
function Refusal({ code, message }: { readonly code: string; readonly message: string }) {
  const { t } = useWallet();
  const { words } = useUi();
  return (
    <div className="notice bad" role="status">
      {code === "receive_limit_exceeded" ? t("wallet_error_receive_limit") : words.failure({ code, message })}
    </div>
  );
}

function NotFound({ error, onRetry, onOther }: { error: Error; onRetry: () => void; onOther: () => void }) {
  const { t } = useWallet();
  const isRefused = error instanceof CallFailed && !error.passes;
  return (
    <>
      {isRefused ? <FailedLine error={error} /> : <ErrorState error={error} onRetry={onRetry} />}
      <Button look="second" onClick={onOther}>
        {t("wallet_voucher_again")}
      </Button>
    </>
  );
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

function HistoryLink() {
  const { t } = useWallet();
  return (
    <Link className="button second" href="/history">
      {t("wallet_voucher_history")}
    </Link>
  );
}
