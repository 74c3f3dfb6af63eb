import type { Shape } from "../../../api/shapes.ts";
import { Amount } from "../../../ui/amount.tsx";

/** From the least to the most that one payment may be. */
export function Range({ charge: { minAmount, maxAmount } }: { charge: Shape<"StaticCharge"> }) {
  if (minAmount === maxAmount) return <Amount msats={minAmount} />;
  return (
    <>
      <Amount msats={minAmount} /> to <Amount msats={maxAmount} />
    </>
  );
}
