import { useState } from "react";
import { Button, Spinner } from "../../ui/button.tsx";
import { clockText } from "../../ui/format.ts";
import { CLOCK, Icon } from "../../ui/icon.tsx";
import { useRamp } from "../context.ts";
import { Alert, BackButton, Notice, StepView } from "../parts.tsx";
import type { PayProps } from "../pay-props.ts";
import { PaymentForm, useProviderPage } from "../payment-form.tsx";
import { Quote } from "../quote.tsx";
import type { Purchase, State } from "../state.ts";
import { useAction } from "../use-action.ts";
import { useSecondsUntil } from "../use-clock.ts";
import { Progress } from "./working.tsx";

type CardStepProps = Pick<PayProps, "onChallenge" | "onAsking"> & {
  readonly state: State;
  readonly purchase: Purchase;
  /** A card is being given. */
  readonly asking: boolean;
  onBack(): void;
};

/**
 * Asks for the card, as long as the price holds. While one is being given, it says what goes on; the form stays behind
 * it.
 */
export function CardStep({ state, purchase, asking, onBack, ...form }: CardStepProps) {
  const { api, store, t } = useRamp();
  const seconds = useSecondsUntil(purchase.quote_expires_at, state);
  const { page, failure, again } = useProviderPage(purchase, state);
  const renewal = useAction();
  const isOver = seconds === 0;
  const isPaused = state.paused && !asking;
  // A decline that this page has seen itself is told in the form.
  const [declinesSeen] = useState(purchase.declines);
  const declinedBefore = declinesSeen > 0 && declinesSeen === purchase.declines;
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
    <StepView title={t(asking ? "ramp_working_title" : "ramp_card_title")}>
      {asking && <Progress purchase={purchase} />}
      <div className={asking ? "behind" : ""} inert={asking}>
        <Quote purchase={purchase} state={state} />
        <Deadline seconds={seconds} />
        <Alert>{failure ?? renewal.failure}</Alert>
        {declinedBefore && <Notice kind="bad">{t("ramp_error_card_declined")}</Notice>}
        {page === undefined && failure === undefined && <Spinner />}
        {failure !== undefined && <Button onClick={again}>{t("ramp_try_again")}</Button>}
        {page !== undefined && (
          <div className={isPaused ? "behind" : ""} inert={isPaused}>
            <PaymentForm page={page} purchase={purchase} isOver={isOver} renew={renew} {...form} />
          </div>
        )}
        <BackButton onBack={back} />
      </div>
    </StepView>
  );
}

/** How long the price holds. Read aloud when it is over, and not each second. */
function Deadline({ seconds }: { seconds: number }) {
  const { t } = useRamp();
  return (
    <>
      <p className={seconds === 0 ? "deadline over" : "deadline"} aria-hidden={seconds > 0}>
        <Icon path={CLOCK} size={16} />{" "}
        {seconds > 0 ? t("ramp_card_holds", { time: clockText(seconds) }) : t("ramp_card_over")}
      </p>
      <p role="status" className="hidden">
        {seconds === 0 ? t("ramp_card_over") : ""}
      </p>
    </>
  );
}
