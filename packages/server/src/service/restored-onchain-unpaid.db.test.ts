import { beforeEach, expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenReading } from "#slices/ramp/testing/ramp.harness.ts";
import { restored } from "./testing/restored.harness.ts";
import { amountOf, givenCopy } from "./testing/restored-onchain.harness.ts";

onDatabase("a purchase to an address of the chain whose card had not paid in the copy", (database) => {
  const { anew } = restored(database);
  beforeEach(async () => {
    await database().admin.query(sql`update ramp.purchase set restore_id = null, due_at = null`); // of earlier tests
    await anew();
  });
  const given = async () => await givenCopy(database(), "requires_payment");

  /** One transaction left through us, the address has the amount once, and the books are whole. */
  async function expectOnce(copy: Awaited<ReturnType<typeof given>>): Promise<void> {
    expect(await copy.stateOf(copy.bought)).toBe("completed");
    expect([copy.sent(), copy.received(), await copy.payments()]).toEqual([1, amountOf(copy), ["completed"]]);
    expect([copy.cards.count("capture"), copy.cards.count("refund")]).toEqual([1, 0]);
    expect(await copy.breaches()).toEqual([]);
  }

  it("goes on when the processor says that it has not paid", async () => {
    const copy = await given();
    await copy.open();
    expect(await copy.release()).toBe("waits");
    await copy.pass(2);
    expect(await copy.release()).toBe("free");
    copy.cards.authorize(copy.id, copy.id);
    await copy.pass();
    expect(copy.sent()).toBeLessThanOrEqual(1);
    expect(await copy.breaches()).toEqual([]);
  });

  it("waits until the processor was asked, and is paid by what was published then", async () => {
    const copy = await given();
    copy.cards.authorize(copy.id, copy.id);
    await copy.capture();
    const { txid } = await copy.published();
    await copy.open();
    await copy.later(1_000); // the ledger is closed: the processor's word changes nothing
    await expect(copy.assign(txid)).rejects.toThrow("the processor has not been asked yet");
    expect(await copy.release()).toBe("waits");
    await copy.pass(2);
    expect(await copy.stateOf(copy.bought)).toBe("captured");
    expect(await copy.release()).toBe("free");
    await copy.pass();
    await expectOnce(copy);
  });

  it("is not let go as unpublished while the wallet shows its transaction", async () => {
    const copy = await given();
    const { txid } = await copy.published();
    await copy.open();
    await expect(copy.release([copy.id])).rejects.toThrow(`has published ${txid}`);
    expect(await copy.isWaiting()).toBe(true);
    expect(copy.world.journal.entries.filter(({ what }) => what === "operator.book")).toEqual([]);
  });

  it.each(["no money of the operator's", "a full limit of the card"] as const)(
    "is paid by what was published also with %s",
    async (lack) => {
      const copy = await given();
      copy.cards.authorize(copy.id, copy.id);
      await copy.capture();
      await copy.published();
      await copy.open();
      expect(await copy.release()).toBe("waits");
      const limits = { ...copy.deps.limits, purchases: 0 };
      if (lack === "no money of the operator's") await givenReading(database().admin, -(10n ** 15n));
      for (let times = 0; times < 2; times += 1)
        await copy.later(1_000, lack === "a full limit of the card" ? { ...copy.deps, limits } : copy.deps);
      expect(await copy.stateOf(copy.bought)).toBe("captured");
      expect(await copy.release()).toBe("free");
      await copy.pass();
      await expectOnce(copy);
    },
  );

  it("ends in time when the processor has no payment for it, however often it was released", async () => {
    const copy = await given();
    await database().admin.query(sql`
      update ramp.purchase set reference = null, version = version + 1 where id = ${copy.id}`);
    await copy.open();
    expect(await copy.release()).toBe("waits");
    await copy.pass(12);
    expect([await copy.stateOf(copy.bought), await copy.isWaiting(), copy.sent()]).toEqual(["expired", false, 0]);
    expect(await copy.breaches()).toEqual([]);
  });

  it("waits while the processor cannot be asked, because another one is set, until the operator lets it go", async () => {
    const copy = await given();
    await database().admin.query(sql`update ramp.purchase set processor = 'former' where id = ${copy.id}`);
    await copy.open();
    expect(await copy.release()).toBe("waits");
    await copy.pass(12);
    expect(await copy.isWaiting()).toBe(true);
    expect(await copy.release([copy.id])).toBe("free");
  });
});
