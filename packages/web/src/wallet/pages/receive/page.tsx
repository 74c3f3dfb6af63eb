import { useRoute } from "wouter";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { useMe, useWallet } from "../../context.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Ask } from "./ask.tsx";
import { ChargePage } from "./charge.tsx";
import { CodePage } from "./code.tsx";
import { OwnAddress } from "./own-address.tsx";

/** `/receive`, the code for paper below it, and each invoice by its id. */
export function ReceivePage() {
  const [, params] = useRoute("/receive/:id");
  if (params?.id === "code") return <CodePage />;
  return params?.id === undefined ? <Receive /> : <ChargePage key={params.id} id={params.id} />;
}

function Receive() {
  const { t } = useWallet();
  const { data: me, error, refetch } = useMe();
  return (
    <>
      <PageHead title={t("wallet_receive_title")} />
      {error !== null && me === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && me === undefined && <Skeleton lines={6} />}
      {me !== undefined && (
        <>
          <OwnAddress address={me.address} />
          <Ask />
        </>
      )}
    </>
  );
}
