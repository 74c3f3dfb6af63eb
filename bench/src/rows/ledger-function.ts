import type { Contender, Row } from "../contender.ts";
import { ledgerFunction } from "../contenders/ledger-function.ts";
import type { Environment } from "../environment.ts";

/** How much faster than single transactions the posting function is when a call carries many transfers. */
export function ledgerFunctionRows(environment: Environment, tpcb: Contender | undefined): Row[] {
  return [
    {
      title: "ledger function / TPC-B, uniform",
      of: ledgerFunction(environment, "uniform"),
      to: tpcb,
      wanted: { atLeast: 6, goal: 8 },
    },
    {
      title: "ledger function / TPC-B, one hot wallet",
      of: ledgerFunction(environment, "hot"),
      to: tpcb,
      wanted: { atLeast: 8 },
    },
  ];
}
