import { useRamp } from "../context.ts";
import { clockText } from "../format.ts";
import { Alert, Button, Icon, Spinner, StepView } from "../parts.tsx";
import type { PayProps } from "../pay-props.ts";
import { PaymentForm, useProviderPage } from "../payment-form.tsx";
import { Quote } from "../quote.tsx";
import type { Purchase, State } from "../state.ts";
import { useAction } from "../use-action.ts";
import { useSecondsUntil } from "../use-clock.ts";

type CardStepProps = Pick<PayProps, "onChallenge" | "onAsking"> & {
  readonly state: State;
  readonly purchase: Purchase;
  onBack(): void;
};

/** Asks for the card, as long as the price holds. */
export function CardStep({ state, purchase, onBack, ...form }: CardStepProps) {
  const { api, store, t } = useRamp();
  const seconds = useSecondsUntil(purchase.quote_expires_at, state);
  const { page, failure, again } = useProviderPage(purchase.id);
  const renewal = useAction();
  const isOver = seconds === 0;
  const renew = () =>
    void renewal.run(async () => {
      await api.cancel(); // what was begun at the old price
      await store.act(() => api.quote(purchase.source_amount, purchase.source_currency));
    });
  const back = () =>
    void renewal.run(async () => {
      await store.act(api.cancel);
      onBack();
    });
  return (
    <StepView title={t("card_title")}>
      <Quote purchase={purchase} state={state} />
      <Deadline seconds={seconds} />
      <Alert>{failure ?? renewal.failure}</Alert>
      {page === undefined && failure === undefined && <Spinner />}
      {failure !== undefined && <Button onClick={again}>{t("try_again")}</Button>}
      {page !== undefined && <PaymentForm page={page} purchase={purchase} isOver={isOver} renew={renew} {...form} />}
      <Button look="plain" onClick={back}>
        <Icon name="back" size={16} /> {t("card_back")}
      </Button>
    </StepView>
  );
}

/** How long the price holds. Read aloud when it is over, and not each second. */
function Deadline({ seconds }: { seconds: number }) {
  const { t } = useRamp();
  return (
    <>
      <p className={seconds === 0 ? "deadline over" : "deadline"} aria-hidden={seconds > 0}>
        <Icon name="clock" size={16} /> {seconds > 0 ? t("card_holds", { time: clockText(seconds) }) : t("card_over")}
      </p>
      <p role="status" className="hidden">
        {seconds === 0 ? t("card_over") : ""}
      </p>
    </>
  );
}
