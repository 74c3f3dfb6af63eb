import type { Clock } from "#kernel/clock.ts";
import { listForeign } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { confirmKeys, KEY_CACHE_MS } from "#projects";
import { fitOf, freeOf, type Restore, type Unexplained, type Waiting } from "./model/restore.ts";
import { endRestore, findRestore, listWaiting, updateNotCompared, updateReleased } from "./store.ts";

export type RestoreStatus = {
  /** Undefined: none is open. */
  readonly restore: Restore | undefined;
  readonly waiting: readonly Waiting[];
  readonly unexplained: readonly Unexplained[];
};

/** What is known of the restore that is open. */
export async function readRestore({ db }: { readonly db: Db }): Promise<RestoreStatus> {
  const [restore, waiting, foreign] = await Promise.all([findRestore(db), listWaiting(db), listForeign(db)]);
  return { restore, waiting, unexplained: foreign.filter(({ isSelf, isSetAside }) => !isSelf && !isSetAside) };
}

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
  await updateReleased(db, free, clock.now());
  const restore = await endRestore(db, { now: clock.now(), reason });
  if (isMine) await takeBack({ db, clock, log });
  log.warn({ released: free.map(({ id }) => id), reason, restore }, "restore.released");
  return { free, waiting: waiting.filter((one) => !free.includes(one)), restore };
}

/** Nothing was restored: keys are as they were, and no client asks for a payment that was lost. */
async function takeBack(deps: { readonly db: Db; readonly clock: Clock; readonly log: Log }): Promise<void> {
  await updateNotCompared(deps.db);
  await confirmKeys(deps, { project: undefined });
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
  const waiting = await listWaiting(db);
  return (payment) => waiting.some((one) => fitOf(one, payment) !== undefined);
}
