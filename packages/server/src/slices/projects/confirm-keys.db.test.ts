import { expect, it } from "vitest";
import type { Clock } from "#kernel/clock.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { authenticate, createKeyCache, KEY_CACHE_MS } from "./authenticate.ts";
import { confirmKeys } from "./confirm-keys.ts";
import { createKey } from "./create-key.ts";
import { createProject } from "./create-project.ts";
import type { KeyPolicyChanges } from "./model/key-policy.ts";
import { revokeKey } from "./revoke-key.ts";
import { listKeys } from "./store/policies.ts";

const random = machineRandom();
const log = createLog({ level: "silent", pretty: false });

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

onDatabase("confirmKeys", (database) => {
  const given = async (policy?: KeyPolicyChanges) => {
    const { db, batch } = database();
    const project = await createProject({ batch, random }, { name: random.uuid() });
    const made = await createKey({ db, clock: machineClock, random }, { projectId: project.id, policy });
    return { project, ...made };
  };
  const restored = () => database().db.query(sql`select projects.wait_for_confirmation()`);
  /** One process: it remembers keys by itself. */
  const process = (clock: Clock) => {
    const deps = {
      db: database().db,
      clock,
      log,
      keyCache: createKeyCache(clock),
      journal: database().journal,
      scheduler: { loop: () => Promise.reject() as never, spawn: () => undefined },
    };
    const accessOf = async (secret: string) => {
      const caller = await authenticate(deps, secret);
      return caller?.actor.kind === "project" ? caller.actor.access : "no caller";
    };
    return { ...deps, accessOf };
  };

  it("lets the keys of one project do again what they could, with the policy that they had", async () => {
    const [first, limited, other] = [await given(), await given({ scopes: ["send"] }), await given()];
    await restored();
    const before = process(stillClock());
    for (const { secret } of [first, limited, other])
      expect(await before.accessOf(secret)).toMatchObject({ isUnconfirmed: true });

    expect(await confirmKeys(process(stillClock()), { project: first.project.id })).toBe(1);
    expect(await confirmKeys(process(stillClock()), { project: limited.project.id })).toBe(1);

    const after = process(stillClock());
    expect(await after.accessOf(first.secret)).toBeUndefined();
    expect(await after.accessOf(limited.secret)).toEqual({ scopes: ["send"], networks: undefined });
    expect(await after.accessOf(other.secret)).toMatchObject({ isUnconfirmed: true });
  });

  it("returns when it holds in every process, and confirms the keys of all", async () => {
    const keys = [await given(), await given()];
    await restored();
    const clock = stillClock();
    const another = process(clock);
    for (const { secret } of keys) await another.accessOf(secret);

    expect(await confirmKeys({ ...another, clock }, { project: undefined })).toBeGreaterThanOrEqual(2);

    expect(clock.slept).toBe(KEY_CACHE_MS);
    for (const { secret } of keys) expect(await another.accessOf(secret)).toBeUndefined();
    expect(await confirmKeys({ ...another, clock }, { project: undefined })).toBe(0);
    expect(clock.slept).toBe(KEY_CACHE_MS);
  });

  it("does not bring back a key that was revoked, and holds no key that is made after the restore", async () => {
    const { project, key, secret } = await given();
    await restored();
    const made = await createKey({ db: database().db, clock: machineClock, random }, { projectId: project.id });
    const one = process(stillClock());
    await revokeKey(one, { keyId: key.id });

    expect(await confirmKeys(one, { project: project.id })).toBe(0);

    expect(await one.accessOf(secret)).toBe("no caller");
    expect(await one.accessOf(made.secret)).toBeUndefined();
    const listed = await listKeys(database().db, project.id);
    expect(listed.map(({ isUnconfirmed }) => isUnconfirmed)).toEqual([true, false]);
  });
});
