import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { useLocation } from "wouter";
import { newKey } from "../../../api/call.ts";
import { CallFailed } from "../../../api/failure.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { typedOf } from "../../../ui/typed-amount.ts";
import { useUnit } from "../../../ui/unit.ts";
import { useUi } from "../../../ui/words.ts";
import { useWallet, type WalletMe } from "../../context.ts";
import { AmountField } from "../../parts/amount-field.tsx";
import { BackLink } from "../../parts/back-link.tsx";
import { FreshLogin } from "../../parts/fresh-login.tsx";
import { NOTE_CHARACTERS_MAX } from "../../parts/note.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { payPath } from "../../parts/payment.ts";
import { Refused } from "../../parts/refused.tsx";
import { useAmount } from "../../parts/use-amount.ts";
import { Costs } from "./costs.tsx";
import { type Draft, draftStore } from "./draft.ts";
import type { PaymentPreview } from "./payment-preview.ts";
import { Pending, Refusal, Who } from "./who.tsx";

type ConfirmProps = {
  readonly me: WalletMe;
  readonly preview: PaymentPreview;
  readonly to: string;
  readonly amount: string;
  readonly onLost: (draft: Draft) => void;
  readonly draft?: Draft;
};

/** All of the payment once more, and the button that sends it. */
export function Confirm({ me, preview: newest, to, amount, onLost, draft }: ConfirmProps) {
  const { t } = useWallet();
  const [key] = useState(() => draft?.key ?? newKey());
  const repeated = useAmount();
  const isRepeated = useIsSame(repeated.msats, amount);
  const [wrong, setWrong] = useState<string>();
  const { send, isSending, error } = useSend(onLost);
  const [sentWith, setSentWith] = useState(newest);
  // What is being sent is under way to the recipient itself, and needs no warning.
  const preview = isSending ? sentWith : newest;
  const { pending, refusal, repeatAmount, commentCharactersMax, kind, recipient } = preview;
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setWrong(repeatAmount && !isRepeated ? t("wallet_send_repeat_wrong") : undefined);
    if (isSending || (repeatAmount && !isRepeated)) return;
    setSentWith(preview);
    const form = new FormData(event.currentTarget);
    const textOf = (name: string) => String(form.get(name) ?? "").trim();
    const texts = { comment: textOf("comment"), note: textOf("note") };
    const tries = (draft?.tries ?? 0) + 1;
    send({ ...texts, user: me.user.id, key, tries, kind, recipient, amount }, repeatAmount);
  };
  return (
    <>
      {draft === undefined && <Back to={to} isFixed={preview.amount.fixed !== null} />}
      <PageHead title={t("wallet_send_check")} />
      <Who preview={preview} />
      <Costs preview={preview} amount={amount} />
      <Pending pending={pending} />
      <Refusal refusal={refusal} />
      <FreshLogin until={me.login.freshUntil} text={t("wallet_send_login")} />
      {refusal === null && (
        <CheckedForm onSubmit={submit}>
          {commentCharactersMax > 0 && (
            <Field
              label={t("wallet_send_comment")}
              hint={t("wallet_send_comment_hint")}
              name="comment"
              maxLength={commentCharactersMax}
              defaultValue={draft?.comment ?? ""}
              autoComplete="off"
            />
          )}
          <Field
            label={t("wallet_note")}
            hint={t("wallet_note_private")}
            name="note"
            maxLength={NOTE_CHARACTERS_MAX}
            defaultValue={draft?.note ?? ""}
            autoComplete="off"
          />
          {repeatAmount && (
            <AmountField amount={repeated} label={t("wallet_send_repeat")} wrong={wrong} hasUnits={false} />
          )}
          {pending.length > 0 && (
            <p>
              <label>
                <input type="checkbox" required /> {t("wallet_send_twice")}
              </label>
            </p>
          )}
          <p className="soft">{t("money_final")}</p>
          <Refused error={error} />
          <Button type="submit" busy={isSending}>
            {t(isSending ? "wallet_send_busy" : "money_send")}
          </Button>
        </CheckedForm>
      )}
    </>
  );
}

function Back({ to, isFixed }: { to: string; isFixed: boolean }) {
  const { t } = useWallet();
  if (isFixed) return <BackLink href="/send">{t("wallet_send_other")}</BackLink>;
  return <BackLink href={payPath(to)}>{t("wallet_send_other_amount")}</BackLink>;
}

/** What is typed in money is the same amount also when the price has changed meanwhile. */
function useIsSame(msats: string | undefined, amount: string): boolean {
  const { locale } = useUi();
  const { unit, price } = useUnit();
  const typing = { unit, locale, price };
  return msats !== undefined && (msats === amount || typedOf(msats, typing) === typedOf(amount, typing));
}

/** Sends; the key is kept in the tab until the answer was read. */
function useSend(onLost: (draft: Draft) => void) {
  const { api } = useWallet();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ draft, repeats }: { draft: Draft; repeats: boolean }) => {
      draftStore().keep(draft);
      const { kind, recipient, amount, comment, note, key } = draft;
      const texts = { ...(comment === "" ? {} : { comment }), ...(note === "" ? {} : { note }) };
      const body = { kind, recipient, amount, ...texts, ...(repeats ? { repeatedAmount: amount } : {}) };
      return api.write("post", "/payments", { body, idempotencyKey: key });
    },
    onSuccess: (payment) => {
      draftStore().drop();
      client.setQueryData(["payment", payment.id], payment);
      void client.invalidateQueries({ queryKey: ["me"] });
      navigate(`/send/${payment.id}`, { replace: true });
    },
    onError: (failure, { draft }) => {
      if (isLost(failure)) onLost(draft);
      else if (!isOfLogin(failure)) draftStore().drop();
    },
  });
  const send = (draft: Draft, repeats: boolean) => mutate({ draft, repeats });
  return { send, isSending: isPending, error: isLost(error) ? null : error };
}

/** Nobody knows what became of the call, or the key has made something else: what it made is looked up. */
function isLost(error: unknown): boolean {
  if (!(error instanceof CallFailed)) return error !== null;
  if (error.code === "offline") return false; // nothing was sent
  return error.status === 0 || error.status >= 500 || error.code === "idempotency_mismatch";
}

/** The form is there again after the login. */
function isOfLogin(error: unknown): boolean {
  return error instanceof CallFailed && error.loginPath !== undefined;
}
