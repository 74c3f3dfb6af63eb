import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { AppError } from "#kernel/errors.ts";
import { LastWayIn, type Removable, waysIn, without } from "../model/factors.ts";
import type { RecentLogin } from "../model/recent-login.ts";
import type { SecurityChange } from "../model/security-change.ts";
import { deleteFactor, findFactors } from "../store/factors.ts";
import { type ChangeDeps, changeFactors } from "./change-factors.ts";

/**
 * Removes a factor of the user; with the authenticator app its recovery codes.
 * @throws {LoginTooOld} @throws {UserNotFound} @throws {FactorMissing} @throws {LastWayIn}
 */
export async function removeFactor(deps: ChangeDeps, login: RecentLogin, factor: Removable): Promise<void> {
  await changeFactors(deps, login, { change: CHANGES[factor.kind] }, async (tx) => {
    const owned = await findFactors(tx, login.userId);
    if (!(await deleteFactor(tx, login.userId, factor))) throw new FactorMissing();
    if (waysIn(without(owned, factor), deps.outlet().kind !== "none") === 0) throw new LastWayIn();
  });
  // After the change, which may be refused, and before the answer.
  await deps.journal.appendIfPossible({
    what: "factor.remove",
    id: login.userId,
    kind: factor.kind,
    hashes: hashesOf(factor),
  });
}

/** Which passkey or wallet it was: its id is found again by its hash. */
function hashesOf(factor: Removable): readonly Uint8Array[] {
  if (factor.kind !== "passkey" && factor.kind !== "lightning") return [];
  return [sha256(utf8ToBytes(factor.kind === "passkey" ? factor.id : factor.key))];
}

const CHANGES: Readonly<Record<Removable["kind"], SecurityChange>> = {
  totp: "totp_removed",
  password: "password_removed",
  passkey: "passkey_removed",
  lightning: "lightning_key_removed",
};

export class FactorMissing extends AppError {
  constructor() {
    super("factor_missing", "there is no such way to log in; it may have been removed in another window");
  }
}
