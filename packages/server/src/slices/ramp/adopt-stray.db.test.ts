import { expect, it } from "vitest";
import { minor } from "#kernel/fiat.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { listStrays, refundStray } from "./drive/adopt-stray.ts";
import type { PurchaseId } from "./model/purchase.ts";
import { NOTHING_TOLD } from "./testing/lost-purchase.harness.ts";
import { givenRamp } from "./testing/ramp.harness.ts";

const NOTHING_SAID = { amount: undefined, despitePrice: false };

onDatabase("a payment at the processor whose purchase was lost", (database) => {
  async function given() {
    await database().admin.query(sql`delete from lightning.foreign_payment where transfer_id is null`);
    const ramp = await givenRamp(database());
    const { cards, deps } = ramp;
    const purchaseId = crypto.randomUUID() as PurchaseId;
    const draft = {
      purchaseId,
      amount: minor(2_500n),
      currency: "EUR",
      email: "a@example.com",
      description: "x",
    } as const;
    const { reference } = await cards.processor.begin(draft);
    cards.say(purchaseId, { state: "captured" });
    const adopting = { ...deps, processor: cards.processor, node: ramp.world.node };
    const adopt = (despiteUnexplained = false) =>
      refundStray(adopting, { ...NOTHING_SAID, reference, reason: "lost", told: NOTHING_TOLD, despiteUnexplained });
    const strays = async () => (await listStrays(adopting, new Date(0))).map((one) => one.reference);
    return { ...ramp, purchaseId, reference, adopt, adopting, strays };
  }

  it("is listed, and given back once, by two commands at the same time and one more", async () => {
    const { cards, reference, adopt, strays, breaches, begun } = await given();
    await begun(); // that of a purchase is not in the list
    expect(await strays()).toEqual([reference]);
    expect(await Promise.all([adopt(), adopt()])).toEqual(["refunded", "refunded"]);
    expect(await adopt()).toBe("refunded");
    expect([cards.count("refund"), await strays(), await breaches()]).toEqual([1, [], []]);
  });

  it("is given back once when the answer is lost, and the command is run again", async () => {
    const { cards, reference, adopt, strays } = await given();
    cards.fail("refund", "after");
    await expect(adopt()).rejects.toMatchObject({ code: "unavailable" });
    expect(await strays()).toEqual([reference]);
    expect([await adopt(), cards.count("refund")]).toEqual(["refunded", 1]);
  });

  it("is not given back while a payment of the node may have delivered it, nor when it is disputed", async () => {
    const { cards, purchaseId, adopt } = await given();
    await database().admin.query(sql`
      insert into lightning.foreign_payment (payment_hash, amount_msats, found_at)
      values (${crypto.getRandomValues(new Uint8Array(32))}, 1000, now())`);
    await expect(adopt()).rejects.toThrow("may have delivered it");
    cards.say(purchaseId, { dispute: "open" });
    await expect(adopt(true)).rejects.toThrow("it is disputed");
    expect(cards.count("refund")).toBe(0);
    cards.say(purchaseId, { dispute: "none" });
    expect(await adopt(true)).toBe("refunded");
  });

  it("is cancelled where nothing was taken; that of a purchase is left to it", async () => {
    const { cards, purchaseId, adopt, adopting, authorized } = await given();
    cards.say(purchaseId, { state: "authorized" });
    expect([await adopt(), cards.count("cancel"), cards.count("refund")]).toEqual(["canceled", 1, 0]);
    const bought = await authorized();
    const own = {
      ...NOTHING_SAID,
      reference: `pay_${bought.id}`,
      reason: "?",
      told: NOTHING_TOLD,
      despiteUnexplained: true,
    };
    await expect(refundStray(adopting, own)).rejects.toThrow("which goes on by itself");
  });
});
