import type { ProjectId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { updateFeeCeiling } from "./store.ts";

/** Lowers the highest fee limit that a project may ask for, as it was before a restore. False when it is not higher. */
export async function lowerFeeCeiling(
  { db }: { readonly db: Db },
  { id, basisPoints }: { readonly id: ProjectId; readonly basisPoints: bigint },
): Promise<boolean> {
  return await updateFeeCeiling(db, id, basisPoints);
}
