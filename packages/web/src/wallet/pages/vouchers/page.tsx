import { type ReactNode, type SubmitEvent, useState } from "react";
import { newKey } from "../../../api/call.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { useMe, useWallet } from "../../context.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { useShownVoucher } from "../../parts/shown-voucher.ts";
import { Redeem } from "./redeem.tsx";
import { pendingOf, redeemingStore } from "./redeeming.ts";
import { Voucher } from "./voucher.tsx";

/** Of the service: a longer text is none of its links. */
const CHARACTERS_MAX = 2_000;

/** `/vouchers`: a reload shows the same voucher. */
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
  const [shown, show] = useShownVoucher();
  const [kept, setKept] = useState(() => ({ redeeming: redeemingStore().read(user), isAgain: true }));
  const { text } = shown;
  const asked = pendingOf(kept.redeeming, shown);
  const forget = () => {
    redeemingStore().drop();
    setKept({ redeeming: undefined, isAgain: false });
  };
  if (asked !== undefined)
    return (
      <Step key={asked.key}>
        <Redeem
          asked={asked}
          isAgain={kept.isAgain}
          onAnswered={() => {
            show({ text: asked.text, key: asked.key }, true);
            setKept({ ...kept, redeeming: { ...asked, isAnswered: true } });
          }}
          onBack={() => {
            forget();
            show({ text: asked.text }, true);
          }}
          onOther={() => {
            forget();
            if (asked.text === text) show({ text: "" }); // else another one was opened meanwhile
          }}
        />
      </Step>
    );
  return (
    <Step key={text}>
      {text === "" ? (
        <Ask onAsk={(typed) => show({ text: typed })} />
      ) : (
        <Voucher
          text={text}
          onRedeem={() => setKept({ redeeming: { user, key: newKey(), text, isAnswered: false }, isAgain: false })}
          onOther={() => show({ text: "" })}
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
