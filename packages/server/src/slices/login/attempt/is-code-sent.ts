import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { Purpose } from "../model/attempt.ts";
import { hashOf } from "../model/secrets.ts";
import { findAttempt } from "../store/attempts.ts";

/** Whether a code was sent for a browser that it has not shown yet. */
export async function isCodeSent(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { secret, purpose }: { readonly secret: string; readonly purpose: Purpose },
): Promise<boolean> {
  return (await findAttempt(db, hashOf(secret), purpose, clock.now())).kind === "code_sent";
}
