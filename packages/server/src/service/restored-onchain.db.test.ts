import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { freshAddress } from "#slices/onchain/testing/address.harness.ts";
import { dyingAt, importOf } from "./testing/imported.harness.ts";
import { restored } from "./testing/restored.harness.ts";
import { amountOf, COPIES, type GivenCopy, givenCopy } from "./testing/restored-onchain.harness.ts";

onDatabase("a purchase to an address of the chain after a restore", (database) => {
  const { anew } = restored(database);
  beforeEach(async () => {
    await database().admin.query(sql`update ramp.purchase set restore_id = null, due_at = null`); // of earlier tests
    await anew();
  });
  const given = async (...input: Parameters<typeof givenCopy> extends [unknown, ...infer Rest] ? Rest : never) =>
    await givenCopy(database(), ...input);

  /** One transaction left through us, the address has the amount once, and the books are whole. */
  async function expectOnce(copy: GivenCopy, { captures = 1 } = {}): Promise<void> {
    expect(await copy.stateOf(copy.bought)).toBe("completed");
    expect([copy.sent(), copy.received()]).toEqual([1, amountOf(copy)]);
    expect(await copy.payments()).toEqual(["completed"]);
    expect([copy.cards.count("capture"), copy.cards.count("refund")]).toEqual([captures, 0]);
    expect(await copy.breaches()).toEqual([]);
  }

  describe.each(COPIES)("that was %s in the copy", (state) => {
    it.each(["in a block", "in no block", "lost by the mempool"] as const)(
      "is paid by what the old service has published: %s",
      async (where) => {
        const copy = await given(state);
        if (state === "authorized") await copy.capture();
        await copy.published();
        if (where === "in a block") copy.chain.mine(3);
        if (where === "lost by the mempool") copy.chain.forget();
        await copy.open();
        await copy.pass(2);
        expect(await copy.stateOf(copy.bought), "before the release").toBe(state);

        expect(await copy.release()).toBe("free");
        await copy.pass();
        await expectOnce(copy);
        expect(await copy.release()).toBe("free");
      },
    );

    it("waits where nothing was published, whatever time passes, and is delivered when the operator says so", async () => {
      const copy = await given(state);
      if (state === "authorized") await copy.capture();
      await copy.open();
      for (let times = 0; times < 2; times += 1) {
        expect(await copy.release()).toBe("waits");
        await copy.pass(2);
      }
      expect([copy.sent(), await copy.payments(), await copy.isWaiting()]).toEqual([0, [], true]);

      expect(await copy.release([copy.id])).toBe("free");
      await copy.pass();
      await expectOnce(copy);
    });
  });

  it("is paid also by a transaction with a raised fee, which the old service published instead", async () => {
    const copy = await given("captured");
    const { txid } = await copy.published();
    const by = copy.chain.replace(txid, 100n);
    copy.chain.mine(7); // the first one is given up by now
    await copy.open();
    await copy.release();
    await copy.pass();
    expect(await copy.stateOf(copy.bought)).toBe("completed");
    expect([copy.sent(), await copy.payments()]).toEqual([1, ["completed"]]);
    const [row] = await database().admin.query<{ txid: string; fee: bigint }>(sql`
      select encode(txid, 'hex') as txid, fee_msats as fee from onchain.payment where origin_id = ${copy.id}`);
    expect(row?.txid).toBe(by);
    expect(await copy.breaches()).toEqual([]);
  });

  it("tells the operator what a transaction took more than the purchase pays for", async () => {
    const copy = await given("captured");
    const { txid, fee } = await copy.published();
    copy.chain.replace(txid, 1_000n);
    copy.chain.mine(7);
    await copy.open();
    await copy.release();
    const { feeLimit } = copy.bought;
    const [row] = await database().admin.query<{ detail: string }>(sql`
      select detail from incidents.incident where subject = ${copy.id} and kind = 'onchain_replaced'`);
    expect(row?.detail).toContain(`${fee + 1_000_000n - feeLimit} msats more`);
    expect(await copy.breaches()).toEqual([]);
  });

  describe("with a wallet that was made again from its seed", () => {
    it("is found by address and amount", async () => {
      const copy = await given("captured");
      await copy.published();
      copy.chain.mine();
      copy.chain.forgetDrafts();
      await copy.open();
      expect(await copy.release()).toBe("free");
      await copy.pass();
      await expectOnce(copy);
    });

    it("waits where another transaction pays the same, or another purchase is owed the same", async () => {
      const one = await given("captured");
      await one.published();
      await one.published("0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718");
      one.chain.mine();
      one.chain.forgetDrafts();
      await one.open();
      expect(await one.release()).toBe("waits");
      expect(await one.payments()).toEqual([]);
    });

    it("takes none that is the payment of another purchase here", async () => {
      const copy = await given("delivering");
      const { node } = copy.world;
      node.broken.add("buildOnchain");
      const second = await copy.authorized(await copy.opened({ destination: copy.address }));
      await copy.later(1_000);
      node.broken.clear();
      const { quote, feeLimit, id } = await copy.reread(second);
      expect(quote.amount).toBe(amountOf(copy));
      const request = { address: copy.address, amount: quote.amount, feeLimit, reference: id };
      const built = await node.buildOnchain(request);
      if (built.kind !== "built") throw new Error("it was not built");
      await node.publishOnchain(built.transaction, id);
      copy.chain.mine();
      copy.chain.forgetDrafts();
      await copy.open();
      await copy.release();
      await copy.pass();
      expect([await copy.stateOf(copy.bought), await copy.stateOf(second)]).toEqual(["completed", "completed"]);
      expect([copy.sent(), copy.received()]).toEqual([2, 2n * amountOf(copy)]);
      expect(await copy.breaches()).toEqual([]);
    });

    it("takes nothing that pays another amount, or that was published for something else", async () => {
      const copy = await given("captured");
      await copy.published("another", { amount: amountOf(copy) + 1_000n });
      await copy.published("one-more");
      await copy.open();
      expect(await copy.release()).toBe("waits");
      expect(await copy.payments()).toEqual([]);
    });
  });

  it("takes no transaction under its id that does not pay its address", async () => {
    const copy = await given("on_hold");
    await copy.published(copy.id, { address: freshAddress() });
    await copy.open();
    expect(await copy.release()).toBe("waits");
    expect(await copy.payments()).toEqual([]);
  });

  it("keeps a node that does not answer, or that lies about its bytes, from letting anything go", async () => {
    const copy = await given("captured");
    const { txid } = await copy.published();
    await copy.open();
    copy.world.node.broken.add("listOnchain");
    await expect(copy.release()).rejects.toThrow();
    copy.world.node.broken.clear();
    const lying = {
      ...copy.world.node,
      listOnchain: async (since: Date) =>
        (await copy.world.node.listOnchain(since)).map((one) => ({ ...one, txid: "ab".repeat(32) })),
    };
    await copy.release([], { ...copy.restoreDeps, node: lying });
    expect(await copy.isWaiting()).toBe(true);
    await copy.release();
    expect([await copy.isWaiting(), txid.length]).toEqual([false, 64]);
  });

  it("is bound once by releases at the same time, beside the driver and the operator's word", async () => {
    const copy = await given("captured");
    await copy.published();
    await copy.open();
    await Promise.all([copy.bind(), copy.bind(), copy.later(1_000), copy.bind()]);
    await Promise.allSettled([copy.release(), copy.release(), copy.release([copy.id])]);
    await copy.pass();
    await expectOnce(copy);
  });

  it("is delivered once when the operator lets it go and it is found at the same moment", async () => {
    const copy = await given("captured");
    await copy.published();
    await copy.open();
    const blind = { ...copy.restoreDeps, node: { ...copy.world.node, listOnchain: async () => [] } };
    await Promise.allSettled([
      copy.letGo([copy.id], blind),
      copy.bind(),
      copy.letGo([copy.id], blind),
      copy.later(1_000),
    ]);
    await copy.release();
    await copy.pass();
    await expectOnce(copy);
  });

  it("is asked about again when the process died between asking and binding", async () => {
    const copy = await given("captured");
    await copy.published();
    await copy.open();
    const db = dyingAt(copy.restoreDeps.db, /bring_back_onchain/, 1);
    await expect(copy.release([], { ...copy.restoreDeps, db })).rejects.toThrow("died");
    expect([await copy.payments(), await copy.isWaiting()]).toEqual([[], true]);
    await copy.pass(1);
    await copy.release();
    await copy.pass();
    await expectOnce(copy);
  });

  it("was brought back by the journal before, or is found before the journal is read", async () => {
    for (const isImportedFirst of [true, false]) {
      const copy = await given("captured");
      const { txid, transaction, fee } = await copy.published();
      await copy.open();
      const id = crypto.randomUUID();
      const origin = { kind: "purchase", id: copy.id };
      const { amount } = copy.bought.quote;
      const line = { what: "onchain.publish", id, origin, txid, transaction, amount, feeLimit: fee } as const;
      const run = await importOf(database(), [line]);
      if (!isImportedFirst) await copy.bind();
      expect((await run()).map(({ outcome }) => outcome)).toEqual([isImportedFirst ? "done" : "known"]);
      await copy.release();
      await copy.pass();
      await expectOnce(copy);
    }
  });

  describe("by the operator's word", () => {
    it("is paid by the transaction that the operator names, once, whoever says it", async () => {
      const copy = await given("captured");
      const first = await copy.published();
      await copy.published("0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718");
      copy.chain.mine();
      copy.chain.forgetDrafts();
      await copy.open();
      await copy.release();
      expect(await copy.isWaiting()).toBe(true);
      const said = await Promise.all([copy.assign(first.txid), copy.assign(first.txid)]);
      expect(said).toContain("assigned");
      expect(await copy.assign(first.txid)).toBe("was_assigned");
      expect(await copy.release()).toBe("free");
      await copy.pass();
      expect(await copy.stateOf(copy.bought)).toBe("completed");
      expect(await copy.payments()).toEqual(["completed"]);
      expect(await copy.breaches()).toEqual([]);
    });

    it("is paid by none that the wallet does not show, that pays less or elsewhere, or that is another's", async () => {
      const copy = await given("captured");
      const less = await copy.published("less", { amount: amountOf(copy) - 1_000n });
      const elsewhere = await copy.published("elsewhere", { address: freshAddress() });
      const others = await copy.published("0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718");
      await copy.open();
      for (const [txid, why] of [
        ["ab".repeat(32), "has published no such transaction"],
        [less.txid, "published it for less"],
        [elsewhere.txid, "published it for elsewhere"],
        [others.txid, "published it for 0197c5a1"],
      ] as const)
        await expect(copy.assign(txid)).rejects.toThrow(why);
      copy.chain.mine();
      copy.chain.forgetDrafts();
      for (const txid of [less.txid, elsewhere.txid]) await expect(copy.assign(txid)).rejects.toThrow("does not pay");
      await expect(copy.assign(others.txid, crypto.randomUUID())).rejects.toThrow("does not wait for the chain");
      expect(await copy.payments()).toEqual([]);
      expect(await copy.assign(others.txid)).toBe("assigned");
    });

    it("is not let go as unpublished while transactions without a reference may be its payment", async () => {
      const copy = await given("captured");
      const dearer = { amount: amountOf(copy) + 1_000n };
      const all = [await copy.published("a"), await copy.published("b"), await copy.published("c", dearer)];
      copy.chain.mine();
      copy.chain.forgetDrafts();
      await copy.open();
      expect(await copy.release()).toBe("waits");
      for (const { txid } of all) await expect(copy.letGo([copy.id])).rejects.toThrow(txid);
      expect(await copy.isWaiting()).toBe(true);
      expect(await copy.assign(all[0]?.txid ?? "")).toBe("assigned");
    });

    it("is not let go as unpublished while a transaction may be its payment or another purchase's", async () => {
      const copy = await given("captured");
      const other = await given("captured", { address: copy.address });
      const { txid } = await copy.published("a", { amount: amountOf(copy) });
      copy.chain.mine();
      copy.chain.forgetDrafts();
      await copy.open();
      for (const id of [copy.id, other.id]) await expect(copy.letGo([id])).rejects.toThrow(txid);
      expect(await copy.assign(txid, other.id)).toBe("assigned");
      await copy.letGo([copy.id]);
    });

    it("is let go only while it waits, and a second restore finds both decisions", async () => {
      const copy = await given("captured");
      await copy.open();
      await expect(copy.release([crypto.randomUUID()])).rejects.toThrow(OperatorError);
      expect(await copy.isWaiting()).toBe(true);
      await copy.letGo([copy.id]);
      await expect(copy.letGo([copy.id])).rejects.toThrow("does not wait for the chain");
      const lines = copy.world.journal.entries.filter(({ what }) => what === "operator.book");
      expect(lines).toMatchObject([{ kind: "unpublished", subject: copy.id }]);

      await copy.release();
      await copy.open();
      const assigned = { what: "operator.book", id: crypto.randomUUID(), kind: "reconcile_transaction" } as const;
      const txid = "cd".repeat(32);
      const run = await importOf(database(), [...lines, { ...assigned, subject: copy.id, txid }]);
      const all = await run();
      expect(all.map(({ outcome }) => outcome)).toEqual(["question", "question"]);
      expect(all[0]?.detail).toContain(`restore release --unpublished ${copy.id}`);
      expect(all[1]?.detail).toContain(`reconcile ${txid} --to purchase ${copy.id}`);
    });

    it("is a question also where the copy lacks the purchase", async () => {
      const copy = await given("captured");
      await copy.open();
      const lost = crypto.randomUUID();
      const txid = "cd".repeat(32);
      const assigned = { what: "operator.book", kind: "reconcile_transaction", subject: lost, txid } as const;
      const unpublished = { what: "operator.book", kind: "unpublished", subject: lost } as const;
      const run = await importOf(database(), [
        { ...assigned, id: crypto.randomUUID() },
        { ...unpublished, id: crypto.randomUUID() },
      ]);
      expect(await run()).toMatchObject([
        { outcome: "question", detail: expect.stringContaining(`transaction ${txid} delivered purchase ${lost}`) },
      ]);
    });
  });

  describe("whose transaction the copy has", () => {
    it("publishes the same bytes, and builds nothing", async () => {
      const copy = await given("delivering");
      copy.chain.forget();
      await copy.open();
      expect(await copy.release()).toBe("free");
      await copy.pass();
      await expectOnce(copy);
    });

    it("is given back only when the coins were spent elsewhere, six blocks deep", async () => {
      const copy = await given("delivering");
      const [row] = await database().admin.query<{ txid: string }>(sql`
        select encode(txid, 'hex') as txid from onchain.payment where origin_id = ${copy.id}`);
      copy.chain.conflict(row?.txid ?? "");
      await copy.open();
      await copy.release();
      await copy.pass(5);
      expect([await copy.stateOf(copy.bought), await copy.payments()]).toEqual(["delivering", ["dispatched"]]);
      await copy.pass(3);
      expect([await copy.stateOf(copy.bought), await copy.payments()]).toEqual(["refunded", ["failed"]]);
      expect([copy.received(), copy.cards.count("refund")]).toEqual([0n, 1]);
      expect(await copy.breaches()).toEqual([]);
    });

    it("is paid by what took its place and pays the same address", async () => {
      const copy = await given("delivering");
      const [row] = await database().admin.query<{ txid: string }>(sql`
        select encode(txid, 'hex') as txid from onchain.payment where origin_id = ${copy.id}`);
      copy.chain.replace(row?.txid ?? "", 100n);
      await copy.open();
      await copy.release();
      await copy.pass(8);
      expect([await copy.stateOf(copy.bought), await copy.payments()]).toEqual(["completed", ["completed"]]);
      expect(copy.cards.count("refund")).toBe(0);
      expect(await copy.breaches()).toEqual([]);
    });
  });
});
