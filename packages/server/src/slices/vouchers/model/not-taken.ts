import type { Msats } from "#kernel/money.ts";

/** Why a voucher that is open did not come into the account of the person who wanted it there. Nothing was moved. */
export type NotTaken =
  | { readonly kind: "logged_out" | "blocked" | "withdrawal" | "paused" }
  /** `headroom`: what the account may hold besides what it has. */
  | { readonly kind: "over_max_balance"; readonly headroom: Msats };
