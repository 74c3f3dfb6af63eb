import { expect, it } from "vitest";
import { listIncidentsOf } from "#incidents";
import { minor } from "#kernel/fiat.ts";
import { msats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { freshAddress } from "#slices/onchain/testing/address.harness.ts";
import { listNames } from "#wallets";
import { refundStray } from "./drive/adopt-stray.ts";
import { deliverStray } from "./drive/deliver-stray.ts";
import { lookBack } from "./drive/look-back.ts";
import { NOTHING_NAMED, NOTHING_TOLD } from "./testing/lost-purchase.harness.ts";
import { givenRamp } from "./testing/ramp.harness.ts";

const MINUTE_MS = 60_000;

onDatabase("a purchase that a card has paid, and that ended here before its payment was begun", (database) => {
  /** The copy has it as it was in the moment before the processor answered. */
  async function given(destination?: string) {
    await database().admin.query(sql`delete from lightning.foreign_payment where transfer_id is null`);
    await database().admin.query(sql`update ramp.follower set looked_back_at = null`);
    const ramp = await givenRamp(database());
    const { cards, clock, deps, world } = ramp;
    const begun = await ramp.begun(await ramp.opened(destination === undefined ? {} : { destination }));
    await database().admin.query(sql`
      update ramp.purchase set reference = null, limit_minor = limit_minor - 1 where id = ${begun.id}`);
    const bought = await ramp.reread(begun);
    cards.authorize(bought.id);
    cards.say(bought.id, { state: "captured", fee: minor(75n) });
    const { rates } = deps;
    const adopting = {
      ...deps,
      rates,
      baseUrl: "https://leyden.example",
      processor: cards.processor,
      node: world.node,
    };
    const stray = { reference: `pay_${bought.id}`, reason: "a backup", told: NOTHING_TOLD, despitePrice: false };
    const said = { ...stray, amount: undefined, despiteUnexplained: false };
    const restore = { from: new Date(0), openedAt: new Date(clock.now().getTime() - 1_000) };
    return {
      ...ramp,
      bought,
      adopting,
      expire: () => ramp.later(11 * MINUTE_MS),
      look: () => lookBack({ ...deps, lostSince: async () => restore }),
      deliver: (named = {}, told = {}) =>
        deliverStray(adopting, {
          ...said,
          told: { ...NOTHING_TOLD, ...told },
          named: { ...NOTHING_NAMED, ...named },
        }),
      refund: (changes = {}) => refundStray(adopting, { ...said, ...changes }),
      told: async () =>
        (await listIncidentsOf(database().db, bought.id)).map(({ kind, isOpen }) => `${kind} ${isOpen}`).sort(),
    };
  }

  it("is an incident, and is delivered once with all that is known of it here", async () => {
    const on = await given();
    const { bought } = on;
    await expect(on.deliver()).rejects.toMatchObject({
      message: expect.stringContaining("which is requires_payment here"),
      advice: expect.stringContaining("run this again then"),
    });
    await on.expire();
    expect(await on.stateOf(bought)).toBe("expired");
    await on.look();
    expect(await on.told()).toEqual(["purchase_lost true"]);

    const both = await Promise.allSettled([on.deliver(), on.deliver()]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { destination, userId, quote, limitMinor, feeLimit } = bought;
    expect(await on.reread(bought)).toMatchObject({
      destination,
      userId,
      limitMinor,
      feeLimit,
      sessionId: bought.sessionId,
    });
    for (let i = 0; i < 4; i += 1) await on.later();
    expect(await on.progressOf(bought)).toMatchObject({ kind: "completed", reference: `pay_${bought.id}` });
    expect((await on.sold()) / quote.amount).toBe(1n);
    expect(await on.entries(bought)).toEqual(["sale 2500", "processor_fee 75"]);
    expect(await on.told()).toEqual(["purchase_adopted false", "purchase_lost false"]);
    await expect(on.refund()).rejects.toThrow("which goes on by itself");
    expect(await on.breaches()).toEqual([]);
  });

  it("is given back once, and is not delivered then", async () => {
    const on = await given();
    await on.expire();
    await on.look();
    await expect(on.refund({ amount: msats(1n) })).rejects.toThrow("its quote says that it was");
    expect(await Promise.all([on.refund(), on.refund()])).toEqual(["refunded", "refunded"]);
    expect([on.cards.count("refund"), await on.told()]).toEqual([1, ["purchase_lost false"]]);
    await expect(on.deliver()).rejects.toThrow("has given it back");
    on.cards.say(on.bought.id, { refund: "none" }); // its answer was lost
    await expect(on.deliver()).rejects.toThrow("an operator gives it back");
    expect([await on.stateOf(on.bought), await on.breaches()]).toEqual(["expired", []]);
  });

  it("of commands that deliver and give back at the same time one is done", async () => {
    for (let i = 0; i < 4; i += 1) {
      const on = await given();
      await on.expire();
      const both = [() => on.deliver(), () => on.refund()];
      const all = await Promise.allSettled((i % 2 === 0 ? both : both.toReversed()).map((run) => run()));
      expect(all.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      for (let n = 0; n < 4; n += 1) await on.later();
      const isDelivered = (await on.stateOf(on.bought)) === "completed";
      expect(on.cards.count("refund")).toBe(isDelivered ? 0 : 1);
      expect(await on.breaches()).toEqual([]);
    }
  });

  it("is there as before when the command dies while it is written", async () => {
    const on = await given();
    await on.expire();
    const { db } = on.adopting;
    const query: typeof db.query = async (statement) => {
      if (!statement.text.includes("ramp.adopt")) return await db.query(statement);
      throw new Error("the process died");
    };
    Object.assign(on.adopting, { db: Object.assign(Object.create(db), { query }) });
    await expect(on.deliver()).rejects.toThrow("the process died");
    expect(await on.stateOf(on.bought)).toBe("expired");
    Object.assign(on.adopting, { db });
    expect(await on.deliver()).toBe(on.bought.id);
  });

  it("is not delivered to its address of the chain, for which something may have been published", async () => {
    const on = await given(freshAddress());
    await on.expire();
    await expect(on.deliver()).rejects.toThrow("an address of the chain");
    expect(await on.refund()).toBe("refunded");
  });

  it.each(["the chain", "Lightning"] as const)(
    "goes to the own wallet, and not to its address of %s, when the journal says that its person took it there",
    async (first) => {
      const on = await given(first === "the chain" ? freshAddress() : undefined);
      await on.expire();
      const { wallet } = on.caller;
      const [name] = await listNames(database().db, wallet.id);
      await on.deliver({}, { isCredited: true, walletId: wallet.id });
      expect((await on.reread(on.bought)).destination).toBe(`${name?.name}@leyden.example`);
    },
  );
});
