import { useUi } from "../../../ui/words.ts";

/** Money of a card. `amount`: decimal text such as "25.00". */
export function CardAmount({ amount, currency }: { amount: string; currency: string }) {
  const { locale } = useUi();
  const style = { style: "currency", currency } as const;
  return (
    <span className="amount">{new Intl.NumberFormat(locale, style).format(amount as Intl.StringNumericLiteral)}</span>
  );
}
