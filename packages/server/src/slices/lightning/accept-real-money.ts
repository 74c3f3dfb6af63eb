import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { RealMoneyAnswer } from "./model/real-money.ts";
import { insertRealMoney } from "./store/first-start.ts";

/** Writes down, with the time and the version of the text, that an operator has said yes to real money. */
export async function acceptRealMoney(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  givenBy: RealMoneyAnswer,
): Promise<void> {
  await insertRealMoney(db, { givenBy, now: clock.now() });
}
