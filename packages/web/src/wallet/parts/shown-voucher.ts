import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";

/**
 * The voucher of a page. It stands in the state of its entry in the history, which a reload keeps; an address goes into
 * logs and into the history that people see, and whoever has the link has the money.
 */
export type ShownVoucher = {
  /** A link or a code; empty: none. */
  readonly text: string;
  /** Of the call that has redeemed it, from this entry. */
  readonly key?: string;
};

export function useShownVoucher(): readonly [ShownVoucher, (next: ShownVoucher, replace?: boolean) => void] {
  const state: unknown = useHistoryState();
  const [, navigate] = useLocation();
  return [shownIn(state), (next, replace = false) => navigate("/vouchers", { state: next, replace })];
}

function shownIn(state: unknown): ShownVoucher {
  const { text, key } = (state ?? {}) as Readonly<Record<string, unknown>>;
  return { text: typeof text === "string" ? text : "", ...(typeof key === "string" && { key }) };
}
