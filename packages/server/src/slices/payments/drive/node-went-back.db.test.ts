import { beforeEach, expect, it } from "vitest";
import { msats, sats } from "#kernel/money.ts";
import { pauseSending, resumeSending } from "#ledger";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { cut, fails, holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { endByHand } from "../operate/end-by-hand.ts";
import { FUNDS, givenDriving, MINUTE } from "../testing/driving.harness.ts";

const RESERVED = 110_000n;

onDatabase("payments while the node went back", (database) => {
  beforeEach(() => resumeSending(database(), "node_went_back"));
  const given = () => givenDriving(database(), { node: { retriesFailed: true } });
  const pause = () =>
    pauseSending({ db: database().db, clock: machineClock }, { kind: "node_went_back", reason: "a test" });

  it("are not given back because it does not know them, until the operator has lifted the pause", async () => {
    const { world, caller, pay, later, kindOf, incidentsOf, breaches } = await given();
    world.node.plan = cut();
    const payment = await pay();
    await pause();
    for (const minutes of [65, 11, 2, 10, 60]) await later(minutes * MINUTE);
    expect(await kindOf(payment)).toBe("unknown");
    expect(await world.balance(caller)).toBe(FUNDS - RESERVED);
    expect(await incidentsOf(payment), "the pause is the alarm").toEqual([]);

    const end = { id: payment.id, reason: "a test", as: { kind: "failed" } } as const;
    await expect(endByHand(world.drive, { ...end, despite: [] })).rejects.toThrow(/forgotten|history/);

    await resumeSending(database(), "node_went_back");
    for (const minutes of [5, 5, 5]) await later(minutes * MINUTE);
    expect(await kindOf(payment)).toBe("failed");
    expect(await breaches()).toEqual([]);
  });

  it("fail when its word is one about them alone, and not when it may tell of an earlier one with their hash", async () => {
    const { world, caller, pay, later, kindOf } = await given();
    const invoice = world.invoice({ amount: sats(100n) });
    const again = () => pay({ lnAddress: world.recipient("same", { invoice: () => ({ pr: invoice.text }) }) });
    world.node.plan = fails();
    expect(await kindOf(await again())).toBe("failed");
    const back = world.node.keepHistory();
    world.node.plan = cut(settles({ preimage: invoice.preimage, fee: msats(1_000n) }));
    const second = await again();
    world.node.plan = holds();
    const held = await pay();
    const { paymentHash } = world.node.requests.at(-1) ?? { paymentHash: new Uint8Array() };
    await pause();
    const attempt = world.node.paying.attempts.at(-1);
    back();
    if (attempt !== undefined) world.node.paying.attempts.push(attempt);
    world.node.paying.giveBack(paymentHash);

    for (const minutes of [1, 5, 5]) await later(minutes * MINUTE);
    expect([await kindOf(second), await kindOf(held)]).toEqual(["unknown", "failed"]);
    expect(await world.balance(caller)).toBe(FUNDS - RESERVED);
  });

  it("are given back where this ledger alone proves that nothing has left", async () => {
    const { world, caller, pay, later, kindOf } = await given();
    const begin = world.pay.driver;
    world.pay.driver = undefined;
    const waiting = await pay();
    world.pay.driver = begin;
    await pause();
    await later(MINUTE);
    expect(await kindOf(waiting)).toBe("ready");
    for (const minutes of [65, 11, 10]) await later(minutes * MINUTE);
    expect(await kindOf(waiting), "nobody says that the ledger is the same one").toBe("ready");
    Object.assign(world.drive, { isSameBook: async () => true });
    await later(10 * MINUTE);
    expect(await kindOf(waiting)).toBe("failed");
    expect(await world.balance(caller)).toBe(FUNDS);
    expect(world.node.requests).toEqual([]);
  });
});
