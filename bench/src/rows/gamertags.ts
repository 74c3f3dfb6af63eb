import type { Row } from "../contender.ts";
import type { HttpPayments } from "../contenders/http-payments.ts";

/** Payments to the same users, by gamertag and by address: both look up a name that is remembered. */
export function gamertagRows(paid: HttpPayments): Row[] {
  return [
    {
      title: "payments over HTTP to a gamertag / to an address, uniform",
      of: paid("batched", "uniform", { payees: "gamertags" }),
      to: paid("batched", "uniform", { payees: "addresses of users" }),
      wanted: { goal: 0.95 },
    },
  ];
}
