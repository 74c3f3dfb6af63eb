import { expect, it } from "vitest";
import type { Clock } from "#kernel/clock.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { authenticate, createKeyCache } from "./authenticate.ts";
import { createKey } from "./create-key.ts";
import { createProject } from "./create-project.ts";
import { KEYS_VALID_MAX } from "./model/project-key.ts";
import { findKey, listKeys } from "./store/policies.ts";

const random = machineRandom();
const DAY_MS = 86_400_000;

onDatabase("a key with an end", (database) => {
  async function given() {
    const { db, batch } = database();
    let nowMs = machineClock.now().getTime();
    const clock: Clock = { ...machineClock, now: () => new Date(nowMs) };
    const scheduler = { loop: () => ({ wake: () => undefined, stop: async () => undefined }), spawn: () => undefined };
    const project = await createProject({ batch, random }, { name: random.uuid() });
    const deps = { db, clock, random };
    const keyCache = createKeyCache(clock);
    return {
      project,
      clock,
      make: (endsAt?: Date) => createKey(deps, { projectId: project.id, endsAt }),
      whose: async (secret: string) => await authenticate({ db, clock, scheduler, keyCache }, secret),
      later: (ms: number) => {
        nowMs += ms;
      },
      inMs: (ms: number) => new Date(clock.now().getTime() + ms),
    };
  }

  it("is taken until then and refused from then on, also where it was taken a moment before", async () => {
    const { db } = database();
    const world = await given();
    const endsAt = world.inMs(DAY_MS);
    const { secret, key } = await world.make(endsAt);
    const { secret: lasting } = await world.make();
    expect(key.endsAt).toEqual(endsAt);
    expect((await listKeys(db, world.project.id)).map((one) => one.endsAt)).toEqual([endsAt, undefined]);
    expect((await findKey(db, key.id, world.clock.now()))?.key.endsAt).toEqual(endsAt);

    world.later(DAY_MS - 1_000);
    expect(await world.whose(secret)).toMatchObject({ actor: { keyId: key.id } });
    world.later(1_000);
    expect(await world.whose(secret)).toBeUndefined();
    world.later(10_000);
    expect(await world.whose(secret)).toBeUndefined();
    expect(await world.whose(lasting)).toBeDefined();
  });

  it("is not made for a time that is over", async () => {
    const world = await given();
    for (const ms of [0, -1]) await expect(world.make(world.inMs(ms))).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("does not count any more when it has ended", async () => {
    const world = await given();
    for (let i = 0; i < KEYS_VALID_MAX; i += 1) await world.make(world.inMs(DAY_MS));
    await expect(world.make()).rejects.toMatchObject({ code: "too_many_keys" });
    world.later(DAY_MS + 1_000);
    await world.make();
  });
});
