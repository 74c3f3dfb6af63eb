import { expect, it } from "vitest";
import { listIncidentsOf } from "#incidents";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { lookBack, lookBackFrom } from "./drive/look-back.ts";
import { givenLost } from "./testing/lost-purchase.harness.ts";

const DAY_MS = 24 * 3_600_000;

onDatabase("what happened at the processor since the copy", (database) => {
  async function given() {
    await database().admin.query(sql`update ramp.follower set looked_back_at = null`);
    await database().admin.query(sql`delete from ramp.stray`); // each test has a processor of its own
    const lost = await givenLost(database());
    const { clock, cards } = lost;
    const asked: Date[] = [];
    const processor = {
      ...cards.processor,
      listSince: async (since: Date) => {
        asked.push(since);
        return await cards.processor.listSince(since);
      },
    };
    const from = new Date(clock.now().getTime() - 100 * DAY_MS);
    const restore = { from, openedAt: new Date(clock.now().getTime() - 1_000) };
    const deps = { ...lost.deps, processor: () => processor, lostSince: async () => restore };
    const told = async () =>
      (await listIncidentsOf(database().db, lost.id)).map(
        ({ kind, isOpen }) => `${kind} ${isOpen ? "open" : "closed"}`,
      );
    return { ...lost, asked, from, restore, deps, told, look: () => lookBack(deps) };
  }

  it("is looked at once a day from a day before the copy on, and anew after another restore", async () => {
    const on = await given();
    for (let i = 0; i < 3; i += 1) await on.look();
    expect(on.asked).toEqual([new Date(on.from.getTime() - DAY_MS)]);
    on.clock.advance(DAY_MS);
    await on.look();
    expect(on.asked).toHaveLength(2);
    on.clock.advance(1_000);
    on.restore.openedAt = on.clock.now();
    on.clock.advance(1_000);
    await on.look();
    expect(on.asked).toHaveLength(3);
  });

  it("is looked at again when the processor did not answer", async () => {
    const on = await given();
    on.cards.fail("get", "before");
    await expect(on.look()).rejects.toMatchObject({ code: "unavailable" });
    expect(await on.told()).toEqual([]);
    await on.look();
    expect(await on.told()).toEqual(["purchase_lost open"]);
  });

  it("is not looked at without a restore", async () => {
    const on = await given();
    const deps = { ...on.deps, lostSince: async () => undefined };
    await lookBack(deps);
    expect(on.asked).toEqual([]);
    const sinceMs = on.clock.now().getTime() - (await lookBackFrom(deps)).getTime();
    expect(Math.abs(sinceMs - DAY_MS)).toBeLessThan(10_000);
    expect(await lookBackFrom(on.deps)).toEqual(new Date(on.from.getTime() - DAY_MS));
  });

  it("is booked where the purchase is here: a dispute and a refund of what was delivered long ago", async () => {
    for (const [says, entry] of [
      [{ dispute: "open" }, "dispute 2500"],
      [{ refund: "succeeded" }, "late_refund 2500"],
    ] as const) {
      const on = await given();
      const bought = await on.authorized();
      for (let i = 0; i < 4; i += 1) await on.later();
      await on.later(2 * 3_600_000); // its fee is known: nobody looks at it any more
      expect((await on.reread(bought)).dueAt).toBeUndefined();
      on.cards.say(bought.id, says);
      await on.later(DAY_MS);
      expect(await on.entries(bought)).not.toContain(entry);
      await on.look();
      for (let i = 0; i < 3; i += 1) await on.later();
      expect(await on.entries(bought)).toContain(entry);
      expect(await on.breaches()).toEqual([]);
    }
  });

  it("is an incident where the purchase is not here, until it is adopted, and is told once", async () => {
    const on = await given();
    await on.look();
    expect(await on.told()).toEqual(["purchase_lost open"]);
    await on.deliver();
    expect((await on.told()).toSorted()).toEqual(["purchase_adopted closed", "purchase_lost closed"]);
    on.clock.advance(DAY_MS);
    await on.look();
    expect(await on.told()).toHaveLength(2);
  });

  it.each(["open", "lost", "won"] as const)(
    "is an incident of its own when that payment is disputed: %s",
    async (dispute) => {
      const on = await given();
      on.cards.say(on.id, { dispute });
      await on.look();
      expect(await on.told()).toEqual(["lost_purchase_disputed open"]);
      await database().admin.query(sql`
      update incidents.incident set closed_at = now(), closed_reason = 'answered' where subject = ${on.id}`);
      on.clock.advance(DAY_MS);
      await on.look();
      expect(await on.told()).toEqual(["lost_purchase_disputed closed"]);
    },
  );

  it("stays an incident until the processor has given it back: after a lost answer, and while it is pending", async () => {
    const on = await given();
    await on.look();
    on.cards.fail("refund", "before");
    await expect(on.refund()).rejects.toMatchObject({ code: "unavailable" });
    expect(await on.told()).toEqual(["purchase_lost open"]);
    const { refund } = on.cards.processor;
    Object.assign(on.adopting, { processor: { ...on.cards.processor, refund: async () => ({ refund: "pending" }) } });
    expect(await on.refund()).toBe("pending");
    expect(await on.told()).toEqual(["purchase_lost open"]);
    Object.assign(on.adopting, { processor: { ...on.cards.processor, refund } });
    for (let i = 0; i < 2; i += 1) expect(await on.refund()).toBe("refunded");
    expect(await on.told()).toEqual(["purchase_lost closed"]);
  });

  it.each([
    ["disputed_after_refund", { dispute: "open" }],
    ["refund_returned", { refund: "failed" }],
  ] as const)("is an incident when it was given back by an operator: %s", async (kind, says) => {
    const on = await given();
    await on.look();
    expect(await on.refund()).toBe("refunded");
    expect(await on.told()).toEqual(["purchase_lost closed"]);
    on.clock.advance(DAY_MS);
    await on.look();
    expect(await on.told()).toHaveLength(1);
    on.cards.say(on.id, says);
    on.clock.advance(DAY_MS);
    await on.look();
    expect(await on.told()).toContain(`${kind} open`);
  });

  it("is nothing to look at where nothing was taken, or the processor has given it back", async () => {
    for (const says of [{ state: "waiting" }, { state: "canceled" }, { refund: "succeeded" }] as const) {
      const on = await given();
      on.cards.say(on.id, says);
      await on.look();
      expect(await on.told()).toEqual([]);
    }
  });
});
