import { Fragment } from "react";
import { numbersIn } from "../../../server/src/texts/numbers.ts";
import { amountParts, satText, type Unit, worthOf } from "./amount-text.ts";
import { useUnit } from "./unit.ts";
import { useUi } from "./words.ts";

const NAMES = { sat: "sat", btc: "BTC" } as const;

type AmountProps = {
  /** Millisatoshis as digits, with a minus before them or without. */
  msats: string;
  /** Of what comes in and goes out: a plus is shown as well. */
  signed?: boolean;
  /** In this unit, whatever the person has chosen. */
  unit?: Unit;
};

/** An amount in the unit that the person has chosen. What stands between groups of digits is not copied. */
export function Amount({ msats, signed = false, unit: fixed }: AmountProps) {
  const { locale, words } = useUi();
  const { unit: chosen, price } = useUnit();
  const shown = fixed ?? chosen;
  const numbers = numbersIn(locale);
  if (shown === "fiat" && price !== undefined) {
    const style = { style: "currency", currency: price.currency } as const;
    const worth = worthOf(msats, price.price);
    const text = new Intl.NumberFormat(numbers.locale, style).format(worth as Intl.StringNumericLiteral);
    return (
      <span className="amount" title={satText(msats, locale)}>
        {words.about} {signed && !worth.startsWith("-") ? "+" : ""}
        {text}
      </span>
    );
  }
  const unit = shown === "btc" ? "btc" : "sat";
  const { sign, whole, decimals } = amountParts(msats, unit);
  return (
    <span className="amount">
      {sign === "-" ? "−" : signed ? "+" : ""}
      {numbers.groups(whole).map((digits, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups have nothing else
        <Fragment key={i}>
          {i > 0 && <span className="group">{numbers.group}</span>}
          {digits}
        </Fragment>
      ))}
      {decimals !== "" && `${numbers.decimal}${decimals}`}
      <span className="unit"> {NAMES[unit]}</span>
    </span>
  );
}
