import { bytesToHex } from "@noble/hashes/utils.js";
import { beforeEach, describe, expect, it } from "vitest";
import type { PaymentId } from "#kernel/ids.ts";
import type { JournalEntry } from "#kernel/journal.ts";
import { msats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { markWaiting } from "#restore";
import { freshAddress } from "#slices/onchain/testing/address.harness.ts";
import type { PurchaseId } from "#slices/ramp/model/purchase.ts";
import { givenRamp } from "#slices/ramp/testing/ramp.harness.ts";
import { dyingAt, importOf } from "./testing/imported.harness.ts";
import { restored } from "./testing/restored.harness.ts";

const random = machineRandom();
const MINUTE = 60_000;

onDatabase("the import of purchases", (database) => {
  const { anew } = restored(database);
  beforeEach(async () => {
    await database().admin.query(sql`update ramp.purchase set restore_id = null, due_at = null`); // of earlier tests
    await anew();
  });
  const open = () =>
    database().admin.query(
      sql`select restore.open_restore(now(), gen_random_uuid(), 'foreign_payments', null, null, null)`,
    );
  /** As `leyden restore release`, of this purchase. */
  const release = async ({ id }: { readonly id: string }) => {
    await database().admin.query(sql`select restore.release(now(), '{}', '{}', array[${id}]::uuid[])`);
    await markWaiting({ db: database().db });
    await database().admin.query(sql`select restore.end_restore(now(), 'a test')`);
  };
  const outcomes = (all: readonly { readonly outcome: string }[]) => all.map(({ outcome }) => outcome);
  const line = (what: JournalEntry["what"], id: string): JournalEntry => ({ what, id, processorId: `pay_${id}` });

  /** In the copy the purchase is only quoted, or begun without the reference: the answer of the processor was lost. */
  async function given(state: "quoted" | "requires_payment", destination?: string) {
    const ramp = await givenRamp(database());
    const session = await ramp.opened(destination === undefined ? {} : { destination });
    const bought = state === "quoted" ? await ramp.quoted(session) : await ramp.begun(session);
    await database().admin.query(sql`update ramp.purchase set reference = null where id = ${bought.id}`);
    const { source, currency } = bought.quote;
    await ramp.deps.processor()?.begin({
      purchaseId: bought.id,
      amount: source,
      currency,
      email: "",
      description: "",
    } as never);
    ramp.cards.authorize(bought.id);
    await open();
    const pass = async (times = 6) => {
      for (let i = 0; i < times; i += 1) await ramp.later(MINUTE);
    };
    return { ...ramp, bought, pass };
  }

  describe("takes the processor's reference from the line, and the driver asks there", () => {
    it.each(["quoted", "requires_payment"] as const)("of one that was captured: %s", async (state) => {
      const ramp = await given(state);
      const { bought, cards, pass } = ramp;
      await cards.processor.capture(`pay_${bought.id}`, bought.id);
      const run = await importOf(database(), [line("purchase.begin", bought.id), line("purchase.capture", bought.id)]);

      const both = await Promise.all([run(), run()]);
      expect(outcomes(both.flat()).filter((outcome) => outcome === "done")).toHaveLength(1);
      expect(await run()).toEqual([]);
      expect(await ramp.stateOf(bought)).toBe("authorized");
      await pass();
      expect(await ramp.stateOf(bought), "until the release").toBe("authorized");
      await release(bought);
      await pass();
      expect(await ramp.stateOf(bought)).toBe("completed");
      expect([cards.count("capture"), cards.count("refund"), ramp.world.node.requests.length]).toEqual([1, 0, 1]);
      expect(await ramp.breaches()).toEqual([]);
    });

    it.each(["succeeded", "failed"] as const)("of one whose money was given back: %s", async (refund) => {
      const ramp = await given("requires_payment");
      const { bought, cards, pass } = ramp;
      await cards.processor.capture(`pay_${bought.id}`, bought.id);
      cards.say(bought.id, { refund });
      const whats = ["purchase.begin", "purchase.capture", "purchase.refund"] as const;
      const run = await importOf(
        database(),
        whats.map((what) => line(what, bought.id)),
      );
      expect(outcomes(await run())).toEqual(["done"]);
      await release(bought);
      await pass();
      expect(await ramp.stateOf(bought)).toBe(refund === "succeeded" ? "refunded" : "refund_failed");
      expect([cards.count("capture"), cards.count("refund"), ramp.world.node.requests.length]).toEqual([1, 0, 0]);
      expect(await ramp.breaches()).toEqual([]);

      const byHand = await importOf(database(), [
        { what: "operator.book", id: bought.id, kind: "refunded_by_hand", subject: bought.userId },
      ]);
      expect(outcomes(await Promise.all([byHand(), byHand()]).then((all) => all.flat()))).toEqual(
        refund === "succeeded" ? [] : expect.arrayContaining(["done"]),
      );
      expect(await ramp.stateOf(bought)).toBe("refunded");
      expect(await byHand()).toEqual([]);
      expect(await ramp.breaches()).toEqual([]);
    });

    it("of one that was begun alone: nothing is captured while it waits, and once after the release", async () => {
      const ramp = await given("quoted");
      const { bought, cards, pass } = ramp;
      const run = await importOf(database(), [line("purchase.begin", bought.id)]);
      expect(outcomes(await run())).toEqual(["done"]);
      expect(await ramp.stateOf(bought)).toBe("requires_payment");
      await pass();
      await markWaiting({ db: database().db });
      await database().admin.query(sql`select restore.end_restore(now(), 'a test')`); // everybody else goes on
      await pass();
      expect(cards.moved).toEqual([]);
      await release(bought);
      await pass();
      expect(await ramp.stateOf(bought)).toBe("completed");
      expect(cards.count("capture")).toBe(1);
      expect(await ramp.breaches()).toEqual([]);
    });
  });

  it("goes on where it died between two purchases", async () => {
    const [one, two] = [await given("quoted"), await given("quoted")];
    const lines = [one, two].map(({ bought }) => line("purchase.capture", bought.id));
    const run = await importOf(database(), lines);
    await expect(run(dyingAt(database().db, /bring_back_purchase/, 2))).rejects.toThrow("died");
    expect(await run()).toMatchObject([{ id: two.bought.id, outcome: "done" }]);
    expect(await two.breaches()).toEqual([]);
  });

  it("leaves what a process buys now, and what is over in the copy with its reference", async () => {
    const ramp = await givenRamp(database());
    const run = async () => await (await importOf(database(), ramp.world.journal.entries))();
    const bought = await ramp.authorized();
    expect(await Promise.all([run(), ramp.later()]).then(([all]) => all)).toEqual([]);
    for (let i = 0; i < 4; i += 1) await ramp.later();
    expect(await ramp.stateOf(bought)).toBe("completed");
    expect(await run()).toEqual([]);
  });

  it("asks about one that is not in the copy only when it was captured, and about another reference", async () => {
    const ramp = await given("requires_payment");
    const { bought } = ramp;
    await database().admin.query(sql`update ramp.purchase set reference = 'pay_other' where id = ${bought.id}`);
    const [unpaid, paid] = [random.uuid(), random.uuid()];
    const run = await importOf(database(), [
      line("purchase.begin", unpaid),
      line("purchase.begin", paid),
      line("purchase.capture", paid),
      line("purchase.capture", bought.id),
    ]);
    const all = await run();
    expect(all.map(({ id, outcome }) => [id, outcome])).toEqual([
      [unpaid, "known"],
      [paid, "question"],
      [bought.id, "question"],
    ]);
    expect(all[1]?.detail).toContain(`leyden ramp adopt pay_${paid} --deliver`);
    expect(await run()).toEqual(all);
    expect(await ramp.breaches()).toEqual([]);
  });

  describe("by a transaction of the chain", () => {
    /** Its transaction was built, and published or not, after the copy was made. */
    async function published({ isPublished }: { readonly isPublished: boolean }) {
      const address = freshAddress();
      const ramp = await given("requires_payment", address);
      const { bought, cards } = ramp;
      await cards.processor.capture(`pay_${bought.id}`, bought.id);
      const { amount } = bought.quote;
      const built = await ramp.world.node.buildOnchain({
        address,
        amount,
        feeLimit: bought.feeLimit,
        reference: bought.id,
      });
      if (built.kind !== "built") throw new Error("it was not built");
      const { txid, transaction, fee } = built;
      if (isPublished) await ramp.world.node.publishOnchain(transaction, bought.id);
      const id = random.uuid() as PaymentId;
      const origin = { kind: "purchase", id: bought.id } as const;
      const publish: JournalEntry = { what: "onchain.publish", id, origin, txid, transaction, amount, feeLimit: fee };
      const lines = [line("purchase.capture", bought.id), publish, publish];
      return { ...ramp, address, id, txid, transaction, publish, lines };
    }
    type Published = Awaited<ReturnType<typeof published>>;
    const expectOnce = async ({
      chain,
      address,
      bought,
      breaches,
    }: Published & { chain: Published["world"]["node"]["chain"] }) => {
      expect(new Set(chain.published.map(bytesToHex)).size).toBe(1);
      expect(chain.receivedAt(address)).toBe(bought.quote.amount);
      expect(await breaches()).toEqual([]);
    };

    it.each([true, false])("is delivered by the same bytes, whether they were published: %s", async (isPublished) => {
      const ramp = await published({ isPublished });
      const { bought, cards, pass, lines, world } = ramp;
      const { chain } = world.node;
      const run = await importOf(database(), lines);

      const [one, two] = await Promise.all([run(), run(), ramp.later(MINUTE)]);
      expect(outcomes([...one, ...two]).filter((outcome) => outcome === "done")).toHaveLength(2);
      expect(await run()).toEqual([]);
      await pass(2);
      chain.mine();
      await pass(2);
      await release(bought);
      await pass();
      expect(await ramp.stateOf(bought)).toBe("completed");
      expect([cards.count("capture"), cards.count("refund")]).toEqual([1, 0]);
      await expectOnce({ ...ramp, chain });
      expect(await run()).toEqual([]);
    });

    it("gives up the payment that the copy had bound, which was never made", async () => {
      const ramp = await published({ isPublished: true });
      const { bought, lines, world, pass } = ramp;
      const [first = line("purchase.capture", bought.id), ...rest] = lines;
      expect(outcomes(await (await importOf(database(), [first]))())).toEqual(["done"]);
      const other = random.uuid();
      await database().admin.query(sql`update ramp.purchase set payment_id = ${other} where id = ${bought.id}`);
      const run = await importOf(database(), rest);
      await expect(run(dyingAt(database().db, /bring_back_onchain/, 1))).rejects.toThrow("died");
      expect(outcomes(await run())).toEqual(["done"]);
      await release(bought);
      world.node.chain.mine();
      await pass();
      expect(await ramp.stateOf(bought)).toBe("completed");
      const [given] = await database().admin.query(sql`select from onchain.given_up where id = ${other}`);
      expect(given).toBeDefined();
      await expectOnce({ ...ramp, chain: world.node.chain });
    });

    it("asks about one that pays something else, that is not in the copy, or whose bytes are others", async () => {
      const ramp = await published({ isPublished: true });
      const { bought, lines, publish, txid } = ramp;
      const [captured = publish] = lines;
      const stranger = { ...publish, id: random.uuid(), origin: { kind: "purchase", id: random.uuid() } };
      const [dearer] = [{ ...publish, id: random.uuid(), amount: msats((publish.amount ?? 0n) + 1_000n) }];
      const damaged = { ...publish, id: random.uuid(), transaction: random.bytes(100) };
      const run = await importOf(database(), [captured, stranger, dearer, damaged]);
      const [, ...all] = await run();
      expect(outcomes(all)).toEqual(["question", "question", "question"]);
      expect(all.every(({ detail }) => detail.includes(txid))).toBe(true);
      expect(await ramp.stateOf(bought as { readonly id: PurchaseId })).toBe("authorized");
      expect(await ramp.breaches()).toEqual([]);
    });
  });
});
