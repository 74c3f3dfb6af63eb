import { type ReactNode, useMemo } from "react";
import { UnitContext } from "../../ui/unit.ts";
import { useMe, useWallet } from "../context.ts";

/** Amounts below it are shown in the unit that was chosen, at the price that the service knows. */
export function Units({ children }: { children: ReactNode }) {
  const { units: store } = useWallet();
  const price = useMe().data?.price ?? undefined;
  const units = useMemo(
    () => ({ store, price: price && { currency: price.currency, price: price.perBitcoin, at: price.at } }),
    [store, price],
  );
  return <UnitContext value={units}>{children}</UnitContext>;
}
