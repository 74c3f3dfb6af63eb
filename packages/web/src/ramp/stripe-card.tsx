import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { useRamp } from "./context.ts";
import { Alert, Waiting } from "./parts.tsx";
import type { PayProps } from "./pay-props.ts";
import type { ProviderPage } from "./state.ts";
import { loadStripe, STRIPE_PATIENCE_MS, type Stripe, type StripeElement, type StripeElements } from "./stripe.ts";
import { useGiving } from "./use-giving.ts";

type StripePage = Extract<ProviderPage, { readonly kind: "stripe" }>;
type Loaded = { readonly stripe: Stripe; readonly elements: StripeElements };

/** Stripe's Payment Element: the card goes to Stripe and never to us. */
export function StripeCard({ page, ...props }: PayProps & { page: StripePage }) {
  const { purchase, isOver, renew, renewing } = props;
  const { t, format } = useRamp();
  const { busy, failure, fail, give } = useGiving(props);
  const { box, form, again } = usePaymentElement(page);
  const [checking, setChecking] = useState(false);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isOver) return renew();
    if (form.kind !== "ready" || checking) return;
    fail(undefined);
    setChecking(true);
    const wrong = await checkForm(form).finally(() => setChecking(false));
    if (wrong !== undefined) return fail(wrong.message ?? t("ramp_error_stripe"));
    give(async () => await confirmed(form, t("ramp_error_card_declined")));
  };
  const waiting = form.kind === "loading" ? "ramp_card_loading" : checking ? "ramp_card_checking" : undefined;
  return (
    <form onSubmit={submit}>
      <div ref={box} className="payment-element" />
      <Waiting>{waiting && t(waiting)}</Waiting>
      <Alert>{form.kind === "broken" ? t("ramp_error_stripe") : failure}</Alert>
      {form.kind === "broken" && !isOver ? (
        <Button onClick={again}>{t("ramp_try_again")}</Button>
      ) : (
        <Button type="submit" busy={busy || renewing || (waiting !== undefined && !isOver)}>
          {isOver
            ? t("ramp_card_renew")
            : t("ramp_card_pay", { amount: format.money(purchase.source_amount, purchase.source_currency) })}
        </Button>
      )}
    </form>
  );
}

/** Before anything else that takes time: Stripe, "Submit an Elements object". */
async function checkForm({ elements }: Loaded): Promise<{ readonly message?: string } | undefined> {
  return await elements.submit().then(
    ({ error }) => error,
    () => ({}),
  );
}

/** Why the card is not taken, in Stripe's words or else in these; undefined: it is. */
async function confirmed({ stripe, elements }: Loaded, otherwise: string): Promise<string | undefined> {
  const confirmParams = { return_url: `${location.origin}${location.pathname}` };
  const { error } = await stripe.confirmPayment({ elements, redirect: "if_required", confirmParams });
  return error === undefined ? undefined : (error.message ?? otherwise);
}

/** `broken`: it did not load, or takes so long that the person is told. */
type Form = { readonly kind: "loading" | "broken" } | ({ readonly kind: "ready" } & Loaded);

/** Stripe's form in `box`. Stripe says when it is shown: until then the box is empty. */
function usePaymentElement({ publishableKey, clientSecret }: StripePage) {
  const { language } = useRamp();
  const box = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<Form>({ kind: "loading" });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another try
  useEffect(() => {
    let gone = false;
    let element: StripeElement | undefined;
    const giveUp = () => gone || setForm({ kind: "broken" });
    const timer = setTimeout(giveUp, STRIPE_PATIENCE_MS);
    const show = async () => {
      const stripe = await loadStripe(publishableKey, language);
      if (gone || box.current === null) return;
      const elements = stripe.elements({ clientSecret, appearance: appearance() });
      element = elements.create("payment");
      element.on("ready", () => {
        clearTimeout(timer);
        if (!gone) setForm({ kind: "ready", stripe, elements });
      });
      element.on("loaderror", giveUp);
      element.mount(box.current);
    };
    show().catch(giveUp);
    return () => {
      gone = true;
      clearTimeout(timer);
      element?.destroy();
    };
  }, [publishableKey, clientSecret, language, round]);
  const again = () => {
    setForm({ kind: "loading" });
    setRound(round + 1);
  };
  return { box, form, again };
}

/** Our colours, as they are on the page now. */
function appearance(): object {
  const style = getComputedStyle(document.body);
  const probe = document.createElement("span");
  document.body.append(probe);
  const colour = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const variables = {
    colorPrimary: colour("--accent"),
    colorBackground: colour("--ground"),
    colorText: colour("--ink"),
    colorDanger: colour("--bad"),
    fontFamily: style.fontFamily,
    borderRadius: "8px",
  };
  probe.remove();
  return { theme: "stripe", variables };
}
