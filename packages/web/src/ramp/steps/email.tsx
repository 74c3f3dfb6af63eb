import { type SyntheticEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { Field } from "../../ui/field.tsx";
import { useRamp } from "../context.ts";
import { Alert, BackButton, StepView } from "../parts.tsx";
import type { State } from "../state.ts";
import { Terms } from "../terms.tsx";
import { useAction } from "../use-action.ts";
import { useCountdown } from "../use-clock.ts";

const RESEND_SECONDS = 30;
/** Where many wrong codes were shown lately the next ones are longer. */
const CODE_DIGITS = { least: 8, most: 12 };

type EmailProps = { readonly state: State; onBack(): void };

export function EmailStep({ state, onBack }: EmailProps) {
  const { api, store, t } = useRamp();
  const { busy, failure, run } = useAction();
  return (
    <StepView title={t("ramp_email_title")}>
      <p className="soft">{t("ramp_email_why")}</p>
      <p className="address">
        <bdi>{state.session.email}</bdi>
      </p>
      <Alert>{failure}</Alert>
      <Terms state={state} />
      <Button busy={busy} onClick={() => run(() => store.act(api.sendCode))}>
        {t("ramp_email_send")}
      </Button>
      <BackButton onBack={onBack} />
    </StepView>
  );
}

export function CodeStep({ state, onBack }: EmailProps) {
  const { api, store, t } = useRamp();
  const { busy, failure, fail, run } = useAction();
  const [code, setCode] = useState("");
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (code.length < CODE_DIGITS.least) return fail(t("ramp_code_digits"));
    void run(() => store.act(() => api.checkCode(code, state.terms?.version)));
  };
  return (
    <StepView title={t("ramp_code_title")}>
      <p className="soft">{t("ramp_code_sent", { email: state.session.email })}</p>
      <CheckedForm onSubmit={submit} noValidate>
        <Field
          className="code"
          label={t("ramp_code_label")}
          wrong={failure}
          value={code}
          onChange={({ target }) => setCode(target.value.replaceAll(/\D/g, "").slice(0, CODE_DIGITS.most))}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <Terms state={state} />
        <Button type="submit" busy={busy}>
          {t("ramp_continue")}
        </Button>
      </CheckedForm>
      <Resend />
      <BackButton onBack={onBack} />
    </StepView>
  );
}

/** A new code, not before the last one had time to arrive. */
function Resend() {
  const { api, store, t } = useRamp();
  const { busy, failure, run } = useAction();
  const [round, setRound] = useState(1);
  const left = useCountdown(RESEND_SECONDS, round);
  const resend = async () => {
    if (left === 0 && (await run(() => store.act(api.sendCode)))) setRound(round + 1);
  };
  return (
    <div className="beside">
      <Button look="plain" busy={busy} aria-disabled={left > 0} onClick={resend}>
        {left > 0 ? t("ramp_code_again_in", { seconds: String(left) }) : t("ramp_code_again")}
      </Button>
      <Alert>{failure}</Alert>
      <p role="status" className="hidden">
        {round > 1 ? t("ramp_code_sent_again") : ""}
      </p>
    </div>
  );
}
