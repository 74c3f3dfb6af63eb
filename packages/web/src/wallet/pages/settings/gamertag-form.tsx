import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SubmitEvent } from "react";
import { CallFailed } from "../../../api/failure.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { Field } from "../../../ui/field.tsx";
import { Time } from "../../../ui/time.tsx";
import { useToasts } from "../../../ui/toast.tsx";
import { useWallet } from "../../context.ts";
import { FailedLine } from "../../parts/failed-line.tsx";
import { FreshLogin } from "../../parts/fresh-login.tsx";
import styles from "./page.module.css";
import { wrongField } from "./wrong-field.ts";

/** Of the service. */
const LENGTH = { minLength: 3, maxLength: 20 } as const;

type GamertagFormProps = {
  readonly gamertag: string;
  readonly gamertagChangeableAt: string | null;
  readonly freshUntil: string;
};

export function GamertagForm({ gamertag, gamertagChangeableAt, freshUntil }: GamertagFormProps) {
  const { api, t } = useWallet();
  const toasts = useToasts();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (next: string) => api.write("put", "/gamertag", { body: { gamertag: next } }),
    async onSuccess(changed) {
      toasts.say({ text: t("wallet_gamertag_changed", changed) });
      await client.invalidateQueries({ queryKey: ["me"] });
    },
  });
  const isTaken = change.error instanceof CallFailed && change.error.code === "gamertag_taken";
  const isNone = wrongField(change.error) !== undefined;
  const wrong = isTaken ? t("wallet_error_gamertag_taken") : isNone ? t("wallet_gamertag_wrong") : undefined;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const next = String(new FormData(event.currentTarget).get("gamertag") ?? "").trim();
    if (!change.isPending && next !== gamertag) change.mutate(next);
  };
  if (gamertagChangeableAt !== null)
    return (
      <div className={styles["section"]}>
        <h2>{t("wallet_gamertag")}</h2>
        <p>
          <bdi>{gamertag}</bdi>
        </p>
        <p className="hint">
          {t("wallet_gamertag_again")} <Time at={gamertagChangeableAt} />. {t("wallet_gamertag_hint")}
        </p>
      </div>
    );
  return (
    <CheckedForm onSubmit={submit} className={styles["section"]}>
      <FreshLogin until={freshUntil} text={t("wallet_gamertag_login")} />
      <Field
        label={t("wallet_gamertag")}
        hint={t("wallet_gamertag_hint")}
        wrong={wrong}
        name="gamertag"
        defaultValue={gamertag}
        required
        {...LENGTH}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {wrong === undefined && <FailedLine error={change.error} />}
      <Button type="submit" look="second" busy={change.isPending}>
        {t("wallet_gamertag_change")}
      </Button>
    </CheckedForm>
  );
}
