import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { PauseKind } from "./model/pause.ts";
import { deletePause, insertPause, listPauses } from "./store.ts";

/**
 * Stops sending, in every process. Reserving and dispatching read the switch under the lock of the ledger's row, and
 * this waits for that lock: when it has returned, no further payment is reserved or dispatched. Finishing, reconciling
 * and receiving go on. Returns false when sending was paused for this kind before; the first reason stays.
 */
export async function pauseSending(
  { db, clock }: { db: Db; clock: Clock },
  { kind, reason }: { readonly kind: PauseKind; readonly reason: string },
): Promise<boolean> {
  return await insertPause(db, kind, reason, clock.now());
}

/**
 * Lifts one kind of pause, whatever its reason is. Sending goes on when no other kind holds. Returns false when there
 * was none of this kind.
 */
export async function resumeSending({ db }: { db: Db }, kind: PauseKind): Promise<boolean> {
  return await deletePause(db, { kind });
}

/** `set_again`: it was set after the check began, and stands. */
export type Lift = "lifted" | "not_over" | "set_again" | "was_not_set";

/**
 * Lifts one kind of pause when `isOver` finds its cause gone. A pause that was set after the check began is not lifted:
 * the check may not have seen the new reason.
 */
export async function liftWhenOver({ db }: { db: Db }, kind: PauseKind, isOver: () => Promise<boolean>): Promise<Lift> {
  const find = async () => (await listPauses(db)).find((pause) => pause.kind === kind);
  const seen = await find();
  if (!(await isOver())) return "not_over";
  if (seen !== undefined && (await deletePause(db, seen))) return "lifted";
  return (await find()) === undefined ? "was_not_set" : "set_again";
}
