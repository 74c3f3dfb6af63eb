import { amountParts, plainAmount, type Unit, worthOf } from "./amount-text.ts";
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

/** An amount in the unit that the person has chosen. Digits stand apart by style, so that no space is copied. */
export function Amount({ msats, signed = false, unit: fixed }: AmountProps) {
  const { locale, words } = useUi();
  const { unit: chosen, price } = useUnit();
  const shown = fixed ?? chosen;
  if (shown === "fiat" && price !== undefined) {
    const style = { style: "currency", currency: price.currency } as const;
    const worth = worthOf(msats, price.price);
    const text = new Intl.NumberFormat(locale, style).format(worth as Intl.StringNumericLiteral);
    return (
      <span className="amount" title={`${plainAmount(amountParts(msats, "sat"))} sat`}>
        {words.about} {signed && !worth.startsWith("-") ? "+" : ""}
        {text}
      </span>
    );
  }
  const unit = shown === "btc" ? "btc" : "sat";
  const { sign, groups, decimals } = amountParts(msats, unit);
  const mark = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === "decimal")?.value ?? ".";
  return (
    <span className="amount">
      {sign === "-" ? "−" : signed ? "+" : ""}
      {groups.map((group, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups have nothing else
        <span key={i} className={i > 0 ? "group" : undefined}>
          {group}
        </span>
      ))}
      {decimals !== "" && `${mark}${decimals}`}
      <span className="unit"> {NAMES[unit]}</span>
    </span>
  );
}
