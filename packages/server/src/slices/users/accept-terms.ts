import type { Clock } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { insertAccepted } from "./store.ts";

/** A user has accepted a version of the operator's terms. It is written once: the first time stays. */
export async function acceptTerms(
  { db, clock }: { readonly db: Db; readonly clock: Pick<Clock, "now"> },
  id: UserId,
  version: string,
): Promise<void> {
  await insertAccepted(db, { id, version, now: clock.now() });
}
