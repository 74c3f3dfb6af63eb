import { type Connection, connect, type Database } from "../../../packages/server/src/platform/database/pool.ts";
import { type Accounts, createAccounts, post, TRANSFERS_A_CALL, transfersBetween } from "../accounts.ts";
import type { Contender } from "../contender.ts";
import type { Environment } from "../environment.ts";

/**
 * The ledger's posting function alone, 1,000 transfers a call on one connection.
 * @param payers "uniform": any two of 100,000 accounts; "hot": one account pays all the others.
 * @param known the accounts; without it they are opened first.
 */
export function ledgerFunction(environment: Environment, payers: "uniform" | "hot", known?: Accounts): Contender {
  let database: Database | undefined;
  let connection: Connection;
  let accounts: Accounts = [];

  return {
    name: `ledger function, ${TRANSFERS_A_CALL} transfers a call, ${payers}`,
    async prepare() {
      database = connect({ url: environment.url, role: environment.role, max: 1, name: "bench ledger" });
      connection = await database.connection();
      accounts = known ?? (await createAccounts(environment));
    },
    async measure(seconds) {
      const start = performance.now();
      const paying = payers === "hot" ? accounts.slice(0, 1) : accounts;
      let posted = 0;
      while (performance.now() - start < seconds * 1_000) {
        await post(connection, { at: new Date(), ...transfersBetween(paying, accounts), amount: 1n });
        posted += TRANSFERS_A_CALL;
      }
      return { perSecond: (posted * 1_000) / (performance.now() - start) };
    },
    close: async () => await database?.close(),
  };
}
