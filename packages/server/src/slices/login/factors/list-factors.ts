import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { UserFactors } from "../model/factors.ts";
import { findFactors } from "../store/factors.ts";

/** What a user logs in with, beside codes by e-mail. It holds no secret. */
export async function listFactors({ db }: { readonly db: Db }, userId: UserId): Promise<UserFactors> {
  return await db.snapshot(async (tx) => await findFactors(tx, userId));
}
