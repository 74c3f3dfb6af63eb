import { Button } from "../../ui/button.tsx";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { useRamp } from "../context.ts";
import { Alert, StepView } from "../parts.tsx";
import { Quote } from "../quote.tsx";
import type { State } from "../state.ts";
import { Terms } from "../terms.tsx";
import type { Action } from "../use-action.ts";
import { AmountField } from "./amount-field.tsx";
import { useAmount } from "./use-amount.ts";

/** Often chosen, in whole units of the currency. */
const QUICK = ["25", "50", "100"];

type AmountProps = {
  readonly state: State;
  /** Goes forward to what was left, which takes a call of the service. */
  readonly returning: Action;
  /** It is chosen. */
  onContinue(): void;
};

/** Chooses what to spend, or how much to get. */
export function AmountStep({ state, returning, onContinue }: AmountProps) {
  const { t } = useRamp();
  const amount = useAmount(state, onContinue);
  const { price, action } = amount;
  return (
    <StepView title={t("ramp_amount_title")}>
      <CheckedForm onSubmit={amount.submit} noValidate>
        <AmountField state={state} amount={amount} />
        {amount.unit === "money" && <QuickAmounts state={state} amount={amount} />}
        <Limits state={state} />
        {price === undefined ? (
          <p className="quote empty">{t(action.busy || amount.asking ? "ramp_amount_asking" : "ramp_amount_empty")}</p>
        ) : (
          <Quote purchase={price} state={state} about />
        )}
        <Alert>{returning.failure}</Alert>
        <Terms state={state} />
        <Button type="submit" busy={action.busy || returning.busy} disabled={state.paused}>
          {t("ramp_continue")}
        </Button>
      </CheckedForm>
    </StepView>
  );
}

type Amount = ReturnType<typeof useAmount>;

/** Amounts that the limits leave, as far as they are known. */
function QuickAmounts({ state: { limits }, amount }: { state: State; amount: Amount }) {
  const { t, format } = useRamp();
  const { currency } = amount;
  const bounds = limits?.currency === currency ? limits : undefined;
  const isLeft = (quick: string) =>
    bounds === undefined ||
    (Number(quick) >= Number(bounds.minimum) && Number(quick) <= Number(bounds.week_left ?? bounds.minimum));
  const quick = QUICK.filter(isLeft);
  if (quick.length === 0) return null;
  return (
    <fieldset className="quick" aria-label={t("ramp_amount_quick")}>
      {quick.map((one) => (
        <button key={one} type="button" className="chip" onClick={() => amount.setTyped(format.typed(one))}>
          {format.round(one, currency)}
        </button>
      ))}
    </fieldset>
  );
}

function Limits({ state: { limits } }: { state: State }) {
  const { t, format } = useRamp();
  if (limits === null) return null;
  const money = (amount: string) => format.money(amount, limits.currency);
  const texts = [
    t("ramp_limit_minimum", { amount: money(limits.minimum) }),
    limits.week_left !== null && t("ramp_limit_week", { amount: money(limits.week_left) }),
    limits.month_left !== null && t("ramp_limit_month", { amount: money(limits.month_left) }),
    limits.needs_identity_above !== null && t("ramp_limit_identity", { amount: money(limits.needs_identity_above) }),
  ];
  return <p className="hint limits">{texts.filter((text) => text !== false).join(" ")}</p>;
}
