import { type ReactNode, type SubmitEvent, useState } from "react";
import { useSearchParams } from "wouter";
import { newKey } from "../../../api/call.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { useMe, useWallet } from "../../context.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Redeem } from "./redeem.tsx";
import { redeemingStore, shownOf } from "./redeeming.ts";
import { Voucher } from "./voucher.tsx";

/** Of the service: a longer text is none of its links. */
const CHARACTERS_MAX = 2_000;

/** `/vouchers`: what is typed stands in the query, so that a reload shows the same voucher. */
export function VouchersPage() {
  const { data: me, error, refetch } = useMe();
  if (me !== undefined) return <Vouchers key={me.user.id} user={me.user.id} />;
  return (
    <Step>{error === null ? <Skeleton lines={4} /> : <ErrorState error={error} onRetry={() => void refetch()} />}</Step>
  );
}

/** The heading gets the focus at each step: what had it is gone. */
function Step({ children }: { children: ReactNode }) {
  const { t } = useWallet();
  return (
    <>
      <PageHead title={t("wallet_voucher_title")} />
      {children}
    </>
  );
}

function Vouchers({ user }: { user: string }) {
  const [search, setSearch] = useSearchParams();
  const [kept, setKept] = useState(() => ({ redeeming: redeemingStore().read(user), isAgain: true }));
  const text = search.get("code")?.trim() ?? "";
  const shown = shownOf(kept.redeeming, text);
  const forget = () => {
    redeemingStore().drop();
    setKept({ redeeming: undefined, isAgain: false });
  };
  if (shown !== undefined)
    return (
      <Step key={shown.key}>
        <Redeem
          asked={shown}
          isAgain={kept.isAgain}
          onAnswered={() => {
            setKept({ ...kept, redeeming: { ...shown, isAnswered: true } });
            if (shown.text !== text) setSearch({ code: shown.text });
          }}
          onBack={() => {
            forget();
            setSearch({ code: shown.text });
          }}
          onOther={() => {
            forget();
            if (shown.text === text) setSearch({}); // else another one was opened meanwhile
          }}
        />
      </Step>
    );
  return (
    <Step key={text}>
      {text === "" ? (
        <Ask onAsk={(code) => setSearch({ code })} />
      ) : (
        <Voucher
          text={text}
          onRedeem={() => setKept({ redeeming: { user, key: newKey(), text, isAnswered: false }, isAgain: false })}
          onOther={() => setSearch({})}
        />
      )}
    </Step>
  );
}

function Ask({ onAsk }: { onAsk: (text: string) => void }) {
  const { t } = useWallet();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("code") ?? "").trim();
    if (text !== "") onAsk(text);
  };
  return (
    <form onSubmit={submit}>
      <Field
        label={t("wallet_voucher_code")}
        hint={t("wallet_voucher_code_hint")}
        name="code"
        required
        maxLength={CHARACTERS_MAX}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit">{t("wallet_voucher_look")}</Button>
    </form>
  );
}
