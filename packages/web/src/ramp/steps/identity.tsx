import { type SyntheticEvent, useEffect, useState } from "react";
import { useRamp } from "../context.ts";
import { Alert, Button, Field, Icon, Notice, Sign, Spinner, StepView } from "../parts.tsx";
import type { ProviderPage, State } from "../state.ts";
import { loadStripe } from "../stripe.ts";
import { useAction } from "../use-action.ts";

type IdentityProps = { readonly state: State; onBack(): void };

export function IdentityStep({ state, onBack }: IdentityProps) {
  const { api, store, t, language } = useRamp();
  const { busy, failure, fail, run } = useAction();
  const [reference, setReference] = useState<string>();
  const isAgain = state.identity?.state === "retry";
  useEffect(() => {
    if (isAgain) setReference(undefined); // of the try before
  }, [isAgain]);
  const begin = () =>
    run(async () => {
      const { page } = await api.identity();
      if (page.kind === "sandbox") return setReference(page.reference);
      const wrong = await verifyWithStripe(page, language).catch(() => t("error_stripe"));
      if (wrong !== undefined) fail(wrong);
      await store.ask();
    });
  return (
    <StepView title={t("identity_title")}>
      <p className="soft">{t("identity_why")}</p>
      {state.identity?.reason != null && <Notice kind="bad">{state.identity.reason}</Notice>}
      {reference === undefined ? (
        <>
          <Alert>{failure}</Alert>
          <Button busy={busy} onClick={begin}>
            {t("identity_begin")}
          </Button>
        </>
      ) : (
        <SandboxIdentity reference={reference} />
      )}
      <Back state={state} onBack={onBack} />
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

/** The surname decides what comes of it. */
function SandboxIdentity({ reference }: { reference: string }) {
  const { api, store, t } = useRamp();
  const { busy, failure, fail, run } = useAction();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const [firstName, surname] = [String(fields.get("first")).trim(), String(fields.get("last")).trim()];
    if (firstName === "" || surname === "") return fail(t("identity_both"));
    void run(async () => {
      await api.sandboxIdentity(reference, { firstName, surname });
      await store.ask();
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Field label={t("identity_first")} name="first" autoComplete="given-name" />
      <Field
        label={t("identity_last")}
        name="last"
        autoComplete="family-name"
        hint={t("identity_sandbox")}
        wrong={failure}
      />
      <Button type="submit" busy={busy}>
        {t("continue")}
      </Button>
    </form>
  );
}

export function IdentityWaitStep({ state, onBack }: IdentityProps) {
  const { t } = useRamp();
  const inReview = state.identity?.state === "review";
  return (
    <StepView
      title={t(inReview ? "identity_review_title" : "identity_wait_title")}
      icon={<Sign name="person" kind="soft" />}
    >
      <p className="soft">{t(inReview ? "identity_review" : "identity_wait")}</p>
      {!inReview && <Spinner />}
      <Back state={state} onBack={onBack} />
    </StepView>
  );
}

/** A smaller amount may need no identity. */
function Back({ state, onBack }: IdentityProps) {
  const { t } = useRamp();
  if (state.purchase?.state !== "quoted") return null;
  return (
    <Button look="plain" onClick={onBack}>
      <Icon name="back" size={16} />
      {t("card_back")}
    </Button>
  );
}
