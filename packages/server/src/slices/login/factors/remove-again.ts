import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { hashOfMark, hashOfRecoveryCode, markOf, type Removable, type UserFactors } from "../model/factors.ts";
import { deleteFactor, findFactors, isOpen, lockFactors } from "../store/factors.ts";
import { consumeRecoveryCode, listRecoveryCodes } from "../store/recovery-codes.ts";
import { endLogins } from "../store/sessions.ts";

/** A factor that was removed, as the journal tells of it: whose, and by which hash it is found. */
export type RemovedFactor = { readonly userId: UserId; readonly hash: string };

/** Of these the factors that users of this database have. */
export async function listPresentFactors(db: Db, removed: readonly RemovedFactor[]): Promise<readonly RemovedFactor[]> {
  const present: RemovedFactor[] = [];
  for (const userId of new Set(removed.map((one) => one.userId))) {
    const hashes = new Set(hashesOf(await findFactors(db, userId)).keys());
    const codes = codesOf(await listRecoveryCodes(db, userId));
    present.push(...removed.filter((one) => one.userId === userId && (hashes.has(one.hash) || codes.has(one.hash))));
  }
  return present;
}

/**
 * Removes a factor again that a user has removed before; all logins of the user end. It is removed also where it is the
 * last way in of this copy. False when it is not there by then.
 */
export async function removeAgain(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { userId, hash }: RemovedFactor,
): Promise<boolean> {
  return await db.transaction(async (tx) => {
    await lockFactors(tx, userId, clock.now());
    if (!(await isOpen(tx, userId))) return false;
    const code = codesOf(await listRecoveryCodes(tx, userId)).get(hash);
    if (code !== undefined) return await consumeRecoveryCode(tx, userId, code, clock.now());
    const factor = hashesOf(await findFactors(tx, userId)).get(hash);
    if (factor === undefined || !(await deleteFactor(tx, userId, factor))) return false;
    await endLogins(tx, clock.now(), { userId });
    return true;
  });
}

function codesOf(codeHashes: readonly Uint8Array[]): ReadonlyMap<string, Uint8Array> {
  return new Map(codeHashes.map((code) => [bytesToHex(hashOfRecoveryCode(code)), code] as const));
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
