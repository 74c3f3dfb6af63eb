import { expect, it } from "vitest";
import { msats, sats } from "#kernel/money.ts";
import {
  findLimits,
  findServiceLimits,
  listServiceLimitChanges,
  type ServiceLimitChanges,
  setLimits,
  setServiceLimits,
} from "#ledger";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { memoryJournal } from "#platform/journal/testing/memory-journal.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { changeProject, createProject, listFeeCeilings } from "#projects";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { setUserLimits } from "#users";
import { findWallet } from "#wallets";
import { dyingAt, importOf } from "./testing/imported.harness.ts";

const random = machineRandom();

onDatabase("the import of limits that were lowered", (database) => {
  const outcomes = (all: readonly { readonly outcome: string }[]) => all.map(({ outcome }) => outcome);

  async function given() {
    const { db, batch } = database();
    const journal = memoryJournal();
    const deps = { db, batch, clock: machineClock, random, journal };
    const user = await givenUser(database());
    const project = await createProject(deps, { name: `limits ${random.uuid()}` });
    const accountOf = async ({ walletId }: Pick<typeof user, "walletId">) => {
      const wallet = await findWallet(db, walletId);
      if (wallet === undefined) throw new Error("lost");
      return wallet.account;
    };
    const limits = async () => ({
      user: await findLimits(db, await accountOf(user)),
      project: await findLimits(db, await accountOf(project)),
    });
    return { deps, user, project, journal, accountOf, limits };
  }

  it("sets lower limits of the whole service again, and raises none", async () => {
    const { deps, journal } = await given();
    const { db, admin } = database();
    const change = (changes: ServiceLimitChanges, on = journal) =>
      setServiceLimits({ ...deps, journal: on }, { changes, reason: "a test" });
    try {
      await change({ payment: sats(9n), day: sats(90n), inFlight: 30 });
      await change({ payment: sats(4n), inFlight: 3, wallets: undefined });
      const run = await importOf(database(), journal.entries);
      expect(await run()).toEqual([]);
      const copy = { payment: sats(8n), day: sats(50n), wallets: sats(70n), inFlight: undefined };
      await change(copy, memoryJournal());
      const both = await Promise.all([run(), run()]);
      expect(outcomes(both.flat())).not.toContain("question");
      expect(await findServiceLimits(db)).toEqual({ ...copy, payment: sats(4n), inFlight: 3 });
      const newest = await listServiceLimitChanges(db, 1);
      expect(newest).toMatchObject([{ reason: "the journal has it so, after a restore" }]);
      expect(await run()).toEqual([]);
    } finally {
      await admin.query(sql`select ledger.set_service_limits(null, null, null, null)`);
    }
  });

  it("sets the lower of the two again, each kind for itself, once, and raises none", async () => {
    const { deps, user, project, journal, accountOf, limits } = await given();
    await changeProject(deps, project, { limits: { daily: sats(5n), weekly: sats(50n), monthly: sats(500n) } });
    await changeProject(deps, project, { limits: { weekly: undefined }, name: project.name });
    await setUserLimits(deps, user.id, { set: { daily: sats(9n) }, byLevel: [] });
    await setUserLimits(deps, user.id, { set: { daily: sats(4n), maxBalance: sats(40n) }, byLevel: [] });
    expect(journal.entries.slice(-2)).toEqual([
      { what: "limit.set", id: user.id, kind: "daily", amount: sats(4n) },
      { what: "limit.set", id: user.id, kind: "max_balance", amount: sats(40n) },
    ]);
    const run = await importOf(database(), journal.entries);
    expect(await run()).toEqual([]);

    const copy = { daily: sats(8n), weekly: sats(80n), monthly: sats(100n), maxBalance: undefined };
    await setLimits(deps, await accountOf(project), copy);
    await setUserLimits({ ...deps, journal: memoryJournal() }, user.id, { set: copy, byLevel: [] });
    await expect(run(dyingAt(database().db, /users.set_limits/, 2))).rejects.toThrow("died");
    const both = await Promise.all([run(), run()]);
    expect(outcomes(both.flat())).not.toContain("question");
    expect(await limits()).toEqual({
      user: { ...copy, daily: sats(4n), maxBalance: sats(40n) },
      project: { ...copy, daily: sats(5n) },
    });
    expect(await run()).toEqual([]);

    await setUserLimits(deps, user.id, { set: { daily: sats(7n) }, byLevel: [] });
    expect(await (await importOf(database(), journal.entries))()).toEqual([]);
    const stranger = { what: "limit.set" as const, id: random.uuid(), kind: "daily", amount: sats(1n) };
    const older = [...journal.entries.slice(0, -1), ...Array.from({ length: 500 }, () => stranger)];
    expect(await (await importOf(database(), [...older, ...journal.entries.slice(-1)]))()).toEqual([]);
    expect((await limits()).user.daily).toBe(sats(7n));
  });

  it("sets the lower of two fee ceilings of a project again, once, and raises none", async () => {
    const { deps, project, journal } = await given();
    const ceiling = async () => (await listFeeCeilings(database().db, [project.id])).get(project.id);
    for (const feeCeilingBasisPoints of [100n, 400n, 200n])
      await changeProject(deps, project, { feeCeilingBasisPoints });
    expect(journal.entries.at(-1)).toEqual({ what: "ceiling.set", id: project.id, amount: 200n });
    const strange = { what: "ceiling.set" as const, id: random.uuid(), amount: msats(1n) };
    const run = await importOf(database(), [...journal.entries, strange]);
    expect(await run()).toEqual([]);

    const set = async (feeCeilingBasisPoints: bigint) =>
      await changeProject({ ...deps, journal: memoryJournal() }, project, { feeCeilingBasisPoints });
    await set(300n);
    await expect(run(dyingAt(database().db, /update projects.project/, 1))).rejects.toThrow("died");
    expect(await ceiling()).toBe(300n);
    const both = (await Promise.all([run(), run()])).flat();
    expect(outcomes(both).filter((outcome) => outcome === "done")).toEqual(["done"]);
    expect(await ceiling()).toBe(200n);
    await set(150n);
    expect(await run()).toEqual([]);
    expect(await ceiling()).toBe(150n);
  });

  it("names a limit that was given back to the level, with its command; a line of nobody is left", async () => {
    const { deps, user, journal } = await given();
    await setUserLimits(deps, user.id, { set: {}, byLevel: ["maxBalance"] });
    const line = { what: "limit.set" as const, id: random.uuid(), kind: "daily", amount: sats(1n) };
    const run = await importOf(database(), [...journal.entries, line, { ...line, id: user.id, kind: "none" }]);
    expect(await run()).toEqual([]);
    await setUserLimits({ ...deps, journal: memoryJournal() }, user.id, { set: { maxBalance: sats(3n) }, byLevel: [] });
    for (const _ of [1, 2])
      expect(await run()).toMatchObject([
        {
          id: user.id,
          outcome: "question",
          detail: expect.stringContaining(`leyden user limits ${user.id} --max-balance level`),
        },
      ]);
    await setUserLimits(deps, user.id, { set: {}, byLevel: ["maxBalance"] });
    expect(await (await importOf(database(), journal.entries))()).toEqual([]);
  });
});
