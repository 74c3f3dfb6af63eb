/** What the service keeps, as it is answered. Amounts are millisatoshis as strings of digits, times are ISO 8601. */
import type { components } from "./openapi.ts";

export type Payment = components["schemas"]["Payment"];
/** A payment that will not change any more. */
export type FinalPayment = Payment & { readonly status: "completed" | "failed" };
export type Charge = components["schemas"]["Charge"];
export type Wallet = components["schemas"]["Wallet"];
