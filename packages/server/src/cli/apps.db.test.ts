import { expect, it } from "vitest";
import { isClientSecret } from "#oauth";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createProject } from "#projects";
import { runOn } from "./run-on.harness.ts";

onDatabase("leyden app", (database) => {
  const run = runOn(database, "app");
  const given = async () => {
    const { batch } = database();
    const random = machineRandom();
    return await createProject({ batch, random }, { name: `apps ${random.uuid()}` });
  };
  const create = async (...more: string[]) => {
    const { id } = await given();
    const text = await run("create", id, "--name", "Shop", "--redirect", "https://shop.example/cb", ...more, "--json");
    return JSON.parse(text) as { id: string; projectId: string; clientId: string; clientSecret: string };
  };

  it("registers an application, lists it, and shows its secret once", async () => {
    const made = await create();
    expect(made).toMatchObject({ name: "Shop", redirectUris: ["https://shop.example/cb"], logoUrl: null });
    expect(await isClientSecret(database().db, made)).toBe(true);
    for (const text of [
      await run("list", made.projectId),
      await run("show", made.clientId),
      await run("show", made.id),
    ]) {
      expect(text).toContain(made.clientId);
      expect(text).not.toContain(made.clientSecret);
    }
  });

  it("refuses what is no redirect URL, and more than three", async () => {
    const { id } = await given();
    const one = ["create", id, "--name", "Shop", "--redirect"];
    await expect(run(...one, "http://shop.example/")).rejects.toMatchObject({ code: "invalid_input" });
    const four = ["a", "b", "c", "d"].map((name) => `https://${name}.example/`);
    await expect(run(...one, ...four)).rejects.toMatchObject({ code: "invalid_input" });
    expect(JSON.parse(await run("list", id, "--json"))).toEqual([]);
  });

  it("changes name, redirect URLs and logo", async () => {
    const { id } = await create("--logo", "https://shop.example/logo.png");
    const changed = ["--name", "Store", "--redirect", "https://store.example/cb", "com.store:/cb", "--logo", ""];
    expect(JSON.parse(await run("set", id, ...changed, "--json"))).toMatchObject({
      name: "Store",
      redirectUris: ["https://store.example/cb", "com.store:/cb"],
      logoUrl: null,
    });
    await expect(run("set", id)).rejects.toThrow("nothing is to be changed");
  });

  it("lets two secrets live side by side, and never a third", async () => {
    const made = await create();
    const { db } = database();
    const valid = async (clientSecret: string) => await isClientSecret(db, { ...made, clientSecret });
    const second = JSON.parse(await run("rotate-secret", made.id, "--json")).clientSecret as string;
    expect([await valid(made.clientSecret), await valid(second)]).toEqual([true, true]);
    await expect(run("rotate-secret", made.id)).rejects.toMatchObject({ code: "too_many_client_secrets" });
    expect([await valid(made.clientSecret), await valid(second)]).toEqual([true, true]);
    expect(JSON.parse(await run("rotate-secret", made.id, "--end-old", "--json"))).toEqual({ ended: 1 });
    expect([await valid(made.clientSecret), await valid(second)]).toEqual([false, true]);
    expect(JSON.parse(await run("rotate-secret", made.id, "--end-old", "--json"))).toEqual({ ended: 0 });

    const third = JSON.parse(await run("rotate-secret", made.id, "--json")).clientSecret as string;
    const { secrets } = JSON.parse(await run("show", made.id, "--json"));
    expect(secrets).toMatchObject([second, third].map((secret) => ({ lastFour: secret.slice(-4), usedAt: null })));
    expect(await run("show", made.id)).toContain(`…${third.slice(-4)} made `);
    expect(JSON.parse(await run("rotate-secret", made.id, "--end", secrets[1].id, "--json"))).toEqual({ ended: 1 });
    expect([await valid(second), await valid(third)]).toEqual([true, false]);
    const last = run("rotate-secret", made.id, "--end", second.slice(-4));
    await expect(last).rejects.toMatchObject({ code: "last_client_secret" });
  });

  it("makes another key for id tokens: the next one, or one that takes the place of those that became known", async () => {
    const { admin } = database();
    await admin.query(sql`delete from oauth.signing_key`);
    const keys = () =>
      admin.query<{ readonly generation: number; readonly signs: boolean }>(sql`
        select generation, signs_from <= now() as signs
          from oauth.signing_key
         where retired_at is null
         order by generation`);
    await run("rotate-key");
    expect(await keys()).toEqual([{ generation: 1, signs: true }]);
    expect(await run("rotate-key")).toContain("signs in a day");
    await run("rotate-key"); // the next one waits already
    const waiting = { generation: 2, signs: false };
    expect(await keys()).toEqual([{ generation: 1, signs: true }, waiting]);
    expect(JSON.parse(await run("rotate-key", "--at-once", "--json"))).toEqual({ atOnce: true });
    expect(await keys()).toEqual([{ generation: 3, signs: true }]);
  });

  it("ends an application", async () => {
    const made = await create();
    await run("revoke", made.id);
    expect(await isClientSecret(database().db, made)).toBe(false);
    await expect(run("revoke", made.id)).rejects.toMatchObject({ code: "app_not_found" });
    await expect(run("rotate-secret", made.id)).rejects.toMatchObject({ code: "app_not_found" });
    await expect(run("show", "nothing")).rejects.toMatchObject({ code: "app_not_found" });
  });
});
