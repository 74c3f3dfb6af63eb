import type { UserId } from "#kernel/ids.ts";
import { findUser } from "#users";
import type { Checked } from "../model/outcome.ts";
import { readRecoveryCode } from "../model/recovery-code.ts";
import type { Visitor } from "../model/session.ts";
import { giveBackTries, takeTries } from "../store/factor-tries.ts";
import { consumeRecoveryCode } from "../store/recovery-codes.ts";
import { hashOf, type RecoveryDeps } from "./make-recovery-codes.ts";
import { noteChange } from "./note-change.ts";

/** Wrong codes of a user in an hour, for the work that they make: 80 bits are not guessed. */
const TRIES_MAX = 10;

/** Takes a recovery code of the user, each once, and mails the user that one was used. */
export async function checkRecoveryCode(
  deps: RecoveryDeps,
  { userId, code, visitor }: { readonly userId: UserId; readonly code: string; readonly visitor: Visitor },
): Promise<Checked> {
  const { db, clock, sealer } = deps;
  const now = clock.now();
  const limits = [{ subject: `recovery ${userId}`, most: TRIES_MAX }];
  const until = await takeTries(db, now, limits);
  if (until !== undefined) return { kind: "too_many_tries", until };

  const read = readRecoveryCode(code);
  const user = await findUser(db, userId);
  if (read === undefined || user === undefined) return { kind: "wrong" };
  const isUsed = await db.transaction(async (tx) => {
    if (!(await consumeRecoveryCode(tx, userId, hashOf(sealer, userId, read), now))) return false;
    await noteChange(tx, deps, { userId, email: user.email, change: "recovery_code_used", visitor });
    return true;
  });
  if (!isUsed) return { kind: "wrong" };
  await giveBackTries(db, limits);
  return { kind: "passed", userId };
}
