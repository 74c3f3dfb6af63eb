import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenPages } from "./testing/pages.harness.ts";

onDatabase("the settings of a project", (database) => {
  async function given() {
    const pages = await givenPages(database());
    const project = await pages.project();
    const developer = await pages.member(project, "developer");
    const at = (rest: string) => `/dashboard/api/projects/${project.id}${rest}`;
    const set = (payload: object) => pages.call("PATCH", at("/settings"), { as: developer, payload });
    const read = async () => (await pages.call("GET", at("/settings"), { as: developer })).data;
    return { pages, project, developer, at, set, read };
  }

  it("are changed by a developer, each alone; the handle stays", async () => {
    const { pages, project, developer, set, read } = await given();
    const none = { contact: null, lowBalance: null, language: "en", unit: "msats" };
    expect(await read()).toMatchObject({ name: project.name, handle: project.handle, ...none });
    const name = `game ${pages.deps.random.uuid()}`;
    const { email } = developer.user;
    expect((await set({ name: ` ${name} `, language: "de" })).data).toMatchObject({ name, language: "de" });
    await set({ contact: ` ${email.toUpperCase()} `, lowBalance: "100000" });
    const all = { name, handle: project.handle, contact: email, lowBalance: "100000", language: "de", unit: "msats" };
    expect(await read()).toMatchObject(all);
    expect((await read()).languages).toContainEqual({ code: "de", name: "Deutsch" });
    await set({ contact: "", lowBalance: "none" });
    expect(await read()).toMatchObject({ ...all, contact: null, lowBalance: null });
  });

  it("have no contact who is no member, no name of another project, and no language without texts", async () => {
    const { pages, set, read } = await given();
    const before = await read();
    const stranger = await pages.someone();
    const other = await pages.project();
    const refusals = [
      [{ contact: stranger.user.email, name: "new" }, "invalid_input"],
      [{ name: other.name.toUpperCase() }, "project_name_taken"],
      [{ name: " " }, "invalid_input"],
      [{ language: "xx" }, "invalid_input"],
      [{ lowBalance: "0" }, "invalid_amount"],
      [{ lowBalance: "1.5" }, "invalid_amount"],
      [{}, "invalid_input"],
    ] as const;
    for (const [payload, code] of refusals) expect(await set(payload), JSON.stringify(payload)).toMatchObject({ code });
    expect(await read()).toEqual(before);
  });

  it("are written down, with every other change, under the thing that was changed or made", async () => {
    const { pages, project, at, set } = await given();
    await set({ language: "fr" });
    const owner = await pages.member(project, "owner");
    const wanted = { name: "Payouts", cap: "1000", daily: "1000" };
    const made = await pages.call("POST", at("/keys"), { as: owner, payload: wanted });
    expect(made.body).toContain("ley_");
    await pages.call("POST", at("/keys"), { as: owner, payload: { name: "Too wide" } });
    const { id } = made.data;
    await pages.call("DELETE", at(`/keys/${id}`), { as: owner });
    const history = async (query: string) => (await pages.call("GET", at(`/history${query}`), { as: owner })).data;
    const by = { user: { gamertag: owner.user.gamertag } };
    // The outcome is written after the answer has left.
    await expect
      .poll(() => history(`?subject=${id}`))
      .toMatchObject([
        { operation: "revokeKey", subject: id, status: 200, ...by },
        { operation: "createKey", subject: id, status: 200, ...by },
      ]);
    const all: readonly { operation: string; subject: string | null; status: number }[] = await history("");
    expect(all.map(({ operation, status }) => [operation, status])).toEqual([
      ["revokeKey", 200],
      ["createKey", 403],
      ["createKey", 200],
      ["changeProjectSettings", 200],
    ]);
    expect(JSON.stringify(all)).not.toContain(made.data.apiKey);
    expect(await history("?subject=another")).toEqual([]);
    await database().admin.query(
      sql`update members.change set network = '2001:db8:0:1' where project_id = ${project.id}`,
    );
    expect(await history(`?subject=${id}`)).toMatchObject([1, 2].map(() => ({ network: "2001:db8:0:1::/64" })));
  });
});
