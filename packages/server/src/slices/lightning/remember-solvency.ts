import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { Solvency } from "./read-solvency.ts";
import { findDeposited, saveReading } from "./store.ts";

/**
 * Compares the node with the books (`compare`), and keeps what was found: as long as it is new, bitcoin may be sold.
 * Time and deposits are those from before, so that what comes in between is not counted twice.
 *
 * @throws {NodeUnavailable}
 */
export async function rememberSolvency(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  compare: () => Promise<Solvency>,
): Promise<Solvency> {
  const [now, deposited] = [clock.now(), await findDeposited(db)];
  const solvency = await compare();
  const { assets, booked, reserve } = solvency;
  await saveReading(db, { assets, booked, reserve, deposited, now });
  return solvency;
}
