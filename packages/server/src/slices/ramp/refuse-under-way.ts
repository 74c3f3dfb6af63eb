import type { Db } from "#platform/database/db.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { countUnderWay } from "./store/under-way.ts";

/**
 * For a service that sells no bitcoin any more: what people have paid must be delivered or given back first.
 * @throws {OperatorError} while purchases are under way.
 */
export async function refuseUnderWay({ db }: { readonly db: Db }): Promise<void> {
  const count = await countUnderWay(db);
  if (count > 0)
    throw new OperatorError(
      `LEYDEN_RAMP is off, and ${count} purchases are under way: people have paid, or are about to`,
      "Start with LEYDEN_RAMP=on until they have ended.",
    );
}
