import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { watchBook } from "#ledger";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { cut, holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { type Driving, FUNDS, givenDriving, MINUTE } from "../testing/driving.harness.ts";

const RESERVED = 110_000n;
const DAY = 24 * 60 * MINUTE;

onDatabase("a payment while the node stays away", (database) => {
  /** The ledger of this process was compared with the node, unless the test says otherwise. */
  async function given(isCompared = true): Promise<Driving> {
    const driving = await givenDriving(database());
    const book = watchBook(database());
    if (isCompared) book.compared();
    Object.assign(driving.world.drive, { isSameBook: book.isSame });
    return driving;
  }
  /** An invoice that is valid for a year. */
  const yearLong = ({ world }: Driving) => {
    const { text } = world.invoice({ amount: sats(100n), expirySeconds: 365 * 86_400 });
    return world.recipient("year", { invoice: () => ({ pr: text }) });
  };
  const minutes = async ({ later }: Driving, count: number) => {
    for (let minute = 0; minute < count; minute += 30) await later(30 * MINUTE);
  };

  it("fails after a day when no attempt has left, though the invoice is valid for a year", async () => {
    const driving = await given();
    const { world, caller, pay, kindOf, reread, breaches } = driving;
    world.node.isDown = true;
    const payment = await pay({ lnAddress: yearLong(driving) });
    await minutes(driving, 23 * 60);
    expect(["unknown", "dispatched"]).toContain(await kindOf(payment));
    expect(await world.balance(caller)).toBe(FUNDS - RESERVED);
    await minutes(driving, 90);
    expect((await reread(payment)).progress).toMatchObject({ kind: "failed", code: "node_unavailable" });
    expect(await world.balance(caller)).toBe(FUNDS);
    expect(await breaches()).toEqual([]);
  });

  it("waits when an attempt may have left", async () => {
    const driving = await given();
    const { world, caller, pay, kindOf, clock } = driving;
    world.node.plan = cut();
    const payment = await pay({ lnAddress: yearLong(driving) });
    world.node.isDown = true;
    clock.advance(DAY);
    await minutes(driving, 120);
    expect([await kindOf(payment), await world.balance(caller)]).toEqual(["unknown", FUNDS - RESERVED]);
  });

  it.each(["it is on hold", "the node knew its hash", "the ledger went back", "nothing was compared"])(
    "waits when %s",
    async (why) => {
      const driving = await given(why !== "nothing was compared");
      const { world, caller, pay, kindOf, clock, later } = driving;
      const { admin } = database();
      if (why === "the node knew its hash") world.node.pay = async () => ({ kind: "not_sent", reason: "known_hash" });
      else world.node.isDown = true;
      const payment = await pay({ lnAddress: yearLong(driving) });
      world.node.isDown = true;
      await later(0);
      if (why === "it is on hold")
        await admin.query(sql`update payments.payment set on_hold_for = 'restore' where id = ${payment.id}`);
      if (why === "the ledger went back") {
        await world.drive.isSameBook?.();
        await admin.query(sql`update ledger.posting set hash = sha256(hash)`);
      }
      clock.advance(DAY);
      await minutes(driving, 120);
      expect(["unknown", "dispatched"]).toContain(await kindOf(payment));
      expect(await world.balance(caller)).toBe(FUNDS - RESERVED);
    },
  );
});

onDatabase("a payment at a node that pays a hash again", (database) => {
  it.each([
    ["settled", "completed"],
    ["in flight", "ready"],
    ["unknown", "ready"],
  ] as const)("is looked up before its first attempt: %s there, it is not sent", async (before, after) => {
    const driving = await givenDriving(database(), { node: { capabilities: { paysHashOnce: false } } });
    const { world, pay, kindOf, later } = driving;
    const { text } = world.invoice({ amount: sats(100n) });
    const lnAddress = world.recipient("twice", { invoice: () => ({ pr: text }) });
    if (before !== "unknown") world.node.payUnasked(text, before === "settled" ? settles() : holds());
    else world.node.broken.add("lookupOutgoing");
    const payment = await pay({ lnAddress });
    await later(MINUTE);
    expect(world.node.requests).toHaveLength(0);
    expect(await kindOf(payment)).toBe(after);

    world.node.broken.delete("lookupOutgoing");
    await later(10 * MINUTE);
    expect(world.node.requests).toHaveLength(before === "unknown" ? 1 : 0);
  });
});
