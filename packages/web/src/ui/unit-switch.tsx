import { useId } from "react";
import { type Shown, useUnit } from "./unit.ts";
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
    <fieldset className="switch-row">
      <legend className="hidden">{words.unit}</legend>
      {units.map(([one, label]) => (
        <label key={one}>
          <input type="radio" name={name} checked={unit === one} onChange={() => set(one)} />
          <span className="switch-word">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
