import type { Caller } from "#kernel/caller.ts";
import type { ProjectId, ProjectKeyId } from "#kernel/ids.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { memoryJournal } from "#platform/journal/testing/memory-journal.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createKey, createKeyCache, type KeyPolicyChanges, restrictKey } from "#projects";

/** The same caller with a key of its own that has this policy. */
export async function withPolicy({ db }: DatabaseUnderTest, caller: Caller, policy: KeyPolicyChanges): Promise<Caller> {
  if (caller.actor.kind !== "project") throw new Error("only a project has keys");
  const projectId = caller.wallet.owner.id as ProjectId;
  const { key } = await createKey({ db, clock: machineClock, random: machineRandom() }, { projectId, policy });
  return { ...caller, actor: { ...caller.actor, keyId: key.id, access: { scopes: undefined, networks: undefined } } };
}

export function keyOf({ actor }: Caller): ProjectKeyId {
  if (actor.kind !== "project") throw new Error("only a project has keys");
  return actor.keyId;
}

/** Changes the policy of the caller's key, without the pause in which other processes learn of it. */
export async function restrict({ db }: DatabaseUnderTest, caller: Caller, changes: KeyPolicyChanges): Promise<void> {
  const clock = { ...machineClock, sleep: async () => undefined };
  await restrictKey(
    { db, clock, keyCache: createKeyCache(machineClock), journal: memoryJournal() },
    { keyId: keyOf(caller), changes },
  );
}

/** Of each result the code of its refusal, or `taken`. */
export const codesOf = (results: readonly PromiseSettledResult<unknown>[]): string[] =>
  results.map((result) => (result.status === "rejected" ? result.reason.code : "taken"));
