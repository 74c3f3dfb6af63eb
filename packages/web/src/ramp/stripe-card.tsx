import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import { useRamp } from "./context.ts";
import { Alert, Button, Spinner } from "./parts.tsx";
import type { PayProps } from "./pay-props.ts";
import type { ProviderPage } from "./state.ts";
import { loadStripe, type Stripe, type StripeElements } from "./stripe.ts";
import { useAction } from "./use-action.ts";

type StripePage = Extract<ProviderPage, { readonly kind: "stripe" }>;
type Loaded = { readonly stripe: Stripe; readonly elements: StripeElements };

/** Stripe's Payment Element: the card goes to Stripe and never to us. */
export function StripeCard({ page, purchase, isOver, renew, onAsking }: PayProps & { page: StripePage }) {
  const { store, t, format } = useRamp();
  const { busy, failure, fail, run } = useAction();
  const { box, loaded, isBroken } = usePaymentElement(page);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isOver) return renew();
    if (loaded === undefined) return;
    onAsking(true);
    void run(async () => {
      const { stripe, elements } = loaded;
      const confirmParams = { return_url: `${location.origin}${location.pathname}` };
      const { error } = await stripe.confirmPayment({ elements, redirect: "if_required", confirmParams });
      if (error !== undefined) fail(error.message ?? t("error_card_declined"));
      await store.ask();
    }).finally(() => onAsking(false));
  };
  return (
    <form onSubmit={submit}>
      <div ref={box} className="payment-element" />
      {loaded === undefined && !isBroken && <Spinner />}
      <Alert>{isBroken ? t("error_stripe") : failure}</Alert>
      <Button type="submit" busy={busy}>
        {isOver
          ? t("card_renew")
          : t("card_pay", { amount: format.money(purchase.source_amount, purchase.source_currency) })}
      </Button>
    </form>
  );
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
