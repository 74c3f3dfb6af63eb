import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { BANK } from "../../ui/icon.tsx";
import { useRamp } from "../context.ts";
import { Alert, Sign, StepView, Waiting } from "../parts.tsx";
import type { PayProps } from "../pay-props.ts";
import { PaymentForm } from "../payment-form.tsx";
import type { ProviderPage, Purchase } from "../state.ts";
import { loadStripe } from "../stripe.ts";
import { useAction } from "../use-action.ts";

const WINDOW = "noopener,popup,width=480,height=720";

type ChallengeProps = Pick<PayProps, "onChallenge" | "onAsking"> & {
  readonly purchase: Purchase;
  readonly url: string | undefined;
};

/**
 * The bank asks its customer (3-D Secure). Its pages may refuse frames, so they open in a window, by the press of a
 * button.
 */
export function ChallengeStep({ purchase, url, ...form }: ChallengeProps) {
  const { api, store, t, language } = useRamp();
  const { busy, failure, fail, run } = useAction();
  const leaving = useAction();
  const [opened, setOpened] = useState(false);
  const [page, setPage] = useState<ProviderPage>();
  const ask = () =>
    run(async () => {
      const { page } = await api.pay(purchase.id);
      if (page.kind === "sandbox") return setPage(page);
      const stripe = await loadStripe(page.publishableKey, language);
      setOpened(true);
      const { error } = await stripe.handleNextAction({ clientSecret: page.clientSecret });
      if (error !== undefined) fail(error.message ?? t("ramp_error_authentication"));
      await store.ask();
    });
  const open = () => {
    if (url === undefined || !isOpenable(url, location.href)) return void ask();
    window.open(url, "_blank", WINDOW);
    setOpened(true);
  };
  return (
    <StepView title={t("ramp_challenge_title")} icon={<Sign path={BANK} kind="soft" />}>
      <p className="soft">{t("ramp_challenge_why")}</p>
      <Waiting>{opened ? t("ramp_challenge_wait") : busy ? t("ramp_challenge_opening") : undefined}</Waiting>
      <Alert>{failure ?? leaving.failure}</Alert>
      {page === undefined ? (
        <Button busy={busy} onClick={open}>
          {t(opened ? "ramp_challenge_again" : "ramp_challenge_open")}
        </Button>
      ) : (
        <PaymentForm
          page={page}
          purchase={purchase}
          isOver={false}
          renew={() => undefined}
          renewing={false}
          {...form}
        />
      )}
      <Button look="plain" busy={leaving.busy} onClick={() => leaving.run(() => store.act(api.cancel))}>
        {t("ramp_challenge_cancel")}
      </Button>
    </StepView>
  );
}

/** Pages only: an address could be a script. */
export function isOpenable(url: string, base: string): boolean {
  return URL.canParse(url, base) && /^https?:$/.test(new URL(url, base).protocol);
}
