import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { whilePaused } from "#slices/payments/testing/driving.harness.ts";
import { changeGamertag, type User } from "#users";
import { beginPurchase } from "./checkout/begin-purchase.ts";
import { cancelPurchase } from "./checkout/cancel-purchase.ts";
import { creditInstead } from "./checkout/credit-instead.ts";
import { LOOPBACK } from "./model/network.ts";
import { failureCodeOf, type Purchase, type PurchaseId } from "./model/purchase.ts";
import { findUsed } from "./store/quotes.ts";
import { copyPurchase, fundOperator, type Given, givenRamp, random, verifyUser } from "./testing/ramp.harness.ts";
import { RAMP_SETTINGS } from "./testing/ramp-routes.harness.ts";

/** By what a purchase is counted, besides its card. */
type Buyer = { readonly user: User; readonly network: string; readonly destination: string };

onDatabase("limits of purchases", (database) => {
  async function given(changes: Parameters<typeof givenRamp>[1] = {}) {
    const ramp = await givenRamp(database(), changes);
    const tail = () => random.uuid().slice(-12);
    const one = async (email?: string): Promise<Buyer> => ({
      user: await ramp.person(email),
      network: `net-${tail()}`,
      destination: ramp.world.recipient(`to-${tail()}`),
    });
    const sessionOf = ({ user, network, destination }: Buyer) => ramp.opened({ destination }, { user, network });
    const buy = async (buyer: Buyer, amount = "100") => await ramp.begun(await sessionOf(buyer), amount);
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => "begun",
        (error: { code: string }) => error.code,
      );
    return { ...ramp, tail, one, sessionOf, buy, codeOf };
  }

  const verify = ({ user }: Buyer) => verifyUser(database().admin, user);

  const pay = async ({ deps, rereadSession }: Given, { sessionId, id }: Purchase) =>
    await beginPurchase(deps, await rereadSession(sessionId), id);

  it.each([
    ["user", (a: Buyer, b: Buyer) => ({ ...b, user: a.user })],
    ["destination", (a: Buyer, b: Buyer) => ({ ...b, destination: a.destination })],
    ["destination with a tag", (a: Buyer, b: Buyer) => ({ ...b, destination: a.destination.replace("@", "+2@") })],
  ])("count a %s alone, and nothing else of two that differ in all the rest", async (_, share) => {
    const { one, buy, codeOf } = await given();
    const [first, second] = [await one(), await one()];
    await buy(first);
    expect(await codeOf(buy(second))).toBe("begun");
    const third = share(first, await one());
    expect(await codeOf(buy(third, "50.01"))).toBe("ramp_identity_needed");
    expect(await codeOf(buy(third, "50"))).toBe("begun");
  });

  it("count all addresses of a wallet of this service as one destination, former ones and tags too", async () => {
    const { one, buy, codeOf, person, deps, tail, opened, begun } = await given();
    const [owner, other] = [await person(), await person()];
    const host = new URL(deps.baseUrl).host;
    const to = async (destination: string) => ({ ...(await one()), destination });
    const former = owner.gamertag;
    const present = `n${tail()}`;
    await changeGamertag(deps, { id: owner.id, gamertag: present });
    await buy(await to(`${former}@${host}`));
    for (const address of [`${present}@${host}`, `${present}+tag@${host}`, `${former}@${host}:443`])
      expect([address, await codeOf(buy(await to(address), "50.01"))]).toEqual([address, "ramp_identity_needed"]);
    expect(await codeOf(buy(await to(`${other.gamertag}@${host}`), "150"))).toBe("begun");
    expect(await codeOf(buy(await to(`${present}@example.com`), "150"))).toBe("begun");
    // Without a destination it goes to the same wallet.
    expect(await codeOf(begun(await opened({}, { user: other }), "5"))).toBe("begun");
    const own = begun(await opened({ destination: undefined }, { user: owner }), "50.01");
    expect(await codeOf(own)).toBe("ramp_identity_needed");
  });

  it("count what was put into the own wallet instead as bought for that wallet", async () => {
    const { one, buy, codeOf, opened, authorized, deps, later, rereadSession, stateOf, person } = await given();
    const owner = await person();
    const bought = await authorized(await opened({ destination: (await one()).destination }, { user: owner }));
    await whilePaused(database(), async () => {
      await later();
      expect(await stateOf(bought)).toBe("on_hold");
      await creditInstead(deps, await rereadSession(bought.sessionId), bought.id);
    });
    const destination = `${owner.gamertag}@${new URL(deps.baseUrl).host}`;
    expect(await codeOf(buy({ ...(await one()), destination }, "125.01"))).toBe("ramp_identity_needed");
    expect(await codeOf(buy({ ...(await one()), destination }, "125"))).toBe("begun");
  });

  it("count a mail address without its tag", async () => {
    const { one, buy, codeOf, tail } = await given();
    const [name, other] = [`mule-${tail()}`, `mule-${tail()}`];
    await buy(await one(`${name}@example.com`));
    expect(await codeOf(buy(await one(`${name}+second@example.com`)))).toBe("ramp_identity_needed");
    expect(await codeOf(buy(await one(`${other}@example.com`)))).toBe("begun");
  });

  it("count no network for this machine, which everybody has behind a proxy that names nobody", async () => {
    const { one, buy } = await given();
    for (let people = 0; people < 6; people += 1) await buy({ ...(await one()), network: LOOPBACK }, "150");
  });

  it("count a network for as many people as the operator says", async () => {
    const { one, buy, codeOf } = await given({ limits: { ...RAMP_SETTINGS.limits, peoplePerNetwork: 3 } });
    const { network } = await one();
    for (let people = 0; people < 3; people += 1) await buy({ ...(await one()), network }, "150");
    expect(await codeOf(buy({ ...(await one()), network }, "5"))).toBe("ramp_identity_needed");
    expect(await codeOf(buy(await one(), "150"))).toBe("begun");
  });

  it("leave who is not verified three purchases in 7 days, and who is as many as the amounts allow", async () => {
    const ramp = await given();
    const [plain, verified] = [await ramp.one(), await ramp.one()];
    await verify(verified);
    for (const buyer of [plain, verified]) for (let i = 0; i < 3; i += 1) await ramp.buy(buyer, "5");
    expect(await ramp.codeOf(ramp.buy(plain, "5"))).toBe("ramp_identity_needed");
    expect(await ramp.codeOf(ramp.buy(verified, "2485"))).toBe("begun");
    expect(await ramp.codeOf(ramp.buy(verified, "5"))).toBe("ramp_limit_exceeded");
    expect(await ramp.codeOf(ramp.buy(plain, "2500.01"))).toBe("ramp_limit_exceeded");
  });

  it("roll: what was bought 7 days ago counts no more on the week, and 30 days ago not on the month", async () => {
    const ramp = await given();
    await fundOperator(database().admin, sats(10_000_000n));
    const [plain, verified] = [await ramp.one(), await ramp.one()];
    await verify(verified);
    await ramp.buy(plain, "150");
    await ramp.buy(verified, "2500");
    ramp.clock.advance(7 * ramp.day - 60_000);
    expect(await ramp.codeOf(ramp.buy(plain, "5"))).toBe("ramp_identity_needed");
    expect(await ramp.codeOf(ramp.buy(verified, "5"))).toBe("ramp_limit_exceeded");
    ramp.clock.advance(60_001);
    expect(await ramp.codeOf(ramp.buy(plain, "150"))).toBe("begun");
    for (let week = 1; week < 4; week += 1) {
      await ramp.buy(verified, "2500");
      ramp.clock.advance(7 * ramp.day + 1);
    }
    expect(await ramp.codeOf(ramp.buy(verified, "5"))).toBe("ramp_limit_exceeded");
    ramp.clock.advance(2 * ramp.day);
    expect(await ramp.codeOf(ramp.buy(verified, "2500"))).toBe("begun");
  });

  it("do not count what failed, expired, was canceled or given back, and count what is to be given back", async () => {
    const ramp = await given();
    const buyer = await ramp.one();
    const states = { failed: "begun", expired: "begun", canceled: "begun", refunded: "begun" } as const;
    for (const [state, code] of [
      ...Object.entries(states),
      ["lost", "ramp_identity_needed"],
      ["refund_failed", "ramp_identity_needed"],
    ] as const) {
      const { id } = await ramp.buy(buyer, "150");
      await database().admin.query(sql`
        update ramp.purchase
           set state = ${state},
               previous_state = case ${state}::text when 'refunded' then 'refund_pending' when 'refund_failed' then 'refund_pending'
                 when 'lost' then 'disputed' else 'requires_payment' end,
               failure_code = case when ${state}::text in ('failed', 'refunded', 'refund_failed') then 'declined' end,
               payment_id = case ${state}::text when 'lost' then gen_random_uuid() end,
               invoice = case ${state}::text when 'lost' then 'lnbc1' end,
               ended_at = case when ${state}::text <> 'refund_failed' then changed_at end
         where id = ${id}`);
      expect([state, await ramp.codeOf(ramp.buy(buyer, "5"))]).toEqual([state, code]);
      await database().admin.query(sql`delete from ramp.purchase where user_id = ${buyer.user.id}`);
    }
  });

  it("are full after a restore for who begins then, until the window has passed or the operator lifts them", async () => {
    const { one, buy, codeOf, clock } = await given();
    const [buyer, verified] = [await one(), await one()];
    await verify(verified);
    const before = await buy(buyer, "50");
    const went = (at: Date) => database().admin.query(sql`select ledger.forget_spending(${at})`);
    const known = () => database().admin.query(sql`select ledger.know_spending(array['purchases'])`);
    const hours = (count: number) => new Date(clock.now().getTime() - count * 3_600_000);
    const used = () => findUsed(database().db, verified.user.id, clock.now());

    await went(hours(167));
    expect(await codeOf(buy(await one(), "5"))).toBe("ramp_limit_exceeded");
    expect(await codeOf(buy(verified, "5"))).toBe("ramp_limit_exceeded");
    expect(await used()).toMatchObject({ week: 1_000_000_000_000n, month: 1_000_000_000_000n });
    await known();
    await went(hours(169));
    expect(await codeOf(buy(await one(), "5"))).toBe("ramp_limit_exceeded");
    expect(await codeOf(buy(verified, "5"))).toBe("ramp_limit_exceeded");
    expect(await used()).toMatchObject({ week: 0n, month: 1_000_000_000_000n });
    await known();
    await went(hours(721));
    expect(await codeOf(buy(verified, "5"))).toBe("begun");

    await went(hours(-1));
    const left = await database().db.query(sql`
      select ramp.left_unverified(${clock.now()}, q, 15000, 3, 1) as left
        from ramp.purchase q
       where q.id = ${before.id}`);
    expect(left, "of one that was begun before").toEqual([{ left: 15_000n }]);
    await known();
  });

  it("show on the page what the user has bought in 7 and in 30 days, without what failed", async () => {
    const ramp = await given();
    const buyer = await ramp.one();
    const used = async () => await findUsed(database().db, buyer.user.id, ramp.clock.now());
    const [kept, failed] = [await ramp.buy(buyer, "25"), await ramp.buy(buyer, "50")];
    expect(await used()).toEqual({ week: 7_500n, month: 7_500n, purchases: 2 });
    await cancelPurchase(ramp.deps, await ramp.rereadSession(failed.sessionId), failed.id);
    expect(await used()).toEqual({ week: 2_500n, month: 2_500n, purchases: 1 });
    ramp.cards.authorize(kept.id, `card-${ramp.tail()}`);
    for (let runs = 0; runs < 2; runs += 1) await ramp.later();
    ramp.clock.advance(7 * ramp.day);
    expect(await used()).toEqual({ week: 0n, month: 2_500n, purchases: 0 });
    ramp.clock.advance(23 * ramp.day);
    expect(await used()).toEqual({ week: 0n, month: 0n, purchases: 0 });
  });

  it("hold for purchases of one user that begin together in 20 sessions", async () => {
    const ramp = await given();
    const buyer = await ramp.one();
    const quoted: Purchase[] = [];
    for (let i = 0; i < 20; i += 1) quoted.push(await ramp.quoted(await ramp.sessionOf(buyer), "60"));
    // Each in a process of its own: one process would send them as one call.
    const codes = await Promise.all(
      quoted.map((purchase) =>
        ramp.codeOf(pay({ ...ramp, deps: { ...ramp.deps, batch: database().batchOn(ramp.clock) } }, purchase)),
      ),
    );
    expect(codes.filter((code) => code === "begun")).toHaveLength(2);
    expect(codes.filter((code) => code === "ramp_identity_needed")).toHaveLength(18);
  });

  it("count a card as its user: stolen ones come with many users", async () => {
    const ramp = await given();
    const card = `card-${ramp.tail()}`;
    const [first, second, third] = [await ramp.one(), await ramp.one(), await ramp.one()];
    const bought = [await ramp.buy(first), await ramp.buy(second), await ramp.buy(third, "50")];
    for (const { id } of bought) ramp.cards.authorize(id, card);
    for (let runs = 0; runs < 3; runs += 1) await ramp.later();
    const all = await Promise.all(bought.map(ramp.reread));
    const failed = all.filter(({ progress }) => progress.kind === "failed");
    expect(failed.map(failureCodeOf)).toEqual(["limit_exceeded"]);
    expect(all.filter(({ progress }) => progress.kind === "completed")).toHaveLength(2);
    expect(ramp.cards.moved.filter(({ what }) => what === "cancel")).toEqual([
      { what: "cancel", reference: `pay_${failed[0]?.id}` },
    ]);

    const verified = await ramp.one();
    await verify(verified);
    const more = await ramp.buy(verified, "2000");
    ramp.cards.authorize(more.id, card);
    await ramp.later();
    await ramp.later();
    expect(await ramp.stateOf(more)).toBe("completed");
  });

  it("count a card for 7 and for 30 days, whoever it pays for", async () => {
    const ramp = await given();
    for (let times = 0; times < 2; times += 1) await fundOperator(database().admin, sats(10_000_000n));
    const card = `card-${ramp.tail()}`;
    const buyWith = async (amount: string) => {
      const buyer = await ramp.one();
      await verify(buyer);
      const bought = await ramp.buy(buyer, amount);
      ramp.cards.authorize(bought.id, card);
      for (let runs = 0; runs < 2; runs += 1) await ramp.later();
      const { progress } = await ramp.reread(bought);
      return "failureCode" in progress ? progress.failureCode : progress.kind;
    };
    expect(await buyWith("2500")).toBe("completed");
    expect(await buyWith("5")).toBe("limit_exceeded");
    for (let week = 2; week <= 4; week += 1) {
      ramp.clock.advance(7 * ramp.day);
      expect([week, await buyWith("2500")]).toEqual([week, "completed"]);
    }
    ramp.clock.advance(7 * ramp.day);
    expect(await buyWith("5")).toBe("limit_exceeded"); // 10,000 EUR in 28 days
    ramp.clock.advance(2 * ramp.day);
    expect(await buyWith("5")).toBe("completed");
  });

  it("take three purchases of a card in 7 days from people who are not verified", async () => {
    const ramp = await given();
    const states: string[] = [];
    for (let i = 0; i < 4; i += 1) {
      const bought = await ramp.buy(await ramp.one(), "5");
      ramp.cards.authorize(bought.id, "card-of-four");
      await ramp.later();
      await ramp.later();
      states.push(await ramp.stateOf(bought));
    }
    expect(states).toEqual(["completed", "completed", "completed", "failed"]);
  });
});

