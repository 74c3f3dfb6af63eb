import type { Journal } from "#kernel/journal.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { creditDeparted } from "./credit-departed.ts";
import type { ImportDeps } from "./import-departed.ts";
import { tellCredit } from "./model/departed-credit.ts";
import { readWaiting } from "./read-waiting.ts";

type Deps = ImportDeps & { readonly journal: Pick<Journal, "append"> };

/**
 * Sends purchases that wait for the restore to their persons' own wallets, because the operator knows that they went
 * there after the copy was made. They go on as all that waits. Safe to repeat.
 * @throws {OperatorError} when one does not wait, or cannot go there: those before it go there.
 */
export async function releaseCredited(
  deps: Deps,
  { ids, reason }: { readonly ids: readonly string[]; readonly reason: string },
): Promise<void> {
  if (ids.length === 0) return;
  const waiting = new Set((await readWaiting(deps.db)).map(({ id }) => id));
  for (const id of ids) {
    if (!waiting.has(id)) throw new OperatorError(`purchase ${id} does not wait for the restore`, ADVICE);
    const outcome = await creditDeparted(deps, id, deps.journal);
    if (outcome !== "credited" && outcome !== "known")
      throw new OperatorError(`purchase ${id}: ${tellCredit({ id, reference: undefined }, outcome).detail}`, ADVICE);
  }
  deps.log.warn({ purchases: ids, reason }, "restore.released_credited");
}

const ADVICE = "Nothing was let go. `npm run leyden -- restore status` shows what waits, `ramp show <id>` a purchase.";
