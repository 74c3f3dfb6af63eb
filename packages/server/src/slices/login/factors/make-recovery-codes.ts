import type { Random } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Tx } from "#platform/database/db.ts";
import type { Sealer } from "#platform/secrets/seal.ts";
import { message } from "#texts/reader.ts";
import type { RecentLogin } from "../model/recent-login.ts";
import { RECOVERY_CODE_BYTES, RECOVERY_CODES, recoveryCode } from "../model/recovery-code.ts";
import { findFactors } from "../store/factors.ts";
import { listRecoveryCodes, replaceRecoveryCodes } from "../store/recovery-codes.ts";
import { type ChangeDeps, changeFactors } from "./change-factors.ts";
import { tellRecoveryCodes } from "./remove-factor.ts";

export type RecoveryDeps = ChangeDeps & { readonly sealer: Sealer };

/**
 * Makes ten codes in place of all earlier ones. They are shown this once.
 * @throws {LoginTooOld} @throws {UserNotFound} @throws {NoTotp} without an authenticator app there is nothing that they
 * stand for.
 */
export async function makeRecoveryCodes(deps: RecoveryDeps, login: RecentLogin): Promise<readonly string[]> {
  const { userId } = login;
  const { codes, ended } = await changeFactors(deps, login, { change: "recovery_codes_made" }, async (tx) => {
    const { totp } = await findFactors(tx, userId);
    if (totp === undefined) throw new NoTotp();
    const ended = await listRecoveryCodes(tx, userId);
    return { codes: await newRecoveryCodes(tx, deps, userId), ended };
  });
  await tellRecoveryCodes(deps, userId, ended);
  return codes;
}

/** The caller has locked the user's factors. */
export async function newRecoveryCodes(
  tx: Tx,
  { sealer, random, clock }: Pick<RecoveryDeps, "sealer" | "clock"> & { readonly random: Random },
  userId: UserId,
): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(random.bytes(RECOVERY_CODE_BYTES)));
  const hashes = codes.map((code) => hashOf(sealer, userId, code));
  await replaceRecoveryCodes(tx, userId, hashes, clock.now());
  return codes;
}

export function hashOf(sealer: Sealer, userId: UserId, code: string): Uint8Array {
  return sealer.mac(code, `recovery code:${userId}`);
}

export class NoTotp extends AppError {
  constructor() {
    super("factor_missing", "set up an authenticator app first", { forPeople: message("failure_app_missing") });
  }
}
