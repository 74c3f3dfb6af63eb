import type { Row } from "../contender.ts";
import type { HttpPayments } from "../contenders/http-payments.ts";

/** Payments to the same users, by gamertag and by address: both look up a name that is remembered. */
export function gamertagRows(paid: HttpPayments): Row[] {
  return [
    {
      title: "payments over HTTP to a gamertag / to an address, uniform",
      of: paid("batched", "uniform", "gamertags"),
      to: paid("batched", "uniform", "addresses of users"),
      goal: 0.95,
    },
  ];
}
