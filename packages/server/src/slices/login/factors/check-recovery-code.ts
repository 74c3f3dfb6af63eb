import type { UserId } from "#kernel/ids.ts";
import { findUser } from "#users";
import type { Checked } from "../model/outcome.ts";
import { readRecoveryCode } from "../model/recovery-code.ts";
import type { Visitor } from "../model/session.ts";
import { giveBackTries, takeTries } from "../store/factor-tries.ts";
import { consumeRecoveryCode } from "../store/recovery-codes.ts";
import { hashOf, type RecoveryDeps } from "./make-recovery-codes.ts";
import { recordChange } from "./record-change.ts";
import { tellRecoveryCodes } from "./remove-factor.ts";
import { triesOfUser } from "./tries-of-user.ts";

/**
 * Takes a recovery code of the user, each once, and mails the user that one was used. Wrong ones are counted for the
 * work that they make: 80 bits are not guessed.
 */
export async function checkRecoveryCode(
  deps: RecoveryDeps,
  {
    userId,
    code,
    visitor,
    browser,
  }: {
    readonly userId: UserId;
    readonly code: string;
    readonly visitor: Visitor;
    /** Of the browser's secret. */
    readonly browser: Uint8Array;
  },
): Promise<Checked> {
  const { db, clock, sealer } = deps;
  const now = clock.now();
  const limits = await triesOfUser(db, now, { factor: "recovery", userId, browser });
  const until = await takeTries(db, now, limits);
  if (until !== undefined) return { kind: "too_many_tries", until };

  const read = readRecoveryCode(code);
  const user = await findUser(db, userId);
  if (read === undefined || user === undefined) return { kind: "wrong" };
  const codeHash = hashOf(sealer, userId, read);
  const isUsed = await db.transaction(async (tx) => {
    if (!(await consumeRecoveryCode(tx, userId, codeHash, now))) return false;
    await recordChange(tx, deps, { user, change: "recovery_code_used", visitor });
    return true;
  });
  if (!isUsed) return { kind: "wrong" };
  await tellRecoveryCodes(deps, userId, [codeHash]);
  await giveBackTries(db, limits);
  return { kind: "passed", userId };
}
