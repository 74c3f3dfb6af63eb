import { useState } from "react";
import { useRoute, useSearchParams } from "wouter";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { useMe, useWallet, type WalletMe } from "../../context.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Paused } from "../../parts/paused.tsx";
import { type Draft, draftStore } from "./draft.ts";
import { Preview } from "./preview.tsx";
import { Recipient } from "./recipient.tsx";
import { Recover } from "./recover.tsx";
import { SentPage } from "./sent.tsx";

/** `/send` with what was chosen so far in its query, and each payment by its id. */
export function SendPage() {
  const [, params] = useRoute("/send/:id");
  return params?.id === undefined ? <Send /> : <SentPage key={params.id} id={params.id} />;
}

function Send() {
  const { t } = useWallet();
  const { data: me, error, refetch } = useMe();
  if (me !== undefined) return <Steps me={me} />;
  return (
    <>
      <PageHead title={t("wallet_send_title")} />
      {error === null ? <Skeleton lines={5} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
    </>
  );
}

/** Whom, then how much, then everything once more. A payment whose answer was lost comes before all of it. */
function Steps({ me }: { me: WalletMe }) {
  const { t } = useWallet();
  const [search] = useSearchParams();
  const [draft, setDraft] = useState<Draft | undefined>(() => draftStore().read(me.user.id));
  const to = search.get("to")?.trim() ?? "";
  if (draft !== undefined)
    return (
      <Recover
        key={draft.tries}
        me={me}
        draft={draft}
        onLost={setDraft}
        onEnd={() => {
          draftStore().drop();
          setDraft(undefined);
        }}
      />
    );
  if (me.sending.isPaused)
    return (
      <>
        <PageHead title={t("wallet_send_title")} />
        <Paused />
      </>
    );
  if (to === "") return <Recipient me={me} />;
  const amount = search.get("amount") ?? "";
  return (
    <Preview
      key={`${to} ${amount}`}
      me={me}
      to={to}
      amount={/^[1-9]\d{0,17}$/.test(amount) ? amount : undefined}
      onLost={setDraft}
    />
  );
}
