import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createProject } from "#projects";
import { runOn } from "./run-on.harness.ts";

onDatabase("leyden key", (database) => {
  const run = runOn(database, "key");
  const json = async (...words: string[]) => JSON.parse(await run(...words, "--json"));
  const create = async (...more: string[]) => {
    const random = machineRandom();
    const { id } = await createProject({ batch: database().batch, random }, { name: `keys ${random.uuid()}` });
    return (await json("create", id, ...more)) as { id: string; projectId: string; apiKey: string };
  };
  const inHours = (hours: number) => Date.now() + hours * 3_600_000;

  it("makes a key with a name and budgets by day, week and month, and shows what each leaves", async () => {
    const rules = ["--daily", "1000", "--weekly", "2000", "--monthly", "3000"];
    const { id, projectId } = await create("--name", "Payouts", ...rules);
    await database().admin.query(sql`
      select projects.count_spending(now(), array[${id}]::uuid[], array[1500], array[1])`);
    expect(await json("show", id)).toMatchObject({
      name: "Payouts",
      policy: { cap: null, daily: "1000", weekly: "2000", monthly: "3000" },
      budgets: {
        daily: { limit: "1000", spent: "1500", remaining: "0", moreAt: expect.stringMatching(/:00:00.000Z$/) },
        weekly: { limit: "2000", remaining: "500", moreAt: expect.stringMatching(/T00:00:00.000Z$/) },
        monthly: { limit: "3000", remaining: "1500" },
      },
      spent: "1500",
      remaining: "0",
    });
    const text = await run("show", id);
    expect(text).toContain(`Key Payouts (${id}`);
    expect(text).toMatch(/7 days send +at most 2000 msats; 500 msats are left, more from 20/);
    await run("restrict", id, "--weekly", "none", "--monthly", "4000");
    expect((await json("show", id)).policy).toMatchObject({ daily: "1000", weekly: null, monthly: "4000" });
    expect(await json("list", projectId)).toMatchObject([{ id, name: "Payouts", policy: "yes" }]);
  });

  it("rolls a key over for a day, or for as long as it is said, and shows the new secret once", async () => {
    const { id, projectId, apiKey } = await create("--name", "Payouts", "--cap", "5");
    const made = await json("roll", id);
    expect(made).toMatchObject({ projectId, rolledFrom: id, apiKey: expect.stringMatching(/^ley_[0-9A-Za-z]{36}$/) });
    expect(made.apiKey).not.toBe(apiKey);
    const { apiKey: secret } = await json("roll", made.id, "--keep", "720");

    const [first, second, third] = (await json("list", projectId)) as {
      id: string;
      name: string;
      rolledFrom?: string;
      endsAt?: string;
    }[];
    expect([first?.name, second?.name, third?.name]).toEqual(["Payouts", "Payouts", "Payouts"]);
    expect([second?.rolledFrom, third?.rolledFrom]).toEqual([id, made.id]);
    for (const [key, hours] of [
      [first, 24],
      [second, 720],
    ] as const) {
      const away = Date.parse(key?.endsAt ?? "") - inHours(hours);
      expect(Math.abs(away)).toBeLessThan(60_000);
    }
    expect(third?.endsAt).toBeUndefined();
    expect(await run("show", made.id)).toMatch(
      new RegExp(`took over from key ${id}[^]*${third?.id} took over from it`),
    );
    expect(await run("list", projectId)).not.toContain(secret.slice(10));
    await expect(run("roll", id)).rejects.toMatchObject({ code: "key_rolled" });
  });

  it.each(["0", "721", "1.5", "-1", "week"])("keeps no key for %s hours", async (keep) => {
    const { id } = await create();
    await expect(run("roll", id, `--keep=${keep}`)).rejects.toThrow("--keep must be a whole number of hours");
  });

  it("gives keys other names, and calls one that has none by its prefix", async () => {
    const { id, projectId, apiKey } = await create();
    expect(await json("list", projectId)).toMatchObject([{ name: apiKey.slice(0, 10) }]);
    await run("rename", id, "Refunds");
    expect(await json("list", projectId)).toMatchObject([{ name: "Refunds" }]);
    await expect(run("rename", id, "x".repeat(41))).rejects.toMatchObject({ code: "invalid_input" });
  });
});
