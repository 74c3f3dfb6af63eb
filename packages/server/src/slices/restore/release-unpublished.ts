import type { Clock, Random } from "#kernel/clock.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { listForChain, updateReleased } from "./store.ts";

type Deps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly journal: Pick<Journal, "append">;
};

/**
 * Lets purchases to addresses of the chain go on of which the operator knows that nothing was published: they are
 * delivered, a second time where that is wrong. The caller has asked the node's wallet a moment ago (`bindPublished`).
 * @throws {OperatorError} when one of them does not wait for the chain: nothing was changed.
 */
export async function releaseUnpublished(
  { db, clock, random, log, journal }: Deps,
  { ids, reason }: { readonly ids: readonly string[]; readonly reason: string },
): Promise<number> {
  if (ids.length === 0) return 0;
  const waiting = new Set((await listForChain(db)).map(({ id }) => id));
  const strange = ids.find((id) => !waiting.has(id));
  if (strange !== undefined)
    throw new OperatorError(
      `purchase ${strange} does not wait for the chain`,
      "Nothing was let go. `npm run leyden -- restore status` shows what waits, `ramp show <id>` a purchase.",
    );
  for (const id of ids)
    await journal.append({ what: "operator.book", id: random.uuid(), kind: "unpublished", subject: id });
  log.warn({ purchases: ids, reason }, "restore.released_unpublished");
  return await updateReleased(
    db,
    ids.map((id) => ({ kind: "purchase", id })),
    clock.now(),
  );
}
