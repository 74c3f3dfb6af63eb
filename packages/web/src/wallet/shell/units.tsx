import { type ReactNode, useMemo } from "react";
import { type Price, UnitContext } from "../../ui/unit.ts";
import { useMe, useWallet, type WalletMe } from "../context.ts";

/** Amounts below it are shown in the unit that was chosen, at the price that the service knows. */
export function Units({ children }: { children: ReactNode }) {
  const { units: store } = useWallet();
  const price = useMe().data?.price ?? undefined;
  const units = useMemo(() => ({ store, price: price && priceOf(price) }), [store, price]);
  return <UnitContext value={units}>{children}</UnitContext>;
}

function priceOf({ currency, perBitcoin, at, source }: NonNullable<WalletMe["price"]>): Price {
  return { currency, price: perBitcoin, at, isMadeUp: source === "fixed" };
}
