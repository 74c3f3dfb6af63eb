import { describe, expect, it } from "vitest";
import { listIncidentsOf } from "#incidents";
import type { Currency } from "#kernel/fiat.ts";
import { msats } from "#kernel/money.ts";
import { NodeUnavailable } from "#lightning";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { fails } from "#slices/lightning/testing/fake-plan.harness.ts";
import { freshAddress } from "#slices/onchain/testing/address.harness.ts";
import type { Rates } from "./model/ports.ts";
import { BOUGHT, givenLost } from "./testing/lost-purchase.harness.ts";

const HASH = new Uint8Array(32).fill(7);

const priced = (prices: { readonly [currency in Currency]?: bigint }): Rates => ({
  read: async (currency) => {
    const minorPerBtc = prices[currency];
    return minorPerBtc === undefined ? undefined : { minorPerBtc, at: new Date(), source: "market" };
  },
});

onDatabase("a captured payment whose purchase was lost", (database) => {
  const given = () => givenLost(database());
  const foreign = async (amount: bigint, foundAt = new Date("2999-01-01")) =>
    await database().admin.query(sql`
      insert into lightning.foreign_payment (payment_hash, amount_msats, found_at)
      values (${crypto.getRandomValues(new Uint8Array(32))}, ${amount}, ${foundAt})`);

  it("is written under its id, and delivered once to the wallet that the journal names", async () => {
    const lost = await given();
    expect(await lost.deliver()).toBe(lost.id);
    expect(await lost.progressOf(lost)).toMatchObject({ kind: "captured", reference: lost.reference });
    for (let i = 0; i < 4; i += 1) await lost.later();
    expect(await lost.stateOf(lost)).toBe("completed");
    expect((await lost.reread(lost)).destination).toBe(lost.own);
    expect((await lost.sold()) / BOUGHT).toBe(1n); // with its fee
    expect(await lost.entries(lost)).toEqual(["sale 2500", "processor_fee 75"]);
    expect(lost.cards.moved).toEqual([]);
    expect(await listIncidentsOf(database().db, lost.id)).toMatchObject([
      { kind: "purchase_adopted", detail: "the shop told me", isOpen: false },
    ]);
    expect((await lost.reread(lost)).sessionId).toBe(lost.told.sessionId);
    expect(await lost.breaches()).toEqual([]);
    await expect(lost.deliver()).rejects.toThrow("which goes on by itself");
    await expect(lost.refund()).rejects.toThrow("which goes on by itself");
  });

  it("goes to a Lightning address that the operator names, and has a line of all but it", async () => {
    const lost = await given();
    const destination = lost.world.recipient("winner-named");
    await lost.deliver({ walletId: undefined }, { destination });
    const line = lost.world.journal.entries.find(({ id }) => id === lost.id);
    expect(line).toMatchObject({
      what: "purchase.begin",
      kind: "adopted",
      processorId: lost.reference,
      amount: BOUGHT,
      subject: lost.buyer.id,
      actor: { kind: "project", id: lost.told.projectId },
      origin: { kind: "session", id: lost.told.sessionId },
    });
    expect(JSON.stringify(line, (_, value) => (typeof value === "bigint" ? `${value}` : value))).not.toContain(
      "winner",
    );
    for (let i = 0; i < 4; i += 1) await lost.later();
    expect(await lost.stateOf(lost)).toBe("completed");
    expect(await lost.breaches()).toEqual([]);
  });

  it("is delivered in the session that the copy has, or in one of its own when another purchase fills that", async () => {
    for (const isFilled of [false, true]) {
      const lost = await given();
      const session = isFilled ? await lost.opened() : await lost.session();
      const other = isFilled ? await lost.begun(session) : undefined;
      await lost.deliver({ sessionId: session.id, projectId: undefined });
      expect((await lost.reread(lost)).sessionId === session.id).toBe(!isFilled);
      for (let i = 0; i < 4; i += 1) await lost.later();
      expect(await lost.stateOf(lost)).toBe("completed");
      if (other !== undefined) expect(await lost.stateOf(other)).toBe("requires_payment");
      if (!isFilled) expect(await lost.events(lost)).toEqual(["ramp.purchase.completed"]);
      expect(await lost.breaches()).toEqual([]);
    }
  });

  it("is given back by its driver when it cannot be delivered", async () => {
    const lost = await given();
    lost.world.node.plan = fails();
    await lost.deliver({}, { destination: lost.world.recipient("winner-gone") });
    for (let i = 0; i < 6; i += 1) await lost.later();
    expect(await lost.stateOf(lost)).toBe("refunded");
    expect(lost.cards.count("refund")).toBe(1);
    expect(await lost.breaches()).toEqual([]);
  });

  describe("of commands at the same time", () => {
    const outcomes = (all: readonly PromiseSettledResult<unknown>[]) => all.map(({ status }) => status).sort();

    it("that deliver one writes it", async () => {
      const lost = await given();
      const all = await Promise.allSettled(Array.from({ length: 4 }, () => lost.deliver()));
      expect(outcomes(all)).toEqual(["fulfilled", "rejected", "rejected", "rejected"]);
      expect(await lost.rows()).toBe(1);
      for (let i = 0; i < 4; i += 1) await lost.later();
      expect(await lost.entries(lost)).toEqual(["sale 2500", "processor_fee 75"]);
      expect(await lost.breaches()).toEqual([]);
    });

    it("that deliver and give back one is done", async () => {
      for (let i = 0; i < 6; i += 1) {
        const lost = await given();
        const both = [() => lost.deliver(), () => lost.refund()];
        const all = await Promise.allSettled((i % 2 === 0 ? both : both.toReversed()).map((run) => run()));
        expect(outcomes(all)).toEqual(["fulfilled", "rejected"]);
        for (let n = 0; n < 4; n += 1) await lost.later();
        expect([await lost.rows(), lost.cards.count("refund")]).toEqual((await lost.rows()) === 1 ? [1, 0] : [0, 1]);
        expect(await lost.breaches()).toEqual([]);
      }
    });

    it("that give back, and find a purchase that was written since they looked, give nothing back", async () => {
      const lost = await given();
      const { db } = lost.adopting;
      const query: typeof db.query = async (statement) => {
        if (statement.text.includes("ramp.give_back")) {
          Object.assign(lost.adopting, { db });
          await lost.deliver();
        }
        return await db.query(statement);
      };
      Object.assign(lost.adopting, { db: Object.assign(Object.create(db), { query }) });
      await expect(lost.refund()).rejects.toThrow("which goes on by itself");
      expect([await lost.rows(), lost.cards.count("refund")]).toEqual([1, 0]);
    });

    it("the one that was begun first is finished: after a refund whose answer was lost nothing is delivered", async () => {
      const lost = await given();
      lost.cards.fail("refund", "before");
      await expect(lost.refund()).rejects.toMatchObject({ code: "unavailable" });
      await expect(lost.deliver()).rejects.toThrow("an operator gives it back");
      expect(await lost.rows()).toBe(0);
      expect([await lost.refund(), lost.cards.count("refund")]).toEqual(["refunded", 1]);
    });
  });

  it("is delivered once when the command dies right after the row was written, and is run again", async () => {
    const lost = await given();
    const { db } = lost.adopting;
    const query: typeof db.query = async (statement) => {
      const rows = await db.query(statement);
      if (statement.text.includes("ramp.adopt")) throw new Error("the process died");
      return rows as never;
    };
    const dying = Object.assign(Object.create(db), { query });
    Object.assign(lost.adopting, { db: dying });
    await expect(lost.deliver()).rejects.toThrow("the process died");
    Object.assign(lost.adopting, { db });
    await expect(lost.deliver()).rejects.toThrow("which goes on by itself");
    for (let i = 0; i < 4; i += 1) await lost.later();
    expect(await lost.stateOf(lost)).toBe("completed");
    expect((await lost.sold()) / BOUGHT).toBe(1n); // with its fee
    expect(await lost.breaches()).toEqual([]);
  });

  describe("is refused, and nothing is written,", () => {
    const refused = async (lost: Awaited<ReturnType<typeof given>>, work: Promise<unknown>, why: string) => {
      await expect(work).rejects.toThrow(why);
      expect(await lost.rows()).toBe(0);
      expect(lost.world.journal.entries.filter(({ id }) => id === lost.id)).toEqual([]);
    };

    it("while a payment of the node that nobody explained may be it: by amount and time", async () => {
      const lost = await given();
      await foreign(BOUGHT + 1n);
      await foreign(BOUGHT, new Date("2001-01-01"));
      await foreign(BOUGHT);
      await refused(lost, lost.deliver(), "1 payments of the node are not explained");
      await expect(lost.refund()).rejects.toThrow("1 payments of the node are not explained");
      expect(await lost.deliver({}, {}, true)).toBe(lost.id);
    });

    it("also when that payment was booked as a loss without a word of what it was", async () => {
      const lost = await given();
      await foreign(BOUGHT);
      await database().admin.query(sql`
        update lightning.foreign_payment set booked_at = now(), transfer_id = gen_random_uuid(), reason = 'all'
         where amount_msats = ${BOUGHT} and booked_at is null`);
      try {
        await refused(lost, lost.deliver(), "1 payments of the node are not explained");
        // Who knows less may do no more: without the journal's amount any of them may be it.
        await expect(lost.refund({ amount: undefined })).rejects.toThrow("payments of the node are not explained");
        const named = lost.refund({ amount: undefined }, false, BOUGHT);
        await expect(named).rejects.toThrow("1 payments of the node are not explained");
        await expect(lost.refund({}, false, msats(1n))).rejects.toThrow("the journal says that it was");
        await database().admin.query(sql`
          update lightning.foreign_payment
             set booked_at = null, transfer_id = gen_random_uuid(), set_aside_at = now()
           where amount_msats = ${BOUGHT}`);
        await expect(lost.refund({ amount: undefined })).rejects.toThrow("payments of the node are not explained");
        expect(lost.cards.count("refund")).toBe(0);
      } finally {
        await database().admin.query(sql`delete from lightning.foreign_payment where amount_msats = ${BOUGHT}`);
      }
    });

    it("also when the operator names nearly its amount, and not when it is far from it", async () => {
      const lost = await given();
      await database().admin.query(sql`delete from lightning.foreign_payment`);
      const unknown = { amount: undefined };
      await foreign(BOUGHT);
      for (const amount of [BOUGHT + 1n, BOUGHT - 1n, 25_000_000n, 30_000_000n].map((one) => msats(one))) {
        await refused(lost, lost.deliver(unknown, { amount }), "1 payments of the node are not explained");
        await expect(lost.refund(unknown, false, amount)).rejects.toThrow("1 payments of the node are not explained");
      }
      expect(lost.cards.count("refund")).toBe(0);
      await database().admin.query(sql`delete from lightning.foreign_payment`);
      await foreign(17_753_332n); // two thirds of what is named, and three halves
      await foreign(39_945_001n);
      expect(await lost.refund(unknown, false, BOUGHT)).toBe("refunded");
    });

    it("when the journal says that something left for it, unless the node says that it failed", async () => {
      const lost = await given();
      const left = { paymentHashes: [HASH] };
      const silent = { capabilities: { onchain: false } };
      for (const kind of ["settled", "in_flight", "not_found"] as const) {
        lost.adopting.node = { ...silent, lookupOutgoing: async () => ({ kind }) } as never;
        await refused(lost, lost.deliver(left), "left to deliver it");
        await expect(lost.refund(left)).rejects.toThrow("left to deliver it");
        if (kind !== "not_found") await refused(lost, lost.deliver(left, {}, true), "left to deliver it");
      }
      lost.adopting.node = undefined;
      await refused(lost, lost.deliver(left), "left to deliver it");
      await refused(lost, lost.deliver({ txids: ["ab".repeat(32)] }, {}, true), "was published to deliver it");
      await refused(lost, lost.deliver({ wasRefundedByHand: true }, {}, true), "by hand");
      lost.adopting.node = { ...silent, lookupOutgoing: async () => ({ kind: "failed" }) } as never;
      expect(await lost.deliver(left)).toBe(lost.id);
    });

    it("elsewhere when the journal says that its person took it into the own wallet, and giving it back is", async () => {
      const lost = await given();
      const credited = { isCredited: true };
      for (const isSure of [false, true])
        await expect(lost.refund(credited, isSure)).rejects.toThrow("may have spent it");
      expect(lost.cards.count("refund")).toBe(0);
      const other = await lost.person();
      const elsewhere = [{ destination: lost.world.recipient("winner-else") }, { walletId: other.walletId }];
      for (const named of elsewhere) await refused(lost, lost.deliver(credited, named, true), "took it into the own");
      expect(await lost.deliver(credited, { walletId: lost.told.walletId })).toBe(lost.id);
      expect((await lost.reread(lost)).destination).toBe(lost.own);
    });

    it("when the node's wallet has published a transaction under its id, which no line tells of", async () => {
      const lost = await given();
      const { node } = lost.world;
      const terms = { address: freshAddress(), amount: msats(20_000_000n), feeLimit: msats(10_000_000n) };
      const built = await node.buildOnchain({ ...terms, reference: lost.id });
      if (built.kind !== "built") throw new Error("nothing was built");
      await node.publishOnchain(built.transaction, lost.id);
      await refused(lost, lost.deliver({}, {}, true), "was published to deliver it");
      await expect(lost.refund({}, true)).rejects.toThrow("was published to deliver it");
      expect(lost.cards.count("refund")).toBe(0);
    });

    it("while the node does not answer: its wallet may have published a transaction, whatever the operator knows", async () => {
      const lost = await given();
      const away = async () => {
        throw new NodeUnavailable("away");
      };
      const silent = { capabilities: { onchain: true }, listOnchain: away, lookupOutgoing: away } as never;
      for (const node of [undefined, silent]) {
        lost.adopting.node = node;
        for (const isSure of [false, true]) {
          await refused(lost, lost.deliver({}, {}, isSure), "the node does not answer");
          await expect(lost.refund({}, isSure)).rejects.toThrow("the node does not answer");
        }
      }
      expect(lost.cards.count("refund")).toBe(0);
      expect(await listIncidentsOf(database().db, lost.id)).toEqual([]);
    });

    it.each([
      ["the card has not paid", { state: "authorized" }],
      ["has given it back", { refund: "succeeded" }],
      ["has given it back", { refund: "pending" }],
      ["it is disputed", { dispute: "open" }],
      ["it is disputed", { dispute: "lost" }],
      ["no purchase of ours", { currency: "XYZ" }],
      ["no purchase of ours", { amount: 0n }],
      ["names no purchase of ours", { purchaseId: undefined }],
      ["names no purchase of ours", { purchaseId: "7" }],
    ] as const)("when the processor says something else: %s", async (why, says) => {
      const lost = await given();
      lost.cards.say(lost.id, says as never);
      await refused(lost, lost.deliver(), why);
    });

    it("when too little is known of it, and says what to name", async () => {
      const lost = await given();
      const { userId, projectId, walletId, amount, feeLimit } = lost.told;
      await refused(lost, lost.deliver({ userId: undefined }), "who bought it");
      await refused(lost, lost.deliver({ userId: crypto.randomUUID() as never }), "is not in this database");
      await refused(lost, lost.deliver({ projectId: undefined }), "where it was sold");
      await refused(lost, lost.deliver({ walletId: undefined }), "where it was to be delivered");
      await refused(lost, lost.deliver({ walletId: crypto.randomUUID() as never }), "no wallet has the id");
      await refused(lost, lost.deliver({ amount: undefined }), "how much was bought");
      await refused(lost, lost.deliver({}, { amount: msats(1n) }), "the journal says that it was");
      await refused(lost, lost.deliver({}, { destination: freshAddress() }), "address of the chain");
      const nothing = { userId: undefined, projectId: undefined, walletId: undefined, amount: undefined };
      expect(feeLimit).toBeDefined();
      await lost.deliver({ ...nothing, feeLimit: undefined }, { userId, projectId, walletId, amount });
      for (let i = 0; i < 4; i += 1) await lost.later();
      expect(await lost.stateOf(lost)).toBe("completed");
      expect(await lost.breaches()).toEqual([]);
    });

    it("when the operator names an amount that the card's money does not buy by far, unless they say so", async () => {
      const lost = await given();
      const unknown = { amount: undefined };
      // 25 EUR are 27,173,913 msats, fees not taken off
      for (const amount of [266_300_000n, 33_000_000n, 21_000_000n, 26_630n].map((one) => msats(one))) {
        await refused(lost, lost.deliver(unknown, { amount }), "for 25.00 EUR one buys about 27173913 msats now");
        await expect(lost.refund(unknown, false, amount)).rejects.toThrow("one buys about 27173913 msats now");
      }
      lost.adopting.rates = { read: async () => undefined };
      await refused(lost, lost.deliver(unknown, { amount: BOUGHT }), "the price of a bitcoin is not known now");
      await expect(lost.refund(unknown, false, BOUGHT)).rejects.toThrow("the price of a bitcoin is not known now");
      expect(lost.cards.count("refund")).toBe(0);
      expect(await lost.deliver(unknown, { amount: msats(33_000_000n) }, false, true)).toBe(lost.id);
    });

    it("of another currency while its price is not known: limits count it in EUR", async () => {
      const lost = await given();
      lost.cards.say(lost.id, { currency: "BRL" });
      lost.adopting.rates = { read: async () => undefined };
      await refused(lost, lost.deliver(), "the price of a bitcoin is not known now");
      lost.adopting.rates = priced({ EUR: 9_200_000n, BRL: 54_000_000n });
      expect(await lost.deliver()).toBe(lost.id);
      expect((await lost.reread(lost)).limitMinor).toBe(426n); // 25 BRL, rounded up
    });

    it("when the operator's own money does not cover it", async () => {
      const lost = await given();
      await expect(lost.deliver({ amount: msats(2n * 10n ** 14n) })).rejects.toThrow(
        "your own money does not cover it",
      );
      expect(await lost.rows()).toBe(0);
      expect(await lost.breaches()).toEqual([]);
    });

    it("while the ledger is closed, as giving it back is", async () => {
      const lost = await given();
      await database().admin.query(sql`select ledger.close_book('comparing')`);
      try {
        await expect(lost.deliver()).rejects.toMatchObject({ code: "restoring" });
        await expect(lost.refund()).rejects.toMatchObject({ code: "restoring" });
      } finally {
        await database().admin.query(sql`update ledger.book set closed = null`);
      }
      expect([await lost.rows(), lost.cards.count("refund")]).toEqual([0, 0]);
    });
  });
});
