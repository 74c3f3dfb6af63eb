import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { clockText } from "../../ui/format.ts";
import { type RampApi, Refused } from "../api.ts";
import { useRamp } from "../context.ts";
import { Alert, BackButton, Notice, StepView, TimeLeft, Waiting } from "../parts.tsx";
import type { PayProps } from "../pay-props.ts";
import { PaymentForm, useProviderPage } from "../payment-form.tsx";
import { Quote } from "../quote.tsx";
import type { Purchase, State } from "../state.ts";
import { Terms } from "../terms.tsx";
import { type Action, useAction } from "../use-action.ts";
import { useSecondsUntil } from "../use-clock.ts";
import { Progress } from "./working.tsx";

type CardStepProps = Pick<PayProps, "onChallenge" | "onAsking"> & {
  readonly state: State;
  readonly purchase: Purchase;
  /** A card is being given. */
  readonly asking: boolean;
  /** Goes back to the amount, which takes a call of the service. */
  readonly leaving: Action;
  onBack(): void;
};

/**
 * Asks for the card, as long as the price holds. While one is being given, it says what goes on; the form stays behind
 * it.
 */
export function CardStep({ state, purchase, asking, leaving, onBack, ...form }: CardStepProps) {
  const { api, store, t } = useRamp();
  const seconds = useSecondsUntil(purchase.quote_expires_at, state);
  const { page, failure, isStopped, again } = useProviderPage(purchase, state);
  const renewal = useAction();
  const isOver = seconds === 0;
  const isPaused = state.paused && !asking;
  // A decline that this page has seen itself is told in the form.
  const [declinesSeen] = useState(purchase.declines);
  const declinedBefore = declinesSeen > 0 && declinesSeen === purchase.declines;
  const renew = () =>
    void renewal.run(() => store.act(() => quoteAgain(api, { purchase, terms: state.terms?.version })));
  return (
    <StepView title={t(asking ? "ramp_working_title" : "ramp_card_title")}>
      {asking && <Progress state={state} purchase={purchase} />}
      <div className={asking ? "behind" : ""} inert={asking}>
        <Quote purchase={purchase} state={state} />
        <Deadline seconds={seconds} />
        <Alert>{failure ?? renewal.failure ?? leaving.failure}</Alert>
        {declinedBefore && <Notice kind="bad">{t("ramp_error_card_declined")}</Notice>}
        {(isOver || isStopped) && <Terms state={state} />}
        {page === undefined && <Waiting>{isStopped ? undefined : t("ramp_card_loading")}</Waiting>}
        {isStopped && <Button onClick={again}>{t("ramp_try_again")}</Button>}
        {page !== undefined && (
          <div className={isPaused ? "behind" : ""} inert={isPaused}>
            <PaymentForm
              page={page}
              purchase={purchase}
              isOver={isOver}
              renew={renew}
              renewing={renewal.busy}
              {...form}
            />
          </div>
        )}
        <BackButton onBack={onBack} busy={leaving.busy} />
      </div>
    </StepView>
  );
}

type AskedAgain = { readonly purchase: Purchase; readonly terms: string | undefined };

/** The price of now. What was begun at the old one is given up for it, unless the new one is refused. */
async function quoteAgain(api: RampApi, { purchase, terms }: AskedAgain): Promise<State> {
  const quote = () => api.quote(purchase.source_amount, purchase.source_currency, terms);
  try {
    return await quote();
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "purchase_changed") throw error;
  }
  await api.cancel();
  return await quote();
}

/** How long the price holds. Read aloud when it is over, and not each second. */
function Deadline({ seconds }: { seconds: number }) {
  const { t } = useRamp();
  return (
    <>
      <TimeLeft isOver={seconds === 0}>
        {seconds > 0 ? t("ramp_card_holds", { time: clockText(seconds) }) : t("ramp_card_over")}
      </TimeLeft>
      <p role="status" className="hidden">
        {seconds === 0 ? t("ramp_card_over") : ""}
      </p>
    </>
  );
}
