import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useRef, useState } from "react";
import { useLocation } from "wouter";
import { newKey } from "../../../api/call.ts";
import { CallFailed } from "../../../api/failure.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { useWallet } from "../../context.ts";
import { AmountField } from "../../parts/amount-field.tsx";
import { NOTE_CHARACTERS_MAX } from "../../parts/note.tsx";
import { Refused } from "../../parts/refused.tsx";
import { useAmount } from "../../parts/use-amount.ts";

/** Of an invoice (BOLT 11). */
const DESCRIPTION_CHARACTERS_MAX = 639;

/** Makes an invoice for an amount, and opens its page. */
export function Ask() {
  const { api, t } = useWallet();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const amount = useAmount();
  const asked = useRef({ text: "", key: "" });
  const [wrong, setWrong] = useState<string>();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: { amount: string; description: string; note?: string }) => {
      const text = JSON.stringify(body);
      // What was asked for and had no answer is asked for again with its key; something else is another invoice.
      if (asked.current.text !== text) asked.current = { text, key: newKey() };
      return api.write("post", "/charges", { body, idempotencyKey: asked.current.key });
    },
    onSuccess: (charge) => {
      client.setQueryData(["charge", charge.id], charge);
      navigate(`/receive/${charge.id}`);
    },
  });
  const ask = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const form = new FormData(event.currentTarget);
    const textOf = (name: string) => String(form.get(name) ?? "").trim();
    setWrong(amount.msats === undefined ? t("wallet_amount_wrong") : undefined);
    if (amount.msats === undefined) return;
    const note = textOf("note");
    mutate({ amount: amount.msats, description: textOf("description"), ...(note === "" ? {} : { note }) });
  };
  const isOverLimit = error instanceof CallFailed && error.code === "receive_limit_exceeded";
  return (
    <section aria-labelledby="ask">
      <h2 id="ask">{t("wallet_ask_title")}</h2>
      <p className="soft">{t("wallet_ask_why")}</p>
      <CheckedForm onSubmit={ask}>
        <AmountField amount={amount} label={t("wallet_amount")} wrong={wrong} />
        <Field
          label={t("wallet_ask_description")}
          hint={t("wallet_ask_description_hint")}
          name="description"
          maxLength={DESCRIPTION_CHARACTERS_MAX}
          autoComplete="off"
        />
        <Field
          label={t("wallet_note")}
          hint={t("wallet_note_private")}
          name="note"
          maxLength={NOTE_CHARACTERS_MAX}
          autoComplete="off"
        />
        <Refused error={error} text={isOverLimit ? t("wallet_ask_limit") : undefined} />
        <Button type="submit" busy={isPending}>
          {t("wallet_ask")}
        </Button>
      </CheckedForm>
    </section>
  );
}
