import { afterEach, beforeEach, expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { bindNode } from "#lightning";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock as clock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { channelMoney } from "#slices/lightning/testing/fake-channel-money.harness.ts";
import { createFakeNode, type FakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { compare, recordMeasured, recordRouting } from "./equity-node.ts";
import { printed } from "./printed.harness.ts";
import { runOn } from "./run-on.harness.ts";

const random = machineRandom();

onDatabase("leyden equity", (database) => {
  const run = runOn(database, "equity");
  let node: FakeNode;
  const session = () => ({ ...database(), clock, random });
  const compared = (json?: true) => printed(() => compare(session(), node, json ? { json } : {}));

  beforeEach(async () => {
    node ??= createFakeNode({ clock });
    await bindNode({ ...session(), node }, { instanceId: random.uuid() }).catch(() => undefined);
  });
  afterEach(() => {
    process.exitCode = 0;
  });

  it("compare says what books each part, with the status of the doctor, and the books follow", async () => {
    expect(await compared()).toContain("Books and node agree.");
    expect(process.exitCode).toBe(0);

    const world = channelMoney(node.operations, clock);
    world.open(sats(1_000_000n), sats(700n));
    world.opened(sats(1_000_000n), sats(3_000n));
    world.mine(6);
    node.operations.forwardFees = [40n, 2n];
    node.operations.shifted.channels += 42n;
    const text = await compared();
    expect(process.exitCode).toBe(1);
    expect(text).toMatch(/^difference +1000000042 +-1000700000 +-699958$/m);
    expect(text).toMatch(/^open +1000000000 +-1000700000 +[0-9a-f]{64}: 1000000000 msats into channels, 700000 msats/m);
    expect(text).toContain("\n  leyden equity chain-cost --measured\n  leyden equity routing-income\n");

    const options = { despiteOwn: false };
    expect(await printed(() => recordMeasured(session(), node, options))).toMatch(/^open [0-9a-f]{64} +700000 +10+$/m);
    expect(await printed(() => recordMeasured(session(), node, options))).toContain("No transaction is to be booked.");
    expect(await printed(() => recordRouting(session(), node))).toContain("Recorded 42 msats of 2 forwards.");
    expect(await printed(() => recordRouting(session(), node))).toContain("Nothing was earned that is not booked.");
    const json = JSON.parse(await compared(true));
    expect(json).toMatchObject({ verdict: "ok", difference: { channels: "0", chain: "0" }, parts: [] });
  });

  it("compare has the status 2 when more than a small difference has no explanation", async () => {
    node.operations.shifted.onchain -= sats(8_000_000n);
    const json = JSON.parse(await compared(true));
    expect(json.parts).toMatchObject([
      { kind: "unexplained", commands: ['leyden equity withdraw 8000000000 --reason "…"'] },
    ]);
    expect([json.verdict, process.exitCode]).toEqual(["wrong", 2]);
    node.operations.shifted.onchain += sats(8_000_000n);
  });

  it("records by hand what moved between wallet and channels", async () => {
    expect(await run("to-channels", "70", "--reason", "an open")).toContain("Recorded 70 msats");
    expect(await run("to-chain", "70", "--reason", "a close")).toContain("Recorded 70 msats");
    expect(await run("list")).toMatch(/to_chain +70 +- +a close\n.*to_channels +70 +- +an open/);
  });

  it("says of a backend that manages its channels by itself that it cannot say", async () => {
    const silent = { ...node, operations: undefined };
    await expect(recordMeasured(session(), silent, { despiteOwn: false })).rejects.toThrow("manages its channels");
    await expect(recordRouting(session(), silent)).rejects.toThrow("manages its channels");
    await expect(compare(session(), undefined, {})).rejects.toThrow("the Lightning node is not running");
  });
});
