import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CLTV_LIMIT_BLOCKS, type HtlcEvidence } from "#lightning";
import { pay, type Wanted } from "../conformance/counterparty.harness.ts";
import { lockedUntil } from "./evidence.ts";
import { type ClnWorld, clnWorld, hexOf } from "./testing/cln-world.harness.ts";
import { ROUTE_BLOCKS } from "./testing/fake-state.harness.ts";

let world: ClnWorld;
let one: Wanted;
beforeEach(async () => {
  world = await clnWorld();
  one = await world.counterparty.invoice({ msats: 1_000_000n, hold: true });
  void pay(world.node, one);
  await expect.poll(() => world.counterparty.isHeld(one.paymentHash)).toBe(true);
});
afterEach(() => world.stop());

async function evidence(): Promise<HtlcEvidence | undefined> {
  const status = await world.node.lookupOutgoing(one.paymentHash);
  if (status.kind !== "in_flight") throw new Error(status.kind);
  return status.htlcs;
}

/** Killed at the wrong instant: pending for ever, without an HTLC. Resolves when the node answers again. */
async function killed(): Promise<void> {
  world.fake.kill();
  await expect
    .poll(() =>
      world.node.info().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
}

const PEER_AWAY = { peer_connected: false, reestablished: undefined };

describe("a payment in flight", () => {
  it("is in a channel, until its time lock", async () => {
    const { height } = world.fake.state();
    expect(await evidence()).toEqual({ place: "in_channel", lockedUntilBlock: height + ROUTE_BLOCKS, atBlock: height });
  });

  it("is gone for ever when the node was killed under it, and is never a failure", async () => {
    await killed();
    const htlcs = await evidence();
    expect(htlcs).toMatchObject({ place: "gone", atBlock: 900 });
    expect(htlcs?.lockedUntilBlock).toBeGreaterThan(900 + CLTV_LIMIT_BLOCKS);
    world.fake.state().height += 4_000;
    world.fake.restart();
    await expect.poll(() => evidence().catch(() => undefined)).toMatchObject({ place: "gone", atBlock: 4_900 });
    expect(await pay(world.node, one)).toEqual({ kind: "not_sent", reason: "known_hash" });
  });

  it.each([
    ["its peer is away", PEER_AWAY],
    ["the peer has not said where it was", { reestablished: false }],
    ["it closes", { state: "AWAITING_UNILATERAL" }],
    ["it is closed", { state: "ONCHAIN", status: ["ONCHAIN:All outputs resolved: waiting 90 more blocks"] }],
    ["it is in a state of a later version", { state: "CHANNELD_DREAMING" }],
  ])("may be anywhere while a channel cannot be asked: %s", async (_, channel) => {
    await killed();
    Object.assign(world.fake.channel, channel);
    expect(await evidence()).toMatchObject({ place: "unclear" });
  });

  it("may be anywhere when a channel was closed since, and not when that was long before", async () => {
    await killed();
    const now = Math.floor(Date.now() / 1_000);
    world.fake.state().closedChannels.push({ last_stable_connection: now - 7 * 86_400 });
    expect(await evidence()).toMatchObject({ place: "gone" });
    world.fake.state().closedChannels.push({ last_stable_connection: now });
    expect(await evidence()).toMatchObject({ place: "unclear" });
    world.fake.state().closedChannels.splice(1, 1, {});
    expect(await evidence()).toMatchObject({ place: "unclear" });
  });

  it("is at no block while the node follows the chain", async () => {
    world.fake.info["warning_lightningd_sync"] = "Still loading latest blocks from bitcoind.";
    expect(await evidence()).toMatchObject({ atBlock: undefined });
  });

  it("is in flight without evidence where the node does not say enough", async () => {
    world.fake.lines.set("listclosedchannels", [{ kind: "cut", when: "before" }]);
    expect(await world.node.lookupOutgoing(one.paymentHash)).toEqual({ kind: "in_flight" });
  });

  it("settles when the node is there again and the recipient takes it", async () => {
    world.fake.restart();
    await world.counterparty.settle(one.paymentHash);
    await expect
      .poll(() =>
        world.node.lookupOutgoing(one.paymentHash).then(
          ({ kind }) => kind,
          () => "",
        ),
      )
      .toBe("settled");
    expect(world.fake.paying.partsOf(hexOf(one.paymentHash))).toHaveLength(1);
  });
});

describe("the time lock of HTLCs that no channel has", () => {
  const begunAt = new Date("2026-01-01T00:00:00Z");
  const at = (days: number) => new Date(begunAt.getTime() + days * 86_400_000);
  const until = (days: number, height: number) =>
    lockedUntil({ paymentHash: one.paymentHash, channels: [], height, begunAt, now: at(days) });

  it("is the longest that the node offers, from a height that the chain had by then at most", () => {
    expect(until(0, 900_000)).toBe(902_016);
    expect(until(1, 900_000)).toBe(900_000 - 72 + 2_016);
    expect(until(28, 904_032)).toBeLessThanOrEqual(904_032);
    expect(until(27, 904_000)).toBeGreaterThan(904_000);
    expect(until(-1, 900_000)).toBe(902_016);
  });

  it("has passed only when it really has, on a chain that is twice as fast or half as fast as it should be", () => {
    for (const blocksADay of [73, 144, 288])
      for (let days = 0; days < 60; days++) {
        const height = 900_000 + days * blocksADay;
        if (until(days, height) <= height) expect(height).toBeGreaterThanOrEqual(900_000 + 2_016);
      }
  });
});
