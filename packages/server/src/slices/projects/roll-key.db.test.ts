import { expect, it } from "vitest";
import type { Clock } from "#kernel/clock.ts";
import { newId, type ProjectKeyId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { memoryJournal } from "#platform/journal/testing/memory-journal.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { authenticate, createKeyCache } from "./authenticate.ts";
import { confirmKeys } from "./confirm-keys.ts";
import { createKey, type KeyRequested } from "./create-key.ts";
import { createProject } from "./create-project.ts";
import { KEYS_VALID_MAX } from "./model/project-key.ts";
import { renameKey } from "./rename-key.ts";
import { restrictKey } from "./restrict-key.ts";
import { revokeKey } from "./revoke-key.ts";
import { type RollKey, rollKey } from "./roll-key.ts";
import { findKey, listKeys } from "./store/policies.ts";

const random = machineRandom();
const DAY_MS = 86_400_000;

onDatabase("rollKey", (database) => {
  async function given(request: Omit<KeyRequested, "projectId"> = { name: "Payouts", policy: { cap: msats(5n) } }) {
    const { db, batch } = database();
    let nowMs = Math.floor(machineClock.now().getTime());
    const clock: Clock = { ...machineClock, now: () => new Date(nowMs), sleep: async () => undefined };
    const journal = memoryJournal();
    const log = createLog({ level: "silent", pretty: false });
    const scheduler = { loop: () => Promise.reject() as never, spawn: () => undefined };
    const deps = { db, clock, random, journal, log, scheduler, keyCache: createKeyCache(clock) };
    const project = await createProject({ batch, random }, { name: random.uuid() });
    const former = await createKey(deps, { projectId: project.id, ...request });
    return {
      deps,
      project,
      former,
      roll: (more: Partial<RollKey> = {}) => rollKey(deps, { keyId: former.key.id, ...more }),
      read: async (id: ProjectKeyId) => {
        const found = await findKey(db, id, clock.now());
        if (found === undefined) throw new Error("the key is lost");
        return found;
      },
      actorOf: async (secret = "") => (await authenticate({ ...deps, keyCache: createKeyCache(clock) }, secret))?.actor,
      inMs: (ms: number) => new Date(clock.now().getTime() + ms),
      later: (ms: number) => {
        nowMs += ms;
      },
    };
  }

  it("makes a key with name, rules and end of the former one, which stays valid for a day", async () => {
    const { project, former, roll, read, actorOf, inMs, later, deps } = await given();
    const made = await roll();

    expect(made.key).toMatchObject({ name: "Payouts", rolledFrom: former.key.id, rulesOf: former.key.id });
    expect(made.key).toMatchObject({ endsAt: undefined, isRestricted: true });
    expect(made.policy).toEqual((await read(former.key.id)).policy);
    expect(made.policy.cap).toBe(5n);
    expect((await read(former.key.id)).key).toMatchObject({ rolledTo: made.key.id, endsAt: inMs(DAY_MS) });
    expect((await listKeys(deps.db, project.id)).map(({ id, name }) => [id, name])).toEqual([
      [former.key.id, "Payouts"],
      [made.key.id, "Payouts"],
    ]);
    expect(await actorOf(made.secret)).toMatchObject({ keyId: made.key.id, rulesOf: former.key.id });
    later(DAY_MS - 1);
    expect(await actorOf(former.secret)).toMatchObject({ keyId: former.key.id });
    later(1);
    expect(await actorOf(former.secret)).toBeUndefined();
    expect(await actorOf(made.secret)).toBeDefined();
  });

  it("never lets the former key live longer than it would have, and the new one neither", async () => {
    const soon = await given();
    const endsAt = soon.inMs(2 * DAY_MS);
    const { key } = await createKey(soon.deps, { projectId: soon.project.id, endsAt });
    const made = await rollKey(soon.deps, { keyId: key.id, formerEndsAt: soon.inMs(30 * DAY_MS) });
    expect([made.key.endsAt, (await soon.read(key.id)).key.endsAt]).toEqual([endsAt, endsAt]);

    const again = await rollKey(soon.deps, { keyId: made.key.id });
    expect(again.key).toMatchObject({ endsAt, rulesOf: key.id, rolledFrom: made.key.id });
    expect((await soon.read(made.key.id)).key.endsAt).toEqual(soon.inMs(DAY_MS));
    for (const formerEndsAt of [soon.inMs(0), soon.inMs(30 * DAY_MS + 1)])
      await expect(soon.roll({ formerEndsAt })).rejects.toMatchObject({ code: "invalid_input" });
    expect((await soon.read(soon.former.key.id)).key).toMatchObject({ endsAt: undefined, rolledTo: undefined });
  });

  it("happens once, also when eight ask at the same time; what it made can be rolled over", async () => {
    const { deps, project, former, roll } = await given();
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => roll()));
    const lost = results.filter((result) => result.status === "rejected");
    expect(lost.map(({ reason }) => reason.code)).toEqual(Array(7).fill("key_rolled"));
    const keys = await listKeys(deps.db, project.id);
    expect(keys.map(({ rolledFrom }) => rolledFrom)).toEqual([undefined, former.key.id]);
    await rollKey(deps, { keyId: keys[1]?.id ?? former.key.id });
    await expect(roll()).rejects.toMatchObject({ code: "key_rolled" });
  });

  it("needs a valid key and room for another one, and leaves all as it was without", async () => {
    const { deps, project, former, roll, read, later, inMs } = await given();
    const { key: ended } = await createKey(deps, { projectId: project.id, endsAt: inMs(1) });
    const { key: revoked } = await createKey(deps, { projectId: project.id });
    await revokeKey(deps, { keyId: revoked.id });
    later(1);
    deps.journal.entries.splice(0);
    for (const keyId of [ended.id, revoked.id, newId<ProjectKeyId>(random)])
      await expect(rollKey(deps, { keyId })).rejects.toMatchObject({ code: "key_not_found" });

    for (let i = 1; i < KEYS_VALID_MAX; i += 1) await createKey(deps, { projectId: project.id });
    await expect(roll()).rejects.toMatchObject({ code: "too_many_keys" });
    expect((await read(former.key.id)).key).toMatchObject({ endsAt: undefined, rolledTo: undefined });
    expect(deps.journal.entries).toEqual([]);
  });

  it("never makes one valid key too many, with keys that are made at the same time", async () => {
    const { deps, project } = await given();
    const rolled = await Promise.all(Array.from({ length: 6 }, () => createKey(deps, { projectId: project.id })));
    const results = await Promise.allSettled([
      ...rolled.map(({ key }) => rollKey(deps, { keyId: key.id })),
      ...Array.from({ length: 6 }, () => createKey(deps, { projectId: project.id })),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(KEYS_VALID_MAX - 7);
    expect(await listKeys(deps.db, project.id)).toHaveLength(KEYS_VALID_MAX);
  });

  it("shares rules from then on: a change of either is one of both, in all processes", async () => {
    const { deps, former, roll, read, actorOf } = await given();
    const made = await roll();
    await restrictKey(deps, { keyId: made.key.id, changes: { scopes: ["read"], weekly: msats(9n) } });
    expect((await read(former.key.id)).policy).toMatchObject({ scopes: ["read"], cap: 5n, weekly: 9n });
    for (const { secret } of [former, made])
      expect(await actorOf(secret)).toMatchObject({ access: { scopes: ["read"] } });

    const remembered = createKeyCache(deps.clock);
    const accessOf = async (secret = "") => (await authenticate({ ...deps, keyCache: remembered }, secret))?.actor;
    await Promise.all([former, made].map(({ secret }) => accessOf(secret)));
    await restrictKey({ ...deps, keyCache: remembered }, { keyId: former.key.id, changes: { scopes: ["send"] } });
    for (const { secret } of [former, made])
      expect(await accessOf(secret)).toMatchObject({ access: { scopes: ["send"] } });

    await revokeKey(deps, { keyId: former.key.id });
    await restrictKey(deps, { keyId: made.key.id, changes: { cap: msats(4n) } });
    expect((await read(made.key.id)).policy.cap).toBe(4n);
    expect(await actorOf(made.secret)).toBeDefined();
  });

  it("gives a key without rules a successor without rules, and both get the first ones", async () => {
    const { deps, former, roll, read, actorOf } = await given({});
    const made = await roll();
    expect([made.key.isRestricted, made.key.name]).toEqual([false, made.key.prefix]);
    await restrictKey(deps, { keyId: made.key.id, changes: { scopes: ["read"] } });
    expect((await read(former.key.id)).key.isRestricted).toBe(true);
    expect(await actorOf(former.secret)).toMatchObject({ access: { scopes: ["read"] } });
  });

  it("opens nothing that waits for the operator after a restore", async () => {
    const { deps, project, former, roll, read } = await given();
    await database().admin.query(sql`
      update projects.project_key set unconfirmed = true, rules_changed = true where id = ${former.key.id}`);
    const made = await roll();
    expect(made.key).toMatchObject({ isUnconfirmed: true, waitsForRules: true });
    expect(await confirmKeys(deps, { project: project.id })).toBe(0);

    const all = { scopes: undefined, cap: undefined, daily: undefined, weekly: undefined, monthly: undefined };
    const changes = { ...all, destinations: undefined, networks: undefined };
    await restrictKey(deps, { keyId: former.key.id, changes });
    expect((await read(made.key.id)).key).toMatchObject({ isUnconfirmed: true, waitsForRules: false });
    expect(await confirmKeys(deps, { project: project.id })).toBe(2);
  });

  it("tells the journal when the former key ends, and names the rules of both by the first one", async () => {
    const { deps, former, roll, inMs } = await given();
    const made = await roll();
    await restrictKey(deps, { keyId: made.key.id, changes: { cap: msats(1n) } });
    expect(deps.journal.entries).toMatchObject([
      { what: "key.end", id: former.key.id, expiresAt: inMs(DAY_MS) },
      { what: "key.restrict", id: former.key.id },
    ]);
    deps.journal.isBroken = true;
    await rollKey(deps, { keyId: made.key.id }); // a right is taken without a line too
  });

  it("has done nothing when its process dies before the statement, and all when it dies behind it", async () => {
    const { deps, project, former, roll, read } = await given();
    const dying = (isBehind: boolean): typeof deps.db =>
      Object.assign(Object.create(deps.db), {
        query: async (statement: ReturnType<typeof sql>) => {
          const isRoll = statement.text.includes("projects.roll_key");
          if (isRoll && !isBehind) throw new Error("died");
          const rows = await deps.db.query(statement);
          if (isRoll) throw new Error("died");
          return rows;
        },
      });
    await expect(rollKey({ ...deps, db: dying(false) }, { keyId: former.key.id })).rejects.toThrow("died");
    expect((await read(former.key.id)).key).toMatchObject({ endsAt: undefined, rolledTo: undefined });
    await expect(rollKey({ ...deps, db: dying(true) }, { keyId: former.key.id })).rejects.toThrow("died");
    const [, successor] = await listKeys(deps.db, project.id);
    expect((await read(former.key.id)).key.rolledTo).toBe(successor?.id);
    await expect(roll()).rejects.toMatchObject({ code: "key_rolled" });
  });

  it("leaves names to each key; one that is no name, or of a key that is not valid, is refused", async () => {
    const { deps, former, roll, read } = await given();
    const made = await roll();
    await renameKey(deps, { id: made.key.id }, "  Payouts, new ");
    expect([(await read(made.key.id)).key.name, (await read(former.key.id)).key.name]).toEqual([
      "Payouts, new",
      "Payouts",
    ]);
    await expect(renameKey(deps, { id: made.key.id }, " ")).rejects.toMatchObject({ code: "invalid_input" });
    await expect(createKey(deps, { projectId: made.key.projectId, name: "x".repeat(41) })).rejects.toMatchObject({
      code: "invalid_input",
    });
    await revokeKey(deps, { keyId: made.key.id });
    await expect(renameKey(deps, { id: made.key.id }, "x")).rejects.toMatchObject({ code: "key_not_found" });
  });
});
