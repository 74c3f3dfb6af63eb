import { expect, it } from "vitest";
import { runAudit } from "#audit";
import { createApp, endOldSecrets, findApp, invariants, isClientSecret, revokeApp, rotateSecret } from "#oauth";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { memoryJournal } from "#platform/journal/testing/memory-journal.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createProject } from "#projects";
import { dyingAt, importOf } from "./testing/imported.harness.ts";

const random = machineRandom();

onDatabase("the import of what applications have lost", (database) => {
  const outcomes = (all: readonly { readonly outcome: string }[]) => all.map(({ outcome }) => outcome);

  async function given() {
    const { db, batch } = database();
    const journal = memoryJournal();
    let ms = Date.now();
    const now = () => {
      ms += 1_000;
      return new Date(ms);
    };
    const clock = { ...machineClock, now };
    const deps = { db, batch, clock, random, journal };
    const project = await createProject(deps, { name: `apps ${random.uuid()}` });
    const make = () =>
      createApp(deps, { projectId: project.id, name: "Shop", redirectUris: ["https://shop.example/cb"] });
    const { app, clientSecret: first } = await make();
    const works = async (clientSecret: string) => await isClientSecret(db, { clientId: app.clientId, clientSecret });
    /** The copy has the first secret alone, and it is valid. */
    const goBack = async () => {
      await database().admin.query(sql`
        delete from oauth.app_secret
         where app_id = ${app.id}
           and created_at > (select min(created_at) from oauth.app_secret where app_id = ${app.id})`);
      await database().admin.query(sql`update oauth.app_secret set revoked_at = null where app_id = ${app.id}`);
      await database().admin.query(sql`update oauth.app set revoked_at = null where id = ${app.id}`);
    };
    const breaches = async () =>
      (await runAudit({ db, invariants })).filter(({ breaches }) => breaches.length > 0).map(({ id }) => id);
    return { deps, app, first, journal, make, works, goBack, breaches };
  }

  it("revokes an application again, once, also by two and beside the operator", async () => {
    const { deps, app, first, journal, works, goBack } = await given();
    await revokeApp(deps, app);
    await expect(revokeApp(deps, app)).rejects.toMatchObject({ code: "app_not_found" });
    expect(journal.entries).toEqual([{ what: "app.revoke", id: app.id }]);
    const run = await importOf(database(), journal.entries);
    expect(await run()).toEqual([]);

    await goBack();
    expect(await works(first)).toBe(true);
    const both = (await Promise.all([run(), run()])).flat();
    expect(outcomes(both).filter((outcome) => outcome === "done")).toHaveLength(1);
    expect([await works(first), (await findApp(deps.db, app.id))?.revokedAt]).toEqual([false, expect.any(Date)]);
    await goBack();
    await Promise.allSettled([run(), revokeApp(deps, app)]);
    expect([await works(first), await run()]).toEqual([false, []]);
  });

  it("ends secrets again, all of them by the next import when one died; one nobody has takes their place", async () => {
    const { deps, app, first, journal, works, goBack, breaches } = await given();
    const { clientSecret: second } = await rotateSecret(deps, app);
    expect(journal.entries.map(({ what }) => what)).toEqual(["secret.rotate"]);
    expect(await endOldSecrets(deps, app)).toBe(1);
    expect(await endOldSecrets(deps, app)).toBe(0);
    expect(journal.entries.map(({ what }) => what)).toEqual(["secret.rotate", "secret.end"]);
    await goBack();
    const run = await importOf(database(), journal.entries);
    await expect(run(dyingAt(database().db, /^transaction$/, 1))).rejects.toThrow("died");
    await expect(run(dyingAt(database().db, /^transaction$/, 1))).rejects.toThrow("died");
    expect(await works(first)).toBe(true);

    const command = expect.stringContaining(`leyden app rotate-secret ${app.id}`);
    const [one, two] = await Promise.all([run(), run()]);
    expect([...one, ...two].filter(({ detail }) => detail.includes("is ended, and no other"))).toMatchObject([
      { id: app.id, outcome: "question", detail: command },
    ]);
    expect([await works(first), await works(second), await breaches()]).toEqual([false, false, []]);
    expect(await run()).toMatchObject([{ id: app.id, outcome: "question", detail: command }]);

    const { clientSecret: third } = await rotateSecret(deps, app);
    expect([await works(first), await works(third), await breaches()]).toEqual([false, true, []]);
    const later = await importOf(database(), journal.entries);
    expect(await later()).toEqual([]);
  });

  it("leaves the other secret of an application, and applications and secrets that are not named", async () => {
    const { deps, app, first, journal, make, works, goBack } = await given();
    const other = await make();
    const { clientSecret: second } = await rotateSecret(deps, app);
    await endOldSecrets(deps, app);
    const { clientSecret: third } = await rotateSecret(deps, app);
    expect(journal.entries.map(({ what }) => what)).toEqual(["secret.rotate", "secret.end", "secret.rotate"]);
    await database().admin.query(sql`update oauth.app_secret set revoked_at = null where app_id = ${app.id}`);
    const run = await importOf(database(), journal.entries);
    expect(outcomes(await run())).toEqual(["done"]);
    expect([await works(first), await works(second), await works(third)]).toEqual([false, true, true]);

    await goBack(); // before the rotation: the secret that was ended is named, the newest one is missing
    expect(outcomes(await run())).toEqual(["question", "question"]);
    expect(await works(first)).toBe(false);
    const { clientId } = other.app;
    expect(await isClientSecret(deps.db, { clientId, clientSecret: other.clientSecret })).toBe(true);
    await revokeApp({ ...deps, journal: memoryJournal() }, app);
    expect(await run()).toEqual([]);
  });
});
