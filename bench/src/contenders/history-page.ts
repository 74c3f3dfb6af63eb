import type { AccountNo } from "../../../packages/server/src/kernel/ids.ts";
import { connect, type Database } from "../../../packages/server/src/platform/database/pool.ts";
import { listHistory } from "../../../packages/server/src/slices/ledger/index.ts";
import type { Accounts } from "../accounts.ts";
import type { Contender } from "../contender.ts";
import type { Environment } from "../environment.ts";

const ENTRIES = 50;

/** The newest page of 50 entries of any of the accounts, one after another. */
export function historyPage({ url, role }: Environment, accounts: Accounts): Contender {
  let db: Database;
  const read = async () => {
    const account = accounts[Math.floor(Math.random() * accounts.length)] as AccountNo;
    const { entries } = await listHistory(db, account, { limit: ENTRIES });
    if (entries.length !== ENTRIES) throw new Error(`an account has only ${entries.length} entries`);
  };
  return {
    name: `history page of ${ENTRIES} entries`,
    async prepare() {
      db = connect({ url, role, max: 1, name: "bench history" });
    },
    async measure(seconds) {
      const start = performance.now();
      let pages = 0;
      for (; performance.now() - start < seconds * 1_000; pages += 1) await read();
      return { perSecond: (pages * 1_000) / (performance.now() - start) };
    },
    close: async () => await db?.close(),
  };
}
