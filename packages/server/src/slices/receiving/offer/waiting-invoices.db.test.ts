import { expect, it } from "vitest";
import { one, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { lookUpDueCharges } from "../expire/look-up-due-charges.ts";
import { type PayLinkRef, WAITING_MAX } from "../model/pay-link.ts";
import { givenPayLinks } from "../testing/pay-links.harness.ts";
import { balanceOf, breaches } from "../testing/receiving.harness.ts";
import { answerPayCallback } from "./answer-pay-callback.ts";

onDatabase("1,000 invoices of one address that wait for their payment", (database) => {
  /** An address, and somebody in each network who asks it for invoices. */
  async function given() {
    const world = await givenPayLinks(database());
    const { gamertag, walletId } = await world.user();
    const ask = async (network: string, ref: PayLinkRef = { kind: "name", name: gamertag }) => {
      const asker = { network, admit: () => undefined };
      return await answerPayCallback(world.deps, { ref, amount: "5000", asker });
    };
    const fill = async (network: string, count: number) => {
      for (let made = 0; made < count; made += 50)
        await Promise.all(Array.from({ length: Math.min(50, count - made) }, () => ask(network)));
    };
    const waiting = async () =>
      await database().db.query<{ id: string; network: string | null }>(sql`
        select id, network
          from receiving.charge
         where wallet_id = ${walletId}
           and state = 'pending'
           and displaced_at is null
         order by created_at, id`);
    return { ...world, walletId, ask, fill, waiting };
  }

  it("are the most: one more takes the place of the oldest one of the network that has most", async () => {
    const { ask, fill, waiting, deps, node, app, follow, walletId, walletOf } = await given();
    const early = await ask("early");
    await fill("crowd", WAITING_MAX - 1);
    const before = await waiting();
    expect(before).toHaveLength(WAITING_MAX);
    const oldest = before.find(({ network }) => network === "crowd")?.id;

    const payer = await ask("payer", { kind: "wallet", id: walletId });
    await fill("crowd", 20);
    const after = await waiting();
    expect(after.length).toBeLessThanOrEqual(WAITING_MAX + 20);
    const ids = after.map(({ id }) => id);
    expect([ids.includes(early.id), ids.includes(payer.id), ids.includes(oldest ?? "")]).toEqual([true, true, false]);

    // What lost its place is cancelled at the node; what has one can be paid.
    while ((await lookUpDueCharges({ ...deps })) > 0);
    const rows = await database().db.query<{ invoice: string; state: string }>(sql`
      select invoice, state from receiving.charge where id = ${oldest}`);
    const { invoice, state } = one(rows);
    expect([state, node.receiving.payInvoice(invoice)]).toEqual(["expired", false]);
    for (const { invoice: pr } of [early, payer]) expect(node.receiving.payInvoice(pr)).toBe(true);
    await follow();
    expect(await balanceOf(database(), (await walletOf(walletId)).account)).toBe(10_000n);
    expect(await breaches(database())).toEqual([]);
    await app.close();
  });

  it("stay about as many when many ask in the same moment, and none of a small network loses its place", async () => {
    const { ask, fill, waiting, app } = await given();
    const small = await Promise.all(["a", "b", "c"].map((network) => ask(network)));
    await fill("crowd", WAITING_MAX);
    await Promise.all(Array.from({ length: 200 }, (_, i) => ask(i % 2 === 0 ? "crowd" : "another crowd")));
    const last = await ask("last");
    const left = await waiting();
    expect(left).toHaveLength(WAITING_MAX);
    for (const { id } of [...small, last]) expect(left.map((one) => one.id)).toContain(id);
    await app.close();
  });

  it.each([true, false])(
    "are paid although they lose their place while the payment is on its way (the node can cancel: %s)",
    async (cancel) => {
      const { ask, fill, deps, node, app, walletId, walletOf } = await given();
      node.capabilities = { ...node.capabilities, cancel };
      const first = await ask("crowd");
      await fill("crowd", WAITING_MAX);
      await ask("crowd");
      expect(node.receiving.payInvoice(first.invoice)).toBe(true); // nobody has cancelled it yet
      while ((await lookUpDueCharges({ ...deps })) > 0);
      expect(await balanceOf(database(), (await walletOf(walletId)).account)).toBe(5_000n);
      expect(await breaches(database())).toEqual([]);
      await app.close();
    },
  );
});
