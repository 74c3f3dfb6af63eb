import type { Contender, Row } from "./contender.ts";
import { httpPayments } from "./contenders/http-payments.ts";
import type { Environment } from "./environment.ts";
import { gamertagRows } from "./rows/gamertags.ts";
import { httpPaymentRows } from "./rows/http-payments.ts";
import { ledgerFunctionRows } from "./rows/ledger-function.ts";
import { loginRows } from "./rows/login.ts";
import { rampRows } from "./rows/ramp.ts";

/** Every row of the table; those that compare with TPC-B only where there is a pgbench. */
export function allRows(environment: Environment, tpcb: Contender | undefined): Row[] {
  const paid = httpPayments(environment);
  return [
    ...(tpcb === undefined ? [] : ledgerFunctionRows(environment, tpcb)),
    ...httpPaymentRows(paid, tpcb),
    ...gamertagRows(paid),
    ...loginRows(environment, paid),
    ...rampRows(environment),
  ];
}
