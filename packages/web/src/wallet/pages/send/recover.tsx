import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { CallFailed } from "../../../api/failure.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Button } from "../../../ui/button.tsx";
import { shortText } from "../../../ui/format.ts";
import { ErrorState } from "../../../ui/states.tsx";
import { useWallet, type WalletMe } from "../../context.ts";
import { Fact, Facts } from "../../parts/facts.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import type { Draft } from "./draft.ts";
import { Preview } from "./preview.tsx";

type RecoverProps = {
  readonly me: WalletMe;
  readonly draft: Draft;
  readonly onLost: (draft: Draft) => void;
  /** The draft is of no use any more. */
  readonly onEnd: () => void;
};

/** The answer to a payment was lost: shows what its key has made, or the same form with the same key. */
export function Recover({ me, draft, onLost, onEnd }: RecoverProps) {
  const { api, t } = useWallet();
  const [, navigate] = useLocation();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["payment", "by-key", draft.key, draft.tries],
    queryFn: ({ signal }) => api.get("/payments/by-key/{key}", { params: { key: draft.key }, signal }),
    gcTime: 0,
  });
  const id = data?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the payment that was found
  useEffect(() => {
    if (id === undefined) return;
    onEnd();
    navigate(`/send/${id}`, { replace: true });
  }, [id]);
  if (error instanceof CallFailed && error.code === "payment_not_found")
    return (
      <>
        <div className="notice" role="status">
          <p>{t("wallet_lost_not_sent")}</p>
          <Button
            look="second"
            onClick={() => {
              onEnd();
              navigate("/send", { replace: true });
            }}
          >
            {t("wallet_lost_forget")}
          </Button>
        </div>
        <Preview me={me} to={draft.recipient} amount={draft.amount} onLost={onLost} draft={draft} />
      </>
    );
  return (
    <>
      <PageHead title={t("wallet_send_title")} />
      <p className="notice" role="status">
        {t("wallet_lost_looking")}
      </p>
      <Facts>
        <Fact name={t("money_to")}>
          <bdi>{shortText(draft.recipient)}</bdi>
        </Fact>
        <Fact name={t("money_receive")}>
          <Amount msats={draft.amount} />
        </Fact>
      </Facts>
      {error !== null && !isFetching && <ErrorState error={error} onRetry={() => void refetch()} />}
    </>
  );
}
