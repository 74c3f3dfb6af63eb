import { timingSafeEqual } from "node:crypto";
import type { UserId } from "#kernel/ids.ts";
import { authenticationOptions, credentialOf, type RelyingParty, verifyAuthentication } from "#protocol/passkey.ts";
import { findUser } from "#users";
import type { CheckedFirst } from "../model/outcome.ts";
import type { Visitor } from "../model/session.ts";
import { findPasskey, listPasskeys, usePasskey } from "../store/passkeys.ts";
import type { ChangeDeps } from "./change-factors.ts";
import { handleOf } from "./link-passkey.ts";
import { newChallenge, takeChallenge } from "./passkey-challenge.ts";
import { recordChange } from "./record-change.ts";

export type CheckPasskeyDeps = ChangeDeps & { readonly site: RelyingParty };

/**
 * What the browser gives to `navigator.credentials.get`. `userId`: who has shown another factor already and must answer
 * with a passkey of that account; undefined: the passkey says who it is.
 */
export async function askPasskey(
  deps: CheckPasskeyDeps,
  { browser, userId }: { readonly browser: Uint8Array; readonly userId: UserId | undefined },
): Promise<ReturnType<typeof authenticationOptions>> {
  const known = userId === undefined ? [] : await listPasskeys(deps.db, userId);
  const challenge = await newChallenge(deps, { browser, use: "check", userId });
  return authenticationOptions(deps.site, challenge, known);
}

/** Takes the answer of a passkey, once. One whose counter went back is refused, and the user is mailed. */
export async function checkPasskey(
  deps: CheckPasskeyDeps,
  { browser, answer, visitor }: { readonly browser: Uint8Array; readonly answer: unknown; readonly visitor: Visitor },
): Promise<CheckedFirst> {
  const { db, clock, site } = deps;
  const taken = await takeChallenge(deps, { browser, use: "check", answer });
  const credential = credentialOf(answer);
  if (taken === undefined || credential === undefined) return { kind: "wrong" };
  const passkey = await findPasskey(db, credential.id);
  if (passkey === undefined || !isOf(passkey.userId, credential.handle)) return { kind: "wrong" };
  if (taken.userId !== undefined && taken.userId !== passkey.userId) return { kind: "wrong" };

  const proof = await verifyAuthentication(site, taken.challenge, answer, passkey);
  if (proof === undefined) return { kind: "wrong" };
  const revision = await usePasskey(db, { id: passkey.id, ...proof, now: clock.now() });
  if (revision !== undefined) return { kind: "passed", userId: passkey.userId, revision };
  await recordCopy(deps, passkey.userId, visitor);
  return { kind: "wrong" };
}

function isOf(userId: UserId, handle: Uint8Array): boolean {
  const own = handleOf(userId);
  return handle.length === own.length && timingSafeEqual(handle, own);
}

async function recordCopy(deps: CheckPasskeyDeps, userId: UserId, visitor: Visitor): Promise<void> {
  const user = await findUser(deps.db, userId);
  if (user === undefined) return;
  await deps.db.transaction((tx) => recordChange(tx, deps, { user, change: "passkey_copied", visitor }));
}
