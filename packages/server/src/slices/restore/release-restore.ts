import type { Clock } from "#kernel/clock.ts";
import { listForeign } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { confirmKeys, KEY_CACHE_MS } from "#projects";
import { markWaiting } from "./mark-waiting.ts";
import { fitOf, freeOf, type Restore, type Unexplained, type Waiting } from "./model/restore.ts";
import { readWaiting } from "./read-waiting.ts";
import { endRestore, findRestore, updateReleased, updateTakenBack } from "./store.ts";

export type RestoreStatus = {
  /** Undefined: none is open. */
  readonly restore: Restore | undefined;
  readonly waiting: readonly Waiting[];
  readonly unexplained: readonly Unexplained[];
};

/** What is known of the restore that is open. */
export async function readRestore({ db }: { readonly db: Db }): Promise<RestoreStatus> {
  await markWaiting({ db });
  const [restore, waiting, foreign] = await Promise.all([findRestore(db), readWaiting(db), listForeign(db)]);
  return { restore, waiting, unexplained: foreign.filter(({ isSelf, isSetAside }) => !isSelf && !isSetAside) };
}

/** Ids of what waits and may have been paid by a payment of the node that nobody has explained. */
export async function listHeld({ db }: { readonly db: Db }): Promise<ReadonlySet<string>> {
  const { waiting, unexplained } = await readRestore({ db });
  const free = new Set(freeOf(waiting, unexplained));
  return new Set(waiting.filter((one) => !free.has(one)).map(({ id }) => id));
}

/** Things that one statement lets go on: while one runs, nobody else moves money, and it may take 15 s. */
const RELEASED_AT_ONCE = 5_000;

export type Released = {
  readonly free: readonly Waiting[];
  readonly waiting: readonly Waiting[];
  readonly restore: "ended" | "waiting" | "none";
};

/**
 * Lets go on what no unexplained payment of the node can be, and opens the ledger for everybody else. Can be run again.
 * The caller has compared the node a moment ago. `isMine`: the operator knows that nothing was restored: all goes on.
 */
export async function releaseRestore(
  { db, clock, log }: { readonly db: Db; readonly clock: Clock; readonly log: Log },
  { reason, isMine = false }: { readonly reason: string; readonly isMine?: boolean },
): Promise<Released> {
  const { waiting, unexplained } = await readRestore({ db });
  const free = isMine ? waiting : freeOf(waiting, unexplained);
  await untilKeysAreHeld({ db, clock });
  for (let i = 0; i < free.length; i += RELEASED_AT_ONCE)
    await updateReleased(db, free.slice(i, i + RELEASED_AT_ONCE), clock.now());
  if (isMine) await updateTakenBack(db, clock.now()); // before anybody is told
  const restore = await endRestore(db, { now: clock.now(), reason });
  if (isMine) await confirmKeys({ db, clock, log }, { project: undefined });
  log.warn({ released: free.map(({ id }) => id), reason, restore }, "restore.released");
  return { free, waiting: waiting.filter((one) => !free.includes(one)), restore };
}

/**
 * Waits until every process knows that the keys of the copy may only read: one that had just started may have read one
 * before the restore was opened.
 */
async function untilKeysAreHeld({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<void> {
  const restore = await findRestore(db);
  if (restore === undefined) return;
  const heldAtMs = restore.openedAt.getTime() + KEY_CACHE_MS;
  const leftMs = heldAtMs - clock.now().getTime();
  if (leftMs > 0) await clock.sleep(Math.min(leftMs, KEY_CACHE_MS));
}

/** Whether a payment of the node may be what something paid that waits for the restore. */
export async function matchWaiting({ db }: { readonly db: Db }): Promise<(payment: Unexplained) => boolean> {
  await markWaiting({ db });
  const waiting = await readWaiting(db);
  return (payment) => waiting.some((one) => fitOf(one, payment) !== undefined);
}
