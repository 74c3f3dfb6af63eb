import type { Row } from "./contender.ts";
import { httpPayments } from "./contenders/http-payments.ts";
import { ledgerFunction } from "./contenders/ledger-function.ts";
import { createEnvironment, type Environment } from "./environment.ts";
import type { Part } from "./figure.ts";
import { measureRows } from "./measure-rows.ts";
import { findPgbench, tpcb } from "./pgbench.ts";
import { gamertagRows } from "./rows/gamertags.ts";
import { httpPaymentRows } from "./rows/http-payments.ts";
import { ledgerFunctionRows } from "./rows/ledger-function.ts";
import { listRows } from "./rows/lists.ts";
import { loginRows } from "./rows/login.ts";
import { rampRows } from "./rows/ramp.ts";

/** Parts that are rows: each on one PostgreSQL, which has 60 connections. */
export const rowParts: readonly Part[] = [
  partOf("Payments inside the service", (environment) => {
    const pgbench = findPgbench();
    if ("missing" in pgbench) console.log(`Nothing is compared with TPC-B: ${pgbench.missing}.\n`);
    const yardstick = "program" in pgbench ? tpcb(environment, pgbench.program) : undefined;
    const paid = httpPayments(environment);
    const ledger = (payers: "uniform" | "hot") => ledgerFunction(environment, payers);
    return [
      ...ledgerFunctionRows(environment, yardstick),
      ...httpPaymentRows(paid, { tpcb: yardstick, ledger }),
      ...gamertagRows(paid),
    ];
  }),
  partOf("Lists of payments", listRows),
  partOf("Login", loginRows),
  partOf("Sessions of the on-ramp", rampRows),
];

function partOf(title: string, rowsOf: (environment: Environment) => readonly Row[]): Part {
  return {
    title,
    async measure(scale, isWanted) {
      const environment = await createEnvironment(scale);
      try {
        const rows = rowsOf(environment).filter(isWanted);
        if (rows.length === 0) return [];
        // None pays for what another one wrote.
        const beforeEach = () => environment.admin.query({ text: "checkpoint", values: [] });
        return await measureRows(rows, scale, { beforeEach });
      } finally {
        await environment.close();
      }
    },
  };
}
