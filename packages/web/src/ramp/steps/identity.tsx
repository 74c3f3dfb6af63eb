import { type SyntheticEvent, useEffect, useState } from "react";
import { Button, Spinner } from "../../ui/button.tsx";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { Field } from "../../ui/field.tsx";
import { PERSON } from "../../ui/icon.tsx";
import { useRamp } from "../context.ts";
import { identityText } from "../failure-text.ts";
import { Alert, BackButton, Notice, Sign, StepView, Waiting } from "../parts.tsx";
import type { ProviderPage, State } from "../state.ts";
import { loadStripe } from "../stripe.ts";
import { useAction } from "../use-action.ts";

type IdentityProps = { readonly state: State; onBack(): void };

export function IdentityStep({ state, onBack }: IdentityProps) {
  const { api, store, t, language } = useRamp();
  const { busy, failure, fail, run } = useAction();
  const [reference, setReference] = useState<string>();
  const giving = useAction();
  const isAgain = state.identity?.state === "retry";
  useEffect(() => {
    if (isAgain) setReference(undefined); // of the try before
  }, [isAgain]);
  const begin = () =>
    run(async () => {
      const { page } = await api.identity();
      if (page.kind === "sandbox") return setReference(page.reference);
      const wrong = await verifyWithStripe(page, language).catch(() => t("ramp_error_stripe"));
      if (wrong !== undefined) return fail(wrong);
      await store.act(api.sayIdentity);
    });
  const give = (person: Person) =>
    giving.run(async () => {
      await api.sandboxIdentity(reference ?? "", person);
      await store.act(api.sayIdentity);
    });
  return (
    <StepView title={t(giving.busy ? "ramp_identity_wait_title" : "ramp_identity_title")}>
      {giving.busy && <BeingChecked />}
      <div className={giving.busy ? "behind" : ""} inert={giving.busy}>
        <p className="soft">{t("ramp_identity_why")}</p>
        {isAgain && <Notice kind="bad">{identityText(t, state.identity?.reason ?? null)}</Notice>}
        {reference === undefined ? (
          <>
            <Waiting>{busy ? t("ramp_identity_opening") : undefined}</Waiting>
            <Alert>{failure}</Alert>
            <Button busy={busy} onClick={begin}>
              {t("ramp_identity_begin")}
            </Button>
          </>
        ) : (
          <SandboxIdentity failure={giving.failure} fail={giving.fail} give={give} />
        )}
        <Back state={state} onBack={onBack} />
      </div>
    </StepView>
  );
}

type StripePage = Extract<ProviderPage, { readonly kind: "stripe" }>;

/** What Stripe says went wrong. */
async function verifyWithStripe(
  { publishableKey, clientSecret }: StripePage,
  language: string,
): Promise<string | undefined> {
  const stripe = await loadStripe(publishableKey, language);
  const { error } = await stripe.verifyIdentity(clientSecret);
  return error?.message;
}

type Person = { readonly firstName: string; readonly surname: string };

type SandboxIdentityProps = {
  readonly failure: string | undefined;
  fail(text: string): void;
  give(person: Person): void;
};

/** The surname decides what comes of it. */
function SandboxIdentity({ failure, fail, give }: SandboxIdentityProps) {
  const { t } = useRamp();
  const [empty, setEmpty] = useState<"first" | "last">();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const [firstName, surname] = [String(fields.get("first")).trim(), String(fields.get("last")).trim()];
    const missing = firstName === "" ? "first" : surname === "" ? "last" : undefined;
    setEmpty(missing);
    if (missing !== undefined) return fail(t("ramp_identity_both"));
    give({ firstName, surname });
  };
  return (
    <CheckedForm onSubmit={submit} noValidate>
      <Field
        label={t("ramp_identity_first")}
        name="first"
        autoComplete="given-name"
        wrong={empty === "first" ? failure : undefined}
      />
      <Field
        label={t("ramp_identity_last")}
        name="last"
        autoComplete="family-name"
        hint={t("ramp_identity_sandbox")}
        wrong={empty === "first" ? undefined : failure}
      />
      <Button type="submit">{t("ramp_continue")}</Button>
    </CheckedForm>
  );
}

function BeingChecked() {
  const { t } = useRamp();
  return (
    <>
      <p className="soft" role="status">
        {t("ramp_identity_wait")}
      </p>
      <Spinner />
    </>
  );
}

export function IdentityWaitStep({ state, onBack }: IdentityProps) {
  const { t } = useRamp();
  const inReview = state.identity?.state === "review";
  return (
    <StepView
      title={t(inReview ? "ramp_identity_review_title" : "ramp_identity_wait_title")}
      icon={<Sign path={PERSON} kind="soft" />}
    >
      {inReview ? <p className="soft">{t("ramp_identity_review")}</p> : <BeingChecked />}
      <Back state={state} onBack={onBack} />
    </StepView>
  );
}

/** A smaller amount may need no identity. */
function Back({ state, onBack }: IdentityProps) {
  return state.purchase?.state === "quoted" ? <BackButton onBack={onBack} /> : null;
}
