import type { AskedDestination } from "../model/target.ts";

/** An operation for each kind of destination: its aliases share their keys. */
export const OPERATIONS = {
  address: "ln-address/send-payment",
  invoice: "payments",
  wallet: "internal-transfer",
  node: "keysend-payment",
  gamertag: "gamertag/send-payment",
} as const satisfies Record<AskedDestination["kind"], string>;
