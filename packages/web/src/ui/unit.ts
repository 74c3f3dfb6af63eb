import { createContext, useContext, useSyncExternalStore } from "react";
import type { Unit } from "./amount-text.ts";

/** What one bitcoin costs, as the service knows it. */
export type Price = {
  readonly currency: string;
  readonly price: string;
  readonly at: string;
  /** No market has it: on test networks. */
  readonly isMadeUp?: boolean;
};

export type Shown = Unit | "fiat";

/** In which unit amounts are shown, in all tabs of this browser, until somebody says otherwise. */
export type UnitStore = {
  get(): Shown;
  set(unit: Shown): void;
  subscribe(listener: () => void): () => void;
};

const NAME = "leyden-unit";
const isShown = (text: string | null): text is Shown => text === "sat" || text === "btc" || text === "fiat";

export function createUnitStore(storage: () => Storage, window: Pick<Window, "addEventListener">): UnitStore {
  const listeners = new Set<() => void>();
  const read = (): Shown => {
    try {
      const kept = storage().getItem(NAME);
      return isShown(kept) ? kept : "sat";
    } catch {
      return "sat";
    }
  };
  let unit = read();
  const change = (next: Shown) => {
    unit = next;
    for (const listener of listeners) listener();
  };
  window.addEventListener("storage", ({ key }) => {
    if (key === NAME) change(read());
  });
  return {
    get: () => unit,
    set(next) {
      try {
        storage().setItem(NAME, next);
      } catch {
        // A browser that keeps nothing shows it until the page is left.
      }
      change(next);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

type Units = { readonly store: UnitStore; readonly price: Price | undefined };

export const UnitContext = createContext<Units | undefined>(undefined);

/** The unit in which amounts are shown. Without a price there is no fiat. */
export function useUnit(): { readonly unit: Shown; readonly price: Price | undefined; set(unit: Shown): void } {
  const units = useContext(UnitContext);
  if (units === undefined) throw new Error("outside of a page");
  const { store, price } = units;
  const unit = useSyncExternalStore(store.subscribe, store.get);
  return { unit: unit === "fiat" && price === undefined ? "sat" : unit, price, set: store.set };
}