onDatabase("the beginning of a purchase", (database) => {
  const begin = async ({ deps, rereadSession }: Given, { sessionId, id }: Pick<Purchase, "sessionId" | "id">) =>
    await beginPurchase(deps, await rereadSession(sessionId), id);

  it("is possible 59 seconds after the quote, and not after 61", async () => {
    const ramp = await givenRamp(database());
    const [early, late] = [await ramp.quoted(), await ramp.quoted()];
    ramp.clock.advance(59_000);
    await begin(ramp, early);
    ramp.clock.advance(2_000);
    await expect(begin(ramp, late)).rejects.toMatchObject({ code: "quote_expired" });
    expect(await ramp.stateOf(late)).toBe("quoted");
  });

  it("answers with the same payment each time, also to ten at once", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.quoted();
    const pages = await Promise.all(Array.from({ length: 10 }, () => begin(ramp, bought)));
    const again = await begin(ramp, bought);
    expect(new Set([...pages, again].map((page) => JSON.stringify(page))).size).toBe(1);
    expect(await ramp.progressOf(bought)).toMatchObject({ reference: `pay_${bought.id}` });
  });

  it("is that of one purchase in a session, of two that begin together", async () => {
    for (let times = 0; times < 5; times += 1) {
      const ramp = await givenRamp(database());
      const first = await ramp.quoted();
      const second = { ...first, id: random.uuid() as PurchaseId };
      await copyPurchase(database().admin, first.id, second.id);
      const results = await Promise.allSettled([begin(ramp, first), begin(ramp, second)]);
      const refused = results.filter((result) => result.status === "rejected");
      expect(refused.map(({ reason }) => reason.code)).toEqual(["purchase_changed"]);
    }
  });

  it("sells no more than the operator's equity covers, to two that each fit into it", async () => {
    const ramp = await givenRamp(database());
    const [late, ...two] = [await ramp.quoted(), await ramp.quoted(), await ramp.quoted()];
    const [row] = await database().db.query<{ needed: bigint }>(sql`select ramp.needed() as needed`);
    const kept = (row?.needed ?? 0n) + 40_000_000n; // one costs some 26.9 million msats
    const rest = (await ramp.world.systemBalance("operator_equity")) - kept;
    const move = (debit: string, credit: string) =>
      database().admin.query(sql`
        select ledger.post_many(now(), array[gen_random_uuid()], array[ledger.system(${debit})], array[ledger.system(${credit})],
          array[${rest}]::bigint[], null, null, array['test'], array[gen_random_uuid()])`);
    await move("operator_equity", "lightning_node");
    const results = await Promise.allSettled(two.map((purchase) => begin(ramp, purchase)));
    // What waits for the person's bank needs its share as well.
    const [first = two[0]] = two.filter((_, i) => results[i]?.status === "fulfilled");
    ramp.cards.say(first?.id ?? "", { state: "requires_action" });
    await ramp.later();
    const third = await begin(ramp, late).catch(({ code }) => code);
    const fourth = await ramp.quoted().catch(({ code }) => code);
    await move("lightning_node", "operator_equity");
    const unavailable = "ramp_unavailable";
    expect([first && (await ramp.stateOf(first)), third, fourth]).toEqual([
      "requires_action",
      unavailable,
      unavailable,
    ]);
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused.map(({ reason }) => reason.code)).toEqual(["ramp_unavailable"]);
  });

  it("is refused for a purchase of another session, and for one that has ended", async () => {
    const ramp = await givenRamp(database());
    const [mine, theirs] = [await ramp.quoted(), await ramp.quoted()];
    await expect(begin(ramp, { ...mine, id: theirs.id })).rejects.toMatchObject({ code: "purchase_not_found" });
    await begin(ramp, mine);
    await cancelPurchase(ramp.deps, await ramp.rereadSession(mine.sessionId), mine.id);
    await expect(begin(ramp, mine)).rejects.toMatchObject({ code: "purchase_changed" });
  });
});
