import { randomUUID } from "node:crypto";
import { arrayLiteral } from "../../../packages/server/src/platform/database/array-literal.ts";
import { type Connection, connect, type Database } from "../../../packages/server/src/platform/database/pool.ts";
import type { Contender } from "../contender.ts";
import type { Environment } from "../environment.ts";

const ACCOUNTS = 100_000;
const TRANSFERS_A_CALL = 1_000;
const FUNDS = 1_000_000_000_000n;
const LIGHTNING_NODE = 2n;

/**
 * The ledger's posting function alone, 1,000 transfers a call on one connection.
 * @param payers "uniform": any two of 100,000 accounts; "hot": one account pays all the others.
 */
export function ledgerFunction(environment: Environment, payers: "uniform" | "hot"): Contender {
  let database: Database;
  let connection: Connection;
  let accounts: readonly bigint[] = [];
  const bigints = (values: readonly bigint[]) => arrayLiteral(["bigint", (value) => value], values);
  const any = () => accounts[Math.floor(Math.random() * accounts.length)] ?? 0n;

  const post = async (debits: readonly bigint[], credits: readonly bigint[], amount: bigint) => {
    const count = debits.length;
    const amounts = bigints(Array<bigint>(count).fill(amount));
    const ids = arrayLiteral(["uuid", (id) => id], Array.from({ length: count }, randomUUID));
    const [row] = await connection.query({
      name: "post",
      text: `select array_position(status, 1::smallint) as refused
               from ledger.post_many($1, $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], null,
                                     array_fill('bench'::text, array[$7::int]), $2::uuid[])`,
      values: [new Date(), ids, bigints(debits), bigints(credits), amounts, amounts, count],
    });
    if (row?.["refused"] !== null) throw new Error("a transfer was refused");
  };

  return {
    name: `ledger function, ${TRANSFERS_A_CALL} transfers a call, ${payers}`,
    async prepare() {
      database = connect({ url: environment.url, role: environment.role, max: 1, name: "bench ledger" });
      connection = await database.connection();
      const [row] = await connection.query({
        name: "open",
        text: "select ledger.open_accounts(array_fill('wallet'::text, array[$1::int])) as no",
        values: [ACCOUNTS],
      });
      accounts = row?.["no"] as bigint[];
      for (let i = 0; i < accounts.length; i += TRANSFERS_A_CALL) {
        const some = accounts.slice(i, i + TRANSFERS_A_CALL);
        await post(
          some.map(() => LIGHTNING_NODE),
          some,
          FUNDS,
        );
      }
    },
    async measure(seconds) {
      const start = performance.now();
      let posted = 0;
      while (performance.now() - start < seconds * 1_000) {
        const debits = Array.from({ length: TRANSFERS_A_CALL }, () => (payers === "hot" ? (accounts[0] ?? 0n) : any()));
        const credits = debits.map((debit) => {
          const credit = any();
          return credit === debit ? LIGHTNING_NODE : credit;
        });
        await post(debits, credits, 1n);
        posted += TRANSFERS_A_CALL;
      }
      return { perSecond: (posted * 1_000) / (performance.now() - start) };
    },
    close: () => database.close(),
  };
}
