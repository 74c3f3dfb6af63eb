import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { runOn } from "./run-on.harness.ts";

const random = machineRandom();

onDatabase("leyden project and key", (database) => {
  const project = runOn(database, "project");
  const key = runOn(database, "key");

  it("set whom a project wants to be told, and when its wallet is low", async () => {
    const name = random.uuid();
    await project("create", name);
    const shown = async () => JSON.parse(await project("show", name, "--json"));
    expect(await shown()).toMatchObject({ contact: null, lowBalance: null });
    expect(await project("show", name)).toContain("Nobody is told");

    expect(await project("set-contact", name, "Owner@Shop.example")).toContain("owner@shop.example");
    await project("set-low-balance", name, "250000");
    expect(await shown()).toMatchObject({ contact: "owner@shop.example", lowBalance: "250000" });
    expect(await project("show", name)).toMatch(/told by mail to owner@shop\.example\.\n.*low below 250000 msats/);
    expect(await project("list")).toMatch(new RegExp(`${name}.*owner@shop\\.example`));

    await project("set-contact", name, "none");
    await project("set-low-balance", name, "none");
    expect(await shown()).toMatchObject({ contact: null, lowBalance: null });
  });

  it.each([
    ["set-contact", "no address"],
    ["set-low-balance", "0"],
    ["set-low-balance", "1.5"],
    ["set-low-balance", "-1"],
  ])("refuse %s %s", async (command, value) => {
    const name = random.uuid();
    await project("create", name);
    await expect(project(command, name, value)).rejects.toMatchObject({ code: expect.stringMatching(/^invalid_/) });
    await expect(project(command, "there is none", "none")).rejects.toMatchObject({ code: "project_not_found" });
  });

  it("make a key that ends", async () => {
    const name = random.uuid();
    await project("create", name);
    const { id } = JSON.parse(await key("create", name, "--days", "30", "--json"));
    const { createdAt, endsAt } = JSON.parse(await key("show", id, "--json"));
    const days = (Date.parse(endsAt) - Date.parse(createdAt)) / 86_400_000;
    expect(days).toBeCloseTo(30, 2);
    expect(await key("show", id)).toContain(`It ends ${endsAt}.`);
    expect(await key("list", name)).toContain(endsAt);
    for (const wrong of ["0", "-1", "1.5", "10000"])
      await expect(key("create", name, "--days", wrong)).rejects.toMatchObject({ code: "invalid_input" });
  });
});
