import { useId } from "react";
import { useRamp } from "../context.ts";
import type { State } from "../state.ts";
import type { useAmount } from "./use-amount.ts";

type FieldProps = { readonly state: State; readonly amount: ReturnType<typeof useAmount> };

/** What is paid, or what is wanted. */
export function AmountField({ state, amount }: FieldProps) {
  const { t, format } = useRamp();
  const id = useId();
  const { unit, typed, setTyped, action, wrong } = amount;
  const said = action.failure ?? wrong;
  const other = unit === "money" ? "sats" : "money";
  return (
    <div className="field amount">
      <label htmlFor={id}>{t(unit === "money" ? "ramp_amount_label" : "ramp_amount_label_sats")}</label>
      <div className="joined">
        <input
          id={id}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          inputMode={unit === "money" ? "decimal" : "numeric"}
          autoComplete="off"
          placeholder={unit === "money" ? format.typed("0") : "0"}
          aria-invalid={said !== undefined}
          aria-describedby={`${id}-wrong`}
        />
        {unit === "money" ? <Currency state={state} amount={amount} /> : <span className="currency">sats</span>}
      </div>
      <p className="wrong" id={`${id}-wrong`} role="alert">
        {said}
      </p>
      <button type="button" className="link" onClick={() => amount.setUnit(other)}>
        {t(unit === "money" ? "ramp_amount_in_sats" : "ramp_amount_in_money")}
      </button>
    </div>
  );
}

function Currency({ state, amount: { currency, setCurrency } }: FieldProps) {
  const { t } = useRamp();
  const isFixed = state.session.quote_currency !== null || state.currencies.length < 2;
  if (isFixed) return <span className="currency">{currency}</span>;
  return (
    <select
      aria-label={t("ramp_amount_currency")}
      value={currency}
      onChange={({ target }) => setCurrency(target.value)}
    >
      {state.currencies.map((code) => (
        <option key={code}>{code}</option>
      ))}
    </select>
  );
}
