import { msats } from "#kernel/money.ts";
import type { Db } from "#platform/database/db.ts";
import { listPayoutRules, paidOut } from "#vouchers";
import { findOwed, type Owed } from "./store/departed.ts";

/** What a payment for a thing may be: see `readWaiting`. Undefined: there is no such thing. */
export async function readOwed(db: Db, kind: string, id: string): Promise<Owed | undefined> {
  const owed = await findOwed(db, kind, id);
  if (owed === undefined || kind === "purchase") return owed;
  // what no rule pays out no payment of the node can be
  const none = { least: owed.most, most: msats(0n) };
  return { ...owed, ...(paidOut(owed.most, await listPayoutRules(db)) ?? none) };
}
