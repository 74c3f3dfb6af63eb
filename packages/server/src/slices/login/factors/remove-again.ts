import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { hashOfMark, hashOfRecoveryCode, markOf, type Removable, type UserFactors } from "../model/factors.ts";
import { deleteFactor, findFactors, isOpen, lockFactors } from "../store/factors.ts";
import { listRecoveryCodeUses, type RecoveryCodeUse, updateUsedBefore } from "../store/recovery-codes.ts";
import { endLogins } from "../store/sessions.ts";

/** A factor that was removed, as the journal tells of it: whose, by which hash it is found, and when. */
export type RemovedFactor = { readonly userId: UserId; readonly hash: string; readonly at: Date };

/**
 * Of these the factors that users of this database have. A recovery code counts as one also when it was used after the
 * time that the journal tells of: it opened something a second time.
 */
export async function listPresentFactors(db: Db, removed: readonly RemovedFactor[]): Promise<readonly RemovedFactor[]> {
  const present: RemovedFactor[] = [];
  for (const userId of new Set(removed.map((one) => one.userId))) {
    const hashes = new Set(hashesOf(await findFactors(db, userId)).keys());
    const codes = codesOf(await listRecoveryCodeUses(db, userId));
    present.push(
      ...removed.filter(
        (one) => one.userId === userId && (hashes.has(one.hash) || isUnusedBefore(codes.get(one.hash), one.at)),
      ),
    );
  }
  return present;
}

/**
 * Removes a factor again that a user has removed before, or a recovery code that was used or replaced; all logins of
 * the user end. A code may have been used once more since the database came back, by someone who had seen it: what that
 * has opened ends too, once. A factor is removed also where it is the last way in of this copy. False when it is not
 * there by then.
 */
export async function removeAgain(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { userId, hash, at }: RemovedFactor,
): Promise<boolean> {
  return await db.transaction(async (tx) => {
    await lockFactors(tx, userId, clock.now());
    if (!(await isOpen(tx, userId))) return false;
    const code = codesOf(await listRecoveryCodeUses(tx, userId)).get(hash);
    const factor = hashesOf(await findFactors(tx, userId)).get(hash);
    const isRemoved =
      code !== undefined
        ? await updateUsedBefore(tx, userId, { hash: code.hash, usedAt: at })
        : factor !== undefined && (await deleteFactor(tx, userId, factor));
    if (isRemoved) await endLogins(tx, clock.now(), { userId });
    return isRemoved;
  });
}

function isUnusedBefore(code: RecoveryCodeUse | undefined, at: Date): boolean {
  return code !== undefined && (code.usedAt === undefined || code.usedAt > at);
}

function codesOf(codes: readonly RecoveryCodeUse[]): ReadonlyMap<string, RecoveryCodeUse> {
  return new Map(codes.map((code) => [bytesToHex(hashOfRecoveryCode(code.hash)), code] as const));
}

function hashesOf(owned: UserFactors): ReadonlyMap<string, Removable> {
  const factors: readonly Removable[] = [
    { kind: "totp" },
    { kind: "password" },
    ...owned.passkeys.map(({ id }) => ({ kind: "passkey", id }) as const),
    ...owned.lightningKeys.map(({ key }) => ({ kind: "lightning", key }) as const),
  ];
  return new Map(
    factors.flatMap((factor) => {
      const mark = markOf(owned, factor);
      return mark === undefined ? [] : [[bytesToHex(hashOfMark(mark)), factor] as const];
    }),
  );
}
