import { type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import { useRamp } from "../context.ts";
import { amountText } from "../format.ts";
import { Button, StepView } from "../parts.tsx";
import { Quote } from "../quote.tsx";
import type { Purchase, State } from "../state.ts";
import { useAction } from "../use-action.ts";
import { useSecondsUntil } from "../use-clock.ts";

/** A person types faster than we ask for prices. */
const QUIET_MS = 450;

/** Chooses what to spend. `onContinue`: the quote that is shown is to be paid. */
export function AmountStep({ state, onContinue }: { state: State; onContinue: () => void }) {
  const { t } = useRamp();
  const { typed, setTyped, currency, setCurrency, quote, action, submit } = useAmount(state, onContinue);
  return (
    <StepView title={t("amount_title")}>
      <form onSubmit={submit} noValidate>
        <AmountField
          state={state}
          typed={typed}
          setTyped={setTyped}
          currency={currency}
          setCurrency={setCurrency}
          wrong={action.failure}
        />
        <Limits state={state} />
        {quote === undefined ? (
          <p className="quote empty">{t(action.busy ? "amount_asking" : "amount_empty")}</p>
        ) : (
          <Quote purchase={quote} state={state} />
        )}
        <Button type="submit" busy={action.busy}>
          {t("continue")}
        </Button>
      </form>
    </StepView>
  );
}

function useAmount(state: State, onContinue: () => void) {
  const { api, store, t } = useRamp();
  const action = useAction();
  const quoted = state.purchase?.state === "quoted" ? state.purchase : undefined;
  const [typed, setTyped] = useState(quoted?.source_amount ?? "");
  const [currency, setCurrency] = useState(quoted?.source_currency ?? firstCurrency(state));
  const amount = amountText(typed);
  const seconds = useSecondsUntil(quoted?.quote_expires_at ?? state.now, state);
  const quote = quoted !== undefined && seconds > 0 && isOf(quoted, amount, currency) ? quoted : undefined;
  const isAsked = amount !== undefined && /[1-9]/.test(amount);
  const ask = useLatest(`${amount} ${currency}`, () =>
    action.run(() => store.act(() => api.quote(amount ?? "", currency))),
  );

  // Asked again when the price has run out, so the deadline is among what it depends on.
  const isMissing = isAsked && quote === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ask` is a new function each time
  useEffect(() => {
    action.fail(undefined);
    if (!isMissing) return undefined;
    const timer = setTimeout(() => void ask(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [amount, currency, isMissing]);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isAsked) return action.fail(t("amount_enter"));
    if (quote !== undefined || (await ask())) onContinue();
  };
  return { typed, setTyped, currency, setCurrency, quote, action, submit };
}

/**
 * `ask`, one after another; a question is left out when by its turn `subject` is another. Resolves with what `ask`
 * says.
 */
function useLatest(subject: string, ask: () => Promise<boolean>): () => Promise<boolean> {
  const latest = useRef(subject);
  const turn = useRef(Promise.resolve(false));
  latest.current = subject;
  return () => {
    turn.current = turn.current.then(() => (latest.current === subject ? ask() : false));
    return turn.current;
  };
}

function firstCurrency({ session, currencies, limits }: State): string {
  const proposed = limits?.currency ?? "";
  return session.quote_currency ?? (currencies.includes(proposed) ? proposed : (currencies[0] ?? proposed));
}

function isOf({ source_amount, source_currency }: Purchase, amount: string | undefined, currency: string): boolean {
  return amountText(source_amount) === amount && source_currency === currency;
}

type AmountFieldProps = {
  readonly state: State;
  readonly typed: string;
  readonly currency: string;
  readonly wrong: string | undefined;
  setTyped(text: string): void;
  setCurrency(currency: string): void;
};

function AmountField({ state, typed, setTyped, currency, setCurrency, wrong }: AmountFieldProps) {
  const { t } = useRamp();
  const id = useId();
  const isFixed = state.session.quote_currency !== null || state.currencies.length < 2;
  return (
    <div className="field amount">
      <label htmlFor={id}>{t("amount_label")}</label>
      <div className="joined">
        <input
          id={id}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          aria-invalid={wrong !== undefined}
          aria-describedby={`${id}-limits ${id}-wrong`}
        />
        {isFixed ? (
          <span className="currency">{currency}</span>
        ) : (
          <select
            aria-label={t("amount_currency")}
            value={currency}
            onChange={({ target }) => setCurrency(target.value)}
          >
            {state.currencies.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </select>
        )}
      </div>
      <p className="wrong" id={`${id}-wrong`} role="alert">
        {wrong}
      </p>
    </div>
  );
}

function Limits({ state: { limits } }: { state: State }) {
  const { t, format } = useRamp();
  if (limits === null) return null;
  const money = (amount: string) => format.money(amount, limits.currency);
  const texts = [
    t("limit_minimum", { amount: money(limits.minimum) }),
    limits.week_left !== null && t("limit_week", { amount: money(limits.week_left) }),
    limits.month_left !== null && t("limit_month", { amount: money(limits.month_left) }),
    limits.needs_identity_above !== null && t("limit_identity", { amount: money(limits.needs_identity_above) }),
  ];
  return <p className="hint limits">{texts.filter((text) => text !== false).join(" ")}</p>;
}
