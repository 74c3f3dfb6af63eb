import { connect } from "#platform/database/pool.ts";
import { post } from "./ledger.harness.ts";

/** A process that pays as fast as it can from one account to another, until it is killed. For tests only. */
const [, , url = "", debit = "", credit = ""] = process.argv;
const db = connect({ url, role: "leyden_app", max: 4, name: "spender" });

async function spend(): Promise<never> {
  for (;;) await post(db, new Date(), [{ debit: BigInt(debit), credit: BigInt(credit), amount: 1n, spend: 1n }]);
}

await Promise.all([spend(), spend(), spend(), spend()]);
