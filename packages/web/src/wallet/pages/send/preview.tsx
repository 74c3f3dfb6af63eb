import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "wouter";
import { CallFailed } from "../../../api/failure.ts";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { useWallet, type WalletMe } from "../../context.ts";
import { BackLink } from "../../parts/back-link.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Refused } from "../../parts/refused.tsx";
import { useShownVoucher } from "../../parts/shown-voucher.ts";
import { AmountStep } from "./amount-step.tsx";
import { Confirm } from "./confirm.tsx";
import type { Draft } from "./draft.ts";

type PreviewProps = {
  readonly me: WalletMe;
  /** As it was typed, pasted or scanned. */
  readonly to: string;
  readonly amount: string | undefined;
  readonly onLost: (draft: Draft) => void;
  /** Of a payment that may have been sent: the form begins with what it had. */
  readonly draft?: Draft;
};

/** Looks the recipient up; then asks for the amount, or shows all of it once more. */
export function Preview({ me, to, amount, onLost, draft }: PreviewProps) {
  const { t } = useWallet();
  const { data, error, refetch } = usePreview(to, amount);
  if (data === undefined)
    return (
      <>
        <BackLink href="/send">{t("wallet_send_other")}</BackLink>
        <PageHead title={t("wallet_send_title")} />
        {error === null ? <Skeleton lines={5} /> : <Nobody to={to} error={error} onRetry={() => void refetch()} />}
      </>
    );
  const { fixed } = data.amount;
  const wanted = fixed ?? amount;
  if (wanted === undefined) return <AmountStep preview={data} to={to} />;
  return <Confirm me={me} preview={data} to={to} amount={wanted} onLost={onLost} {...(draft && { draft })} />;
}

function usePreview(to: string, amount: string | undefined) {
  const { api } = useWallet();
  return useQuery({
    queryKey: ["preview", to, amount ?? null],
    queryFn: ({ signal }) =>
      api.write("post", "/preview", { body: { recipient: to, ...(amount === undefined ? {} : { amount }) }, signal }),
    // The server of the recipient is asked each time, and not more often than a person wants.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { live: ["payment"] },
  });
}

type NobodyProps = { readonly to: string; readonly error: unknown; readonly onRetry: () => void };

/** The text means nobody who can be paid: a voucher is taken, and for anything else another text is typed. */
function Nobody({ to, error, onRetry }: NobodyProps) {
  const { t } = useWallet();
  const [, show] = useShownVoucher();
  const code = error instanceof CallFailed ? error.code : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what was found
  useEffect(() => {
    if (code === "recipient_is_voucher") show({ text: to }, true);
  }, [code, to]);
  if (error instanceof CallFailed && error.passes) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <>
      <Refused error={error} text={code === "invalid_input" ? t("wallet_send_nobody") : undefined} />
      <p>
        <Link href="/send" className="button second">
          {t("wallet_send_other")}
        </Link>
      </p>
    </>
  );
}
