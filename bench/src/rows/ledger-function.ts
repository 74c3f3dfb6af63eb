import type { Contender, Row } from "../contender.ts";
import { ledgerFunction } from "../contenders/ledger-function.ts";
import { plainDoubleEntry } from "../contenders/plain-double-entry.ts";
import type { Environment } from "../environment.ts";

/**
 * The posting function, when a call carries many transfers: against single transactions, and against double entry
 * without its checks. Floors: docs/decisions/0078-floors-of-any-machine.md.
 */
export function ledgerFunctionRows(environment: Environment, tpcb: Contender | undefined): Row[] {
  const uniform = ledgerFunction(environment, "uniform");
  const hot = ledgerFunction(environment, "hot");
  return [
    { title: "ledger function / TPC-B, uniform", of: uniform, to: tpcb, wanted: { goal: 8 } },
    { title: "ledger function / TPC-B, one hot wallet", of: hot, to: tpcb, wanted: { goal: 13 } },
    {
      title: "ledger function / plain double entry, uniform",
      of: uniform,
      to: plainDoubleEntry(environment, "uniform"),
      wanted: { atLeast: 0.7 },
    },
    {
      title: "ledger function / plain double entry, one hot wallet",
      of: hot,
      to: plainDoubleEntry(environment, "hot"),
      wanted: { atLeast: 0.7 },
    },
  ];
}
