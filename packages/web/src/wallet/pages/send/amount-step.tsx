import { type SyntheticEvent, useState } from "react";
import { useLocation } from "wouter";
import { Button } from "../../../ui/button.tsx";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { useWallet } from "../../context.ts";
import { AmountField } from "../../parts/amount-field.tsx";
import { BackLink } from "../../parts/back-link.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { payPath } from "../../parts/payment.ts";
import { useAmount } from "../../parts/use-amount.ts";
import styles from "./page.module.css";
import type { PaymentPreview } from "./payment-preview.ts";
import { Bounds, Pending, Refusal, Who } from "./who.tsx";

/** How much the recipient gets. */
export function AmountStep({ preview, to }: { preview: PaymentPreview; to: string }) {
  const { t } = useWallet();
  const [, navigate] = useLocation();
  const amount = useAmount();
  const [wrong, setWrong] = useState<string>();
  const { mostNow } = preview;
  const wrongIn = (msats: string | undefined): string | undefined => {
    if (msats === undefined) return t("wallet_amount_wrong");
    if (BigInt(msats) < BigInt(preview.amount.least)) return t("wallet_send_too_little");
    if (preview.amount.most !== null && BigInt(msats) > BigInt(preview.amount.most)) return t("wallet_send_too_much");
    if (BigInt(msats) > BigInt(preview.available)) return t("wallet_send_over");
    return undefined;
  };
  const goOn = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = wrongIn(amount.msats);
    setWrong(found);
    if (found === undefined) navigate(payPath(to, amount.msats));
  };
  return (
    <>
      <BackLink href="/send">{t("wallet_send_other")}</BackLink>
      <PageHead title={t("wallet_send_how_much")} />
      <Who preview={preview} />
      <Pending pending={preview.pending} />
      <Refusal refusal={preview.refusal} />
      <Bounds preview={preview} />
      {preview.refusal === null && (
        <CheckedForm onSubmit={goOn}>
          <AmountField amount={amount} label={t("wallet_amount")} wrong={wrong} />
          <div className={styles["actions"]}>
            <Button type="submit">{t("wallet_send_next")}</Button>
            {mostNow !== null && (
              <Button look="second" onClick={() => amount.set(mostNow)}>
                {t("wallet_send_all")}
              </Button>
            )}
          </div>
        </CheckedForm>
      )}
    </>
  );
}
