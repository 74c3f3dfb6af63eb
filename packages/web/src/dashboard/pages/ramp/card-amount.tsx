import { formatIn } from "../../../ui/format.ts";
import { useUi } from "../../../ui/words.ts";

/** Money of a card. `amount`: decimal text such as "25.00". */
export function CardAmount({ amount, currency }: { amount: string; currency: string }) {
  const { locale } = useUi();
  return <span className="amount">{formatIn(locale).money(amount, currency)}</span>;
}
