import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { JournalLine } from "#platform/journal/format.ts";
import { memoryJournal } from "#platform/journal/testing/memory-journal.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createKey, createKeyCache, listKeys, restrictKey, revokeKey, rollKey } from "#projects";
import { projectOf } from "#slices/vouchers/testing/email.harness.ts";
import { givenVouchers } from "#slices/vouchers/testing/vouchers.harness.ts";
import { promisedOf } from "./import-promised.ts";
import type { LineKind } from "./line-kind.ts";
import { importOf } from "./testing/imported.harness.ts";

const random = machineRandom();

onDatabase("the import of keys", (database) => {
  it("from which others took over end again when they would have, once; what took over is lost", async () => {
    const { issuer } = await givenVouchers(database());
    const journal = memoryJournal();
    const deps = { ...database(), clock: machineClock, random, journal };
    const make = async (endsAt?: Date) => (await createKey(deps, { projectId: projectOf(issuer), endsAt })).key.id;
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    const [rolled, sooner, revoked] = [await make(), await make(inDays(1)), await make()];
    const formerEndsAt = inDays(3);
    for (const keyId of [rolled, sooner, revoked]) await rollKey(deps, { keyId, formerEndsAt });
    const ids = [rolled, sooner, revoked];
    // The copy is from before.
    await database().admin.query(sql`delete from projects.project_key where rolled_from = any (${ids}::uuid[])`);
    await database().admin.query(
      sql`update projects.project_key set ends_at = null where id = any (${[rolled, revoked]}::uuid[])`,
    );
    await revokeKey({ ...deps, journal: memoryJournal(), keyCache: createKeyCache(machineClock) }, { keyId: revoked });
    const run = await importOf(database(), journal.entries);

    const both = (await Promise.all([run(), run()])).flat();
    expect(both.filter(({ outcome }) => outcome === "done")).toMatchObject([
      { id: rolled, detail: expect.stringContaining(formerEndsAt.toISOString()) },
    ]);
    const ends = async () =>
      new Map((await listKeys(database().db, projectOf(issuer))).map(({ id, endsAt }) => [id, endsAt]));
    expect([(await ends()).get(rolled), (await ends()).get(revoked)]).toEqual([formerEndsAt, undefined]);
    expect((await ends()).get(sooner)?.getTime()).toBeLessThan(formerEndsAt.getTime());
    expect(await run()).toEqual([]);
  });

  it("that share rules wait for them together, told by the first of them", async () => {
    const { issuer } = await givenVouchers(database());
    const journal = memoryJournal();
    const clock = { ...machineClock, sleep: async () => undefined };
    const deps = { ...database(), clock, random, journal, keyCache: createKeyCache(clock) };
    const projectId = projectOf(issuer);
    const { key: first } = await createKey(deps, { projectId, policy: { cap: sats(9n), weekly: sats(9n) } });
    const { key: second } = await rollKey(deps, { keyId: first.id });
    journal.entries.splice(0);
    await restrictKey(deps, { keyId: second.id, changes: { weekly: sats(1n) } });
    await database().admin.query(sql`update projects.key_policy set weekly_msats = 9000 where key_id = ${first.id}`);
    await revokeKey({ ...deps, journal: memoryJournal() }, { keyId: first.id });
    const run = await importOf(database(), journal.entries);

    expect(await run()).toMatchObject([{ id: first.id, outcome: "question" }]);
    const waiting = (await listKeys(database().db, projectId)).filter(({ waitsForRules }) => waitsForRules);
    expect(waiting.map(({ id }) => id)).toEqual([second.id]);
    expect(await run()).toEqual([]);
  });

  it("ends them also while no restore is open: an end is never taken back", () => {
    const line = (what: string) => ({ what, id: random.uuid(), at: new Date(0) }) as JournalLine;
    const lines = [line("key.end"), line("key.restrict")];
    const kind = {} as LineKind;
    expect(promisedOf([{ kind, lines }], machineClock.now())).toEqual([{ kind, lines: lines.slice(0, 1) }]);
  });
});
