import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import { Button, Spinner } from "../ui/button.tsx";
import { useRamp } from "./context.ts";
import { Alert } from "./parts.tsx";
import type { PayProps } from "./pay-props.ts";
import type { ProviderPage } from "./state.ts";
import { loadStripe, type Stripe, type StripeElements } from "./stripe.ts";
import { useGiving } from "./use-giving.ts";

type StripePage = Extract<ProviderPage, { readonly kind: "stripe" }>;
type Loaded = { readonly stripe: Stripe; readonly elements: StripeElements };

/** Stripe's Payment Element: the card goes to Stripe and never to us. */
export function StripeCard({ page, ...props }: PayProps & { page: StripePage }) {
  const { purchase, isOver, renew } = props;
  const { t, format } = useRamp();
  const { busy, failure, fail, give } = useGiving(props);
  const { box, loaded, isBroken } = usePaymentElement(page);
  const [checking, setChecking] = useState(false);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isOver) return renew();
    if (loaded === undefined || checking) return;
    setChecking(true);
    const wrong = await checkForm(loaded).finally(() => setChecking(false));
    if (wrong !== undefined) return fail(wrong.message ?? t("ramp_error_stripe"));
    give(async () => await confirmed(loaded, t("ramp_error_card_declined")));
  };
  return (
    <form onSubmit={submit}>
      <div ref={box} className="payment-element" />
      {loaded === undefined && !isBroken && <Spinner />}
      <Alert>{isBroken ? t("ramp_error_stripe") : failure}</Alert>
      <Button type="submit" busy={busy || checking}>
        {isOver
          ? t("ramp_card_renew")
          : t("ramp_card_pay", { amount: format.money(purchase.source_amount, purchase.source_currency) })}
      </Button>
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

function usePaymentElement({ publishableKey, clientSecret }: StripePage) {
  const { language } = useRamp();
  const box = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState<Loaded>();
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    let gone = false;
    let shown: ReturnType<StripeElements["create"]> | undefined;
    const show = async () => {
      const stripe = await loadStripe(publishableKey, language);
      if (gone || box.current === null) return;
      const elements = stripe.elements({ clientSecret, appearance: appearance() });
      shown = elements.create("payment");
      shown.mount(box.current);
      setLoaded({ stripe, elements });
    };
    show().catch(() => setBroken(true));
    return () => {
      gone = true;
      shown?.destroy();
    };
  }, [publishableKey, clientSecret, language]);
  return { box, loaded, isBroken };
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
