import { type Connection, connect, type Database } from "../../../packages/server/src/platform/database/pool.ts";
import { type Accounts, createAccounts, measureTransfers, post, TRANSFERS_A_CALL } from "../accounts.ts";
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
    measure: (seconds) =>
      measureTransfers(seconds, { payers, accounts }, (transfers) =>
        post(connection, { at: new Date(), ...transfers, amount: 1n }),
      ),
    close: async () => await database?.close(),
  };
}
