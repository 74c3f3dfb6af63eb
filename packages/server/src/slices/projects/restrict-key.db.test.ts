import { expect, it } from "vitest";
import type { Clock } from "#kernel/clock.ts";
import { newId, type ProjectKeyId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { authenticate, createKeyCache, KEY_CACHE_MS } from "./authenticate.ts";
import { createKey } from "./create-key.ts";
import { createProject } from "./create-project.ts";
import type { KeyPolicyChanges } from "./model/key-policy.ts";
import { restrictKey } from "./restrict-key.ts";
import { revokeKey } from "./revoke-key.ts";
import { findKey, listKeys } from "./store/policies.ts";

const random = machineRandom();

/** A clock that stands still but for what is slept. */
function stillClock(): Clock & { slept: number } {
  const clock = {
    slept: 0,
    now: () => new Date(Date.parse("2026-03-01T12:00:00Z") + clock.slept),
    monotonicMs: () => clock.slept,
    sleep: async (ms: number) => {
      clock.slept += ms;
    },
    turn: async () => undefined,
  };
  return clock;
}

onDatabase("restrictKey", (database) => {
  const given = async (policy?: KeyPolicyChanges) => {
    const { db, batch } = database();
    const project = await createProject({ batch, random }, { name: random.uuid() });
    const made = await createKey({ db, clock: machineClock, random }, { projectId: project.id, policy });
    return { project, ...made };
  };
  const process = (clock: Clock) => {
    const deps = {
      db: database().db,
      clock,
      journal: database().journal,
      keyCache: createKeyCache(clock),
      scheduler: { loop: () => Promise.reject() as never, spawn: () => undefined },
    };
    return {
      ...deps,
      accessOf: async (secret: string) => {
        const caller = await authenticate(deps, secret);
        return caller?.actor.kind === "project" ? caller.actor.access : undefined;
      },
    };
  };
  const policyOf = async (id: ProjectKeyId) => (await findKey(database().db, id, machineClock.now()))?.policy;

  it("gives a key its first policy, and changes what is named and leaves the rest", async () => {
    const { db } = database();
    const { key, project } = await given();
    const unbound = {
      scopes: undefined,
      cap: undefined,
      daily: undefined,
      weekly: undefined,
      monthly: undefined,
      destinations: undefined,
      networks: undefined,
    };
    expect(key.isRestricted).toBe(false);
    expect(await policyOf(key.id)).toEqual(unbound);

    const deps = process(stillClock());
    const restrict = (changes: KeyPolicyChanges) => restrictKey(deps, { keyId: key.id, changes });
    await restrict({ cap: msats(5n), destinations: ["Alice@Shop.example"] });
    await restrict({ scopes: ["send"], networks: ["::1"], daily: msats(0n), weekly: msats(6n), monthly: msats(7n) });
    expect(await policyOf(key.id)).toEqual({
      scopes: ["send"],
      cap: 5n,
      daily: 0n,
      weekly: 6n,
      monthly: 7n,
      destinations: ["alice@shop.example"],
      networks: ["::1"],
    });
    expect((await listKeys(db, project.id))[0]?.isRestricted).toBe(true);

    await restrict({ scopes: undefined, cap: undefined, destinations: undefined, daily: undefined });
    expect(await policyOf(key.id)).toEqual({ ...unbound, weekly: 6n, monthly: 7n, networks: ["::1"] });
    await restrict({ weekly: undefined, monthly: undefined });
    expect(await policyOf(key.id)).toEqual({ ...unbound, networks: ["::1"] });
  });

  it("holds in every process when it returns: for a first policy and for a change of one", async () => {
    const clock = stillClock();
    const [here, elsewhere] = [process(clock), process(clock)];
    const { key, secret } = await given();
    for (const { accessOf } of [here, elsewhere]) expect(await accessOf(secret)).toBeUndefined();

    await restrictKey(here, { keyId: key.id, changes: { scopes: ["read"] } });
    for (const { accessOf } of [here, elsewhere])
      expect(await accessOf(secret)).toEqual({ scopes: ["read"], networks: undefined });

    await restrictKey(elsewhere, { keyId: key.id, changes: { networks: ["10.0.0.0/8"] } });
    for (const { accessOf } of [here, elsewhere])
      expect(await accessOf(secret)).toEqual({ scopes: ["read"], networks: ["10.0.0.0/8"] });
  });

  it("is immediate where each payment reads what changes, and waits where processes remember it", async () => {
    const clock = stillClock();
    const { key } = await given({ cap: msats(1n) });
    const read = {
      cap: msats(2n),
      daily: msats(3n),
      weekly: undefined,
      monthly: msats(4n),
      destinations: ["internal"],
    };
    await restrictKey(process(clock), { keyId: key.id, changes: read });
    expect(clock.slept).toBe(0);
    for (const changes of [{ scopes: undefined }, { networks: undefined }] satisfies KeyPolicyChanges[]) {
      clock.slept = 0;
      await restrictKey(process(clock), { keyId: key.id, changes });
      expect(clock.slept).toBe(KEY_CACHE_MS);
    }
  });

  it("loses no rule when twelve are set at the same time, also as the first ones", async () => {
    const { key } = await given();
    const changes: KeyPolicyChanges[] = [
      { scopes: ["send"] },
      { cap: msats(1n) },
      { daily: msats(2n) },
      { weekly: msats(3n) },
      { monthly: msats(4n) },
      { destinations: ["internal"] },
    ];
    await Promise.all(
      [...changes, ...changes].map((changes) => restrictKey(process(stillClock()), { keyId: key.id, changes })),
    );
    const all = { scopes: ["send"], cap: 1n, daily: 2n, weekly: 3n, monthly: 4n, destinations: ["internal"] };
    expect(await policyOf(key.id)).toMatchObject(all);
  });

  it("changes nothing when a rule is not one, and no key that is revoked or unknown", async () => {
    const deps = process(stillClock());
    const { key } = await given({ cap: msats(7n) });
    const wrong = { cap: msats(1n), destinations: ["nowhere"] };
    await expect(restrictKey(deps, { keyId: key.id, changes: wrong })).rejects.toMatchObject({ code: "invalid_input" });
    expect((await policyOf(key.id))?.cap).toBe(7n);

    await revokeKey(deps, { keyId: key.id });
    for (const keyId of [key.id, newId<ProjectKeyId>(random)])
      await expect(restrictKey(deps, { keyId, changes: { cap: msats(1n) } })).rejects.toMatchObject({
        code: "key_not_found",
      });
    expect((await policyOf(key.id))?.cap).toBe(7n);
  });

  it("makes no key when a rule of its policy is not one", async () => {
    const { project } = await given();
    const { db } = database();
    const attempt = createKey(
      { db, clock: machineClock, random },
      { projectId: project.id, policy: { networks: ["here"] } },
    );
    await expect(attempt).rejects.toMatchObject({ code: "invalid_input" });
    expect(await listKeys(db, project.id)).toHaveLength(1);
  });

  it("keeps what the key has spent", async () => {
    const { admin } = database();
    const deps = process(stillClock());
    const { key } = await given({ cap: msats(7n) });
    await admin.query(
      sql`select projects.count_spending(${deps.clock.now()}, array[${key.id}]::uuid[], array[5], array[1])`,
    );
    await restrictKey(deps, { keyId: key.id, changes: { daily: msats(9n) } });
    expect((await findKey(database().db, key.id, deps.clock.now()))?.budgets.daily.spent).toBe(5n);
  });
});
