import { useId } from "react";
import { formatIn } from "./format.ts";
import { Time } from "./time.tsx";
import { type Price, type Shown, useUnit } from "./unit.ts";
import { useUi } from "./words.ts";

/** In which unit amounts are shown: what is chosen stays in this browser. Fiat is there while a price is known. */
export function UnitSwitch() {
  const { words } = useUi();
  const { unit, price, set } = useUnit();
  const name = useId();
  const units: readonly (readonly [Shown, string])[] = [
    ["sat", "sat"],
    ["btc", "BTC"],
    ...(price === undefined ? [] : [["fiat", price.currency] as const]),
  ];
  return (
    <>
      <fieldset className="switch-row">
        <legend className="hidden">{words.unit}</legend>
        {units.map(([one, label]) => (
          <label key={one}>
            <input type="radio" name={name} checked={unit === one} onChange={() => set(one)} />
            <span className="switch-word">{label}</span>
          </label>
        ))}
      </fieldset>
      {unit === "fiat" && price !== undefined && <PriceLine price={price} />}
    </>
  );
}

/** At what price amounts are shown, and of when it is. */
function PriceLine({ price: { currency, price, at, isMadeUp } }: { price: Price }) {
  const { locale, words } = useUi();
  return (
    <p className="hint">
      1 BTC = {formatIn(locale).money(price, currency)}, {isMadeUp ? words.priceMadeUp : <Time at={at} />}
    </p>
  );
}
