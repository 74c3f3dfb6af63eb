import { useQuery } from "@tanstack/react-query";
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
import { HistoryLink } from "./history-link.tsx";
import styles from "./page.module.css";

type VoucherProps = {
  /** A link or a code. */
  readonly text: string;
  readonly onRedeem: () => void;
  readonly onOther: () => void;
};

/** What it is worth, who sent it, and one button that takes it. */
export function Voucher({ text, onRedeem, onOther }: VoucherProps) {
  const { api, t } = useWallet();
  // Links that lead nowhere are counted, so that nothing looks twice by itself.
  const preview = useQuery({
    queryKey: ["look", text],
    queryFn: ({ signal }) => api.write("post", "/vouchers/preview", { body: { codeOrLink: text }, signal }),
    retry: false,
    networkMode: "always",
    staleTime: "static",
    gcTime: 0,
    meta: { live: false },
  });

  if (preview.isFetching) return <Skeleton lines={4} />;
  if (preview.error !== null)
    return <NotFound error={preview.error} onRetry={() => void preview.refetch()} onOther={onOther} />;
  if (preview.data === undefined) return null;
  const { isYours, refusal } = preview.data;
  return (
    <>
      <Facts voucher={preview.data} />
      {isYours && (
        <p>
          <Status tone="good">{t("wallet_voucher_yours")}</Status>
        </p>
      )}
      {!isYours && refusal !== null && <Refusal {...refusal} />}
      <div className={styles["actions"]}>
        {!isYours && refusal === null && <Button onClick={onRedeem}>{t("wallet_voucher_redeem")}</Button>}
        {isYours && <HistoryLink />}
        <Button look="second" onClick={onOther}>
          {t("wallet_voucher_again")}
        </Button>
      </div>
    </>
  );
}

/** Nobody can redeem it any more. */
const OVER: ReadonlySet<string> = new Set(["redeemed", "revoked", "expired"]);

function Facts({ voucher }: { voucher: PageShape<"VoucherPreview"> }) {
  const { t } = useWallet();
  const { kind, status, isYours, amount, sender, description, expiresAt } = voucher;
  if (kind === "code") return <p>{t("wallet_voucher_unseen")}</p>;
  const isOver = status !== null && OVER.has(status);
  return (
    <dl className={styles["facts"]}>
      {amount !== null && (
        <>
          <dt>{t(isOver && !isYours ? "wallet_voucher_was_worth" : "wallet_voucher_worth")}</dt>
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
      {expiresAt !== null && !isOver && (
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
