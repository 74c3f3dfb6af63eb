import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { acceptRealMoney, bindNode, findPast } from "#lightning";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock as clock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import type { Ask } from "#supervisor/first-node.ts";
import { adoptPast } from "./adopt.ts";
import { commands } from "./commands.ts";
import { printed } from "./printed.harness.ts";
import { runOn } from "./run-on.harness.ts";
import type { Session } from "./session.ts";

onDatabase("`node adopt`", (database) => {
  const run = runOn(database, "node");
  const deps = () => ({ ...database(), clock, random: machineRandom() });
  const session = () => deps() as unknown as Session;
  const node = createFakeNode({ clock, info: { network: "mainnet" } });
  /** A start at a node of mainnet with money; refused. */
  const start = () => bindNode({ ...deps(), node }, { instanceId: "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718" });
  const accepted = async () => (await findPast(database().db))?.reason;
  const asking = (reason: string | undefined, ask: Ask | undefined) =>
    printed(() => adoptPast(session(), { reason, ask }));

  it("without a hash and with nothing found names the commands for a single payment", async () => {
    expect(await run("adopt")).toMatch(/No node waits for your yes.*`leyden node foreign`.*`leyden node adopt <hash>`/);
    await expect(run("adopt", "--reason", "mine")).rejects.toThrow("no node with a past");
    await expect(run("adopt", randomBytes(32).toString("hex"))).rejects.toThrow("--reason");
    await expect(run("adopt", randomBytes(32).toString("hex"), "--reason", "x")).rejects.toThrow(
      "no payment with this",
    );
  });

  it("shows what a start has found, and changes nothing without a reason", async () => {
    await acceptRealMoney(deps(), "setting");
    await expect(start()).rejects.toMatchObject({
      message: expect.stringContaining("has a past"),
      advice: expect.stringContaining("node adopt --reason"),
    });
    const shown = /Found at .*\n {2}node +[0-9a-f]{66} on mainnet\n {2}holds[\s\S]*Nothing was changed/;
    expect(await run("adopt")).toMatch(shown);
    for (const answer of ["", "  "]) expect(await asking(undefined, async () => answer)).toMatch(shown);
    expect(await accepted()).toBeUndefined();
  });

  it("does not take a yes to what was shown for one to what was found meanwhile", async () => {
    const late: Ask = async () => {
      await expect(start()).rejects.toThrow("has a past");
      return "mine";
    };
    await expect(asking(undefined, late)).rejects.toThrow("looked at again meanwhile");
    expect(await accepted()).toBeUndefined();
  });

  it("asks at a terminal, and records the answer once", async () => {
    const questions: string[] = [];
    const ask: Ask = async (question) => {
      questions.push(question);
      return " my node since 2024 ";
    };
    expect(await asking(undefined, ask)).toContain("It is recorded that this is your own");
    expect(await accepted()).toBe("my node since 2024");
    expect(await asking("again", ask)).toMatch(/You said yes at .*: my node since 2024/);
    expect(questions).toHaveLength(1);
    await start();
    expect(await run("adopt")).toContain("You said yes at");
  });
});

it("`leyden node` alone is `leyden node show`", async () => {
  const node = (await commands("node")).commands.find((command) => command.name() === "node");
  const done: string[] = [];
  for (const part of node?.commands ?? []) part.action(() => void done.push(part.name()));
  for (const words of [[], ["--json"], ["foreign"]]) await node?.parseAsync(["node", "leyden", ...words]);
  expect(done).toEqual(["show", "show", "foreign"]);
});
