import { findReplay, IdempotencyMismatch, idempotencyOf } from "#idempotency";
import { type Caller, projectOf } from "#kernel/caller.ts";
import { newId, type ProjectId, type ProjectKeyId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import type { CreateKeyDeps } from "./create-key.ts";
import { boundOf, type MadeKey, madeBefore } from "./grant-key.ts";
import { excessOf, KeyTooWide } from "./model/excess.ts";
import {
  formerEnd,
  hashOfSecret,
  isValid,
  KEYS_VALID_MAX,
  KeyNotFound,
  KeyRolledBefore,
  newProjectKeySecret,
  shownPrefix,
  TooManyKeys,
} from "./model/project-key.ts";
import { countValidKeys, insertSuccessor, updateEnd } from "./store/keys.ts";
import { findOwnKey } from "./store/policies.ts";

export type RollKeyDeps = CreateKeyDeps & { readonly journal: Pick<Journal, "appendIfPossible"> };

export type RollKey = {
  readonly keyId: ProjectKeyId;
  /** When the former key ends, at most 30 days from now; undefined: in 24 hours. */
  readonly formerEndsAt?: Date | undefined;
  /** Undefined: the operator. */
  readonly by?: { readonly caller: Caller; readonly idempotencyKey?: string | undefined } | undefined;
};

/**
 * Makes a key that takes over from another one: with its name, its rules and its end, and on the same budgets, so that
 * both together send no more than one. Each key hands over once. The former one stays valid until its end.
 *
 * @throws {KeyNotFound} when no valid key has this id, or it is not the caller's project's.
 * @throws {KeyTooWide} when it may do more than the caller, who would see its secret.
 * @throws {KeyRolledBefore} {TooManyKeys} {InvalidInput} {IdempotencyMismatch}
 */
export async function rollKey(deps: RollKeyDeps, { keyId, formerEndsAt, by }: RollKey): Promise<MadeKey> {
  const { db, clock, random, journal } = deps;
  const idempotency = by && idempotencyOf(by.caller.actor, "keys/roll", by.idempotencyKey, { keyId, formerEndsAt });
  const earlier = idempotency && (await findReplay(db, idempotency));
  const ofCaller = by && projectOf(by.caller);
  if (earlier !== undefined && ofCaller !== undefined) return await madeBefore(deps, ofCaller, earlier as ProjectKeyId);

  const now = clock.now();
  const formerUntil = formerEnd(now, formerEndsAt);
  const projectId = await checkFormer(deps, { keyId, by }, now);
  // Before the change, as with all that takes a right away: what is refused now has no line.
  await journal.appendIfPossible({ what: "key.end", id: keyId, expiresAt: formerUntil });
  const secret = newProjectKeySecret(random);
  const made = await insertSuccessor(
    db,
    {
      id: newId<ProjectKeyId>(random),
      projectId,
      hash: hashOfSecret(secret),
      prefix: shownPrefix(secret),
      former: keyId,
      formerUntil,
    },
    { now, max: KEYS_VALID_MAX, idempotency },
  );
  switch (made.outcome) {
    case "rolled":
      return { ...(await madeBefore(deps, projectId, made.key)), secret, replayed: false };
    case "replay":
      return await madeBefore(deps, projectId, made.key);
    case "mismatch":
      throw new IdempotencyMismatch();
    case "not_found":
      throw new KeyNotFound(keyId);
    case "rolled_before":
      throw new KeyRolledBefore(keyId);
    case "too_many":
      throw new TooManyKeys();
  }
}

/** Refuses what can be refused as things stand, and returns the project of the key. */
async function checkFormer(
  deps: RollKeyDeps,
  { keyId, by }: Pick<RollKey, "keyId" | "by">,
  now: Date,
): Promise<ProjectId> {
  const former = await findOwnKey(deps.db, keyId, now, by && projectOf(by.caller));
  if (former === undefined || !isValid(former.key, now)) throw new KeyNotFound(keyId);
  if (former.key.rolledTo !== undefined) throw new KeyRolledBefore(keyId);
  const excess = by === undefined ? [] : excessOf(former.policy, await boundOf(deps, by.caller));
  if (excess.length > 0) throw new KeyTooWide(excess);
  if ((await countValidKeys(deps.db, former.key.projectId, now)) >= KEYS_VALID_MAX) throw new TooManyKeys();
  return former.key.projectId;
}

/** Ends a key again of which the journal told, at the time that it told. False when it ends before. */
export async function endAgain({ db }: Pick<RollKeyDeps, "db">, keyId: ProjectKeyId, endsAt: Date): Promise<boolean> {
  return await updateEnd(db, keyId, endsAt);
}
