import type { Clock, Random } from "#kernel/clock.ts";
import { newId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { type Change, type ChangeId, insertChange, updateOutcome } from "./store/changes.ts";

export type ChangeDeps = { readonly db: Db; readonly clock: Pick<Clock, "now">; readonly random: Random };

/**
 * Writes down that a person is about to change something: before it is done, so that none is missing. The returned
 * function writes down how it was answered, and what was made; without that it is not known.
 */
export async function beginChange(
  { db, clock, random }: ChangeDeps,
  change: Omit<Change, "id" | "askedAt" | "status">,
): Promise<(status: number, made: string | undefined) => Promise<void>> {
  const id = newId<ChangeId>(random);
  await insertChange(db, { ...change, id, askedAt: clock.now() });
  return (status, made) => updateOutcome(db, { id, status, made });
}
