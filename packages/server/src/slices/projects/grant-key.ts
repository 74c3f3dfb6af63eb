import { findReplay, IdempotencyMismatch, idempotencyOf } from "#idempotency";
import { type Caller, projectOf } from "#kernel/caller.ts";
import type { ProjectId, ProjectKeyId } from "#kernel/ids.ts";
import { type CreateKeyDeps, type KeyRequested, writeKey } from "./create-key.ts";
import { excessOf, KeyTooWide } from "./model/excess.ts";
import { checkedRules, type KeyPolicy } from "./model/key-policy.ts";
import { KeyNotFound, type ProjectKeySecret } from "./model/project-key.ts";
import { findKey, findOwnKey, type KeyWithPolicy } from "./store/policies.ts";

/** A key that was just made. */
export type MadeKey = KeyWithPolicy & {
  /** Shown this once: the same call with the same idempotency key finds the key without it. */
  readonly secret: ProjectKeySecret | undefined;
  readonly replayed: boolean;
};

/** What a key of the caller's project is made with. */
export type GrantKey = Omit<KeyRequested, "projectId"> & {
  readonly caller: Caller;
  readonly idempotencyKey?: string | undefined;
};

/**
 * Makes a key for the caller's project, which may do no more than the caller. What is not said is not bound, and what
 * would be too wide is refused: nothing is made narrower than it was asked for.
 *
 * @throws {KeyTooWide} {InvalidInput} {TooManyKeys} {IdempotencyMismatch}
 */
export async function grantKey(
  deps: CreateKeyDeps,
  { caller, idempotencyKey, name, policy, endsAt }: GrantKey,
): Promise<MadeKey> {
  const projectId = projectOf(caller);
  const rules = policy && checkedRules(policy);
  const idempotency = idempotencyOf(caller.actor, "keys", idempotencyKey, { name, policy: rules, endsAt });
  const earlier = idempotency && (await findReplay(deps.db, idempotency));
  if (earlier !== undefined) return await madeBefore(deps, projectId, earlier as ProjectKeyId);
  const excess = excessOf(rules ?? {}, await boundOf(deps, caller));
  if (excess.length > 0) throw new KeyTooWide(excess);

  const { secret, made } = await writeKey(deps, { projectId, name, policy: rules, endsAt }, idempotency);
  if (made.outcome === "mismatch") throw new IdempotencyMismatch();
  const found = await madeBefore(deps, projectId, made.key);
  return made.outcome === "replay" ? found : { ...found, secret, replayed: false };
}

/** The key that a request has made, as it is now. */
export async function madeBefore(
  { db, clock }: Pick<CreateKeyDeps, "db" | "clock">,
  projectId: ProjectId,
  keyId: ProjectKeyId,
): Promise<MadeKey> {
  const found = await findOwnKey(db, keyId, clock.now(), projectId);
  if (found === undefined) throw new KeyNotFound(keyId);
  return { ...found, secret: undefined, replayed: true };
}

/** What the caller may do itself. */
export async function boundOf(
  { db, clock }: Pick<CreateKeyDeps, "db" | "clock">,
  { actor }: Caller,
): Promise<KeyPolicy> {
  if (actor.kind !== "project") throw new Error("only a project has keys");
  const found = await findKey(db, actor.keyId, clock.now());
  if (found === undefined) throw new KeyNotFound(actor.keyId);
  return found.policy;
}
