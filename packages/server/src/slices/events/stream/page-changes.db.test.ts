import { expect, it } from "vitest";
import type { Wallet } from "#kernel/caller.ts";
import { sats } from "#kernel/money.ts";
import { pay } from "#payments";
import { type Db, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { removeMember } from "#slices/members/remove-member.ts";
import { WALLET } from "#slices/own-wallet/scope-routes.ts";
import { createWorld } from "#slices/payments/testing/world.harness.ts";
import { MISSED_EVENTS_MAX, STREAMS_OF_PERSON_MAX } from "../model/page-stream.ts";
import { LISTENED_MS } from "../model/stream.ts";
import { openPages } from "../testing/open-pages.harness.ts";
import { NOWHERE } from "../testing/streams.harness.ts";

onDatabase("the stream of an open page", (database) => {
  const { given, write, walletOf, leaveAll } = openPages(database);

  const written = async (ownerId: string) => {
    const rows = await database().admin.query(sql`select id from events.event where owner_id = ${ownerId}`);
    return rows.length;
  };
  const bringMoney = async ({ account }: Pick<Wallet, "account">) => {
    await database().admin.query(sql`
      select ledger.post_many(now(), array[gen_random_uuid()], array[2::bigint], array[${account}::bigint],
                              array[1000::bigint], null, null, array['test'], array[gen_random_uuid()])`);
  };

  it("says what has changed and not what it is, to every role and to nobody else", async () => {
    const { open, ofProject, project, member } = await given();
    const [shop, other] = [await project(), await project()];
    const [reader, boss] = [await member(shop, "viewer"), await member(shop, "owner")];
    const [stranger, another] = [await member(other, "owner"), await member(other, "owner")];
    const viewer = await open(ofProject(shop.id), reader);
    const owner = await open(ofProject(shop.id), boss);
    const foreign = await open(ofProject(other.id), stranger);
    const refused = await open(ofProject(shop.id), another);
    expect([refused.status, JSON.parse(refused.text()).error.code]).toEqual([404, "project_not_found"]);

    const [id = ""] = await write(shop.id);
    const change = { id, type: "payment.completed", objectId: expect.any(String), sequence: 1 };
    for (const page of [viewer, owner])
      expect(await page.received(1)).toEqual([{ ...change, createdAt: expect.stringMatching(/Z$/) }]);
    expect(viewer.text()).toMatch(/^retry: \d+\nid: [0-9a-f-]{36}\n: listening\n\n/);

    await bringMoney(await walletOf(shop.walletId));
    expect((await viewer.received(2)).at(-1)).toEqual({ id: undefined, type: "wallet.changed" });
    expect((await owner.received(2)).at(-1)).toEqual({ id: undefined, type: "wallet.changed" });
    expect(foreign.changes()).toEqual([]);
  });

  it("sends to the page of a person's wallet what is paid into it, with an event and of the money", async () => {
    const { open, someone } = await given();
    const [person, stranger] = [await someone(), await someone()];
    const page = await open(`${WALLET}/events/stream`, person);
    const elsewhere = await open(`${WALLET}/events/stream`, stranger);

    const world = createWorld(database());
    const shop = await world.project("shop", sats(1_000n));
    world.pay.recipientOf = async () => await walletOf(person.user.walletId);
    await pay(world.pay, world.request(shop, { lnAddress: "person@example.com", amount: sats(5n) }));

    const received = await page.received(2);
    expect(received.map(({ type }) => type).toSorted()).toEqual(["receipt.credited", "wallet.changed"]);
    expect(elsewhere.changes()).toEqual([]);
  });

  it("goes on where the page was, in the header or in the address", async () => {
    const { open, ofProject, project, member } = await given();
    const shop = await project();
    const owner = await member(shop, "owner");
    const first = await open(ofProject(shop.id), owner);
    const [seen = ""] = await write(shop.id);
    await first.received(1);
    first.leave();
    const missed = await write(shop.id, 3);

    const again = await open(ofProject(shop.id), owner, { "last-event-id": seen });
    const [later = ""] = await write(shop.id);
    const received = await again.received(6);
    // Whether money has moved meanwhile, or a member has changed something, is not known, so the page reads it.
    expect(received.map(({ id }) => id)).toEqual([...missed, undefined, undefined, later]);
    expect(received.slice(3, 5)).toEqual([
      { id: undefined, type: "wallet.changed" },
      { id: undefined, type: "project.changed" },
    ]);
    expect(again.text()).toContain(`id: ${seen}\n: listening`);

    const byAddress = await open(ofProject(shop.id, `?after=${missed[1]}`), owner);
    expect((await byAddress.received(4)).map(({ id }) => id)).toEqual([missed[2], later, undefined, undefined]);
  });

  it("begins after the place of the page's first reads: nothing but what has changed since is sent", async () => {
    const { open, ofProject, project, member, events, someone } = await given();
    const shop = await project();
    const owner = await member(shop, "owner");
    const wallet = await walletOf(shop.walletId);
    await write(shop.id);
    expect(await written(shop.id)).toBe(0); // nobody listens
    const place = await events.watch.placeNow(wallet);
    const first = await open(ofProject(shop.id, `?after=${place}`), owner);
    const [next] = await write(shop.id);
    expect((await first.received(1)).map(({ id }) => id)).toEqual([next]);

    await bringMoney(wallet);
    const missed = await write(shop.id);
    await first.received(3);
    const again = await open(ofProject(shop.id, `?after=${place}`), owner);
    expect((await again.received(4)).map(({ id }) => id)).toEqual([next, ...missed, undefined, undefined]);
    expect(again.changes().at(-2)).toMatchObject({ type: "wallet.changed" });

    // A place shows no numbers, and is of one wallet.
    expect(place).not.toBe(await events.watch.placeNow(wallet));
    const person = await someone();
    const elsewhere = await open(`${WALLET}/events/stream?after=${place}`, person);
    expect((await elsewhere.received(1))[0]).toMatchObject({ type: "wallet.changed" });
  });

  it("knows a place for an hour: so long what happens is written for it", async () => {
    const { open, ofProject, project, member, events } = await given();
    const shop = await project();
    const owner = await member(shop, "owner");
    const [after, ms = "", money] = (await events.watch.placeNow(await walletOf(shop.walletId))).split(".");
    const [until] = await database().admin.query<{ until: Date }>(sql`
      select until from events.listening where owner_id = ${shop.id}`);
    expect(Number(until?.until) - Number(ms)).toBeGreaterThan(LISTENED_MS);
    const old = await open(ofProject(shop.id, `?after=${after}.${Number(ms) - LISTENED_MS}.${money}`), owner);
    expect(await old.received(1)).toMatchObject([{ type: "everything.changed" }]);
    const known = await open(
      ofProject(shop.id, `?after=${after}.${Number(ms) - LISTENED_MS + 60_000}.${money}`),
      owner,
    );
    expect(known.changes()).toEqual([]);
  });

  it("has a page read everything that comes from too long ago, or from nowhere", async () => {
    const { open, ofProject, project, member } = await given();
    const [shop, other] = [await project(), await project()];
    const owner = await member(shop, "owner");
    const first = await open(ofProject(shop.id), owner);
    await open(ofProject(other.id), await member(other, "owner"));
    const [old = ""] = await write(shop.id);
    const [foreign = ""] = await write(other.id);
    await first.received(1);
    const newest = (await write(shop.id, MISSED_EVENTS_MAX + 1)).at(-1);
    await first.received(2);
    for (const lastId of [old, foreign, NOWHERE, "nonsense"]) {
      const page = await open(ofProject(shop.id), owner, { "last-event-id": lastId });
      expect((await page.received(1))[0], lastId).toEqual({ id: newest, type: "everything.changed" });
    }
    const fresh = await open(ofProject(shop.id), owner, { "last-event-id": "" });
    expect(fresh.changes()).toEqual([]);
  });

  it("sends one change when very much happens at once", async () => {
    const { open, ofProject, project, member } = await given();
    const shop = await project();
    const page = await open(ofProject(shop.id), await member(shop, "owner"));
    const ids = await write(shop.id, MISSED_EVENTS_MAX + 50);
    expect(await page.received(1)).toEqual([{ id: ids.at(-1), type: "everything.changed" }]);
    const [next] = await write(shop.id);
    expect((await page.received(2)).at(-1)).toMatchObject({ id: next, type: "payment.completed" });
  });

  it("is never silent for longer than half a minute", async () => {
    const { open, ofProject, project, member } = await given({ times: 100 });
    const shop = await project();
    const page = await open(ofProject(shop.id), await member(shop, "owner"));
    const beats = () => page.text().match(/event: heartbeat\ndata: \{\}\n\n/g)?.length ?? 0;
    await expect.poll(beats, { interval: 10 }).toBeGreaterThanOrEqual(3);
  });

  it("ends when the session is over, the membership was taken, or the person was blocked", async () => {
    const { open, ofProject, project, member, deps } = await given({ times: 50 });
    const shop = await project();
    await member(shop, "owner");
    const people = [
      await member(shop, "owner"),
      await member(shop, "viewer"),
      await member(shop, "developer"),
    ] as const;
    const stays = await open(ofProject(shop.id), await member(shop, "viewer"));
    const pages = await Promise.all(people.map((person) => open(ofProject(shop.id), person)));
    await database().admin.query(sql`
      delete from login.session where user_id = ${people[0].user.id}`);
    const [{ id } = { id: "" }] = await database().admin.query<{ id: string }>(sql`
      select id from members.member where user_id = ${people[1].user.id}`);
    await removeMember(deps, { project: shop.id, id: id as never });
    await database().admin.query(sql`update users.user set blocked_at = now() where id = ${people[2].user.id}`);
    await Promise.all(pages.map(({ ended }) => ended));
    await write(shop.id);
    await stays.received(1);
    // One had seen, before its own end, that a member was removed.
    for (const page of pages) expect(page.changes().filter(({ type }) => type !== "project.changed")).toEqual([]);
    expect((await open(ofProject(shop.id), people[1])).status).toBe(404);
  });

  it("has places of its own: some for each person, a number for all, and says when they are taken", async () => {
    const { open, ofProject, project, member, events } = await given({ streamsMax: STREAMS_OF_PERSON_MAX + 2 });
    const shop = await project();
    const [greedy, modest] = [await member(shop, "owner"), await member(shop, "viewer")];
    const tabs = await Promise.all(
      Array.from({ length: STREAMS_OF_PERSON_MAX }, () => open(ofProject(shop.id), greedy)),
    );
    expect(tabs.map(({ status }) => status)).toEqual(Array(STREAMS_OF_PERSON_MAX).fill(200));
    const refused = await open(ofProject(shop.id), greedy);
    expect([refused.status, JSON.parse(refused.text()).error.code]).toEqual([503, "page_streams_full"]);
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    for (const expected of [200, 200, 503]) expect((await open(ofProject(shop.id), modest)).status).toBe(expected);
    expect(events.watch.count()).toBe(STREAMS_OF_PERSON_MAX + 2);
    tabs[0]?.leave();
    await expect.poll(() => events.watch.count()).toBe(STREAMS_OF_PERSON_MAX + 1);
    expect((await open(ofProject(shop.id), greedy)).status).toBe(200);
  });

  it("costs the database as much for one page as for many", async () => {
    let looks = 0;
    let reads = 0;
    const { db } = database();
    const counting: Db = {
      ...db,
      query: async (statement) => {
        if (statement.text.includes("ledger.head_of")) looks += 1;
        if (statement.text.includes("no > $")) reads += 1;
        return await db.query(statement);
      },
    };
    const { open, ofProject, project, member, events } = await given({ db: counting });
    const [shop, other] = [await project(), await project()];
    const [owner, viewer] = [await member(shop, "owner"), await member(shop, "viewer")];
    const pages = await Promise.all([owner, owner, owner, viewer, viewer].map((as) => open(ofProject(shop.id), as)));
    await open(ofProject(other.id), await member(other, "owner"));
    [looks, reads] = [0, 0];
    await write(shop.id);
    for (const page of pages) await page.received(1);
    expect(reads).toBe(1);
    expect(looks).toBeLessThan(20); // and not one for each page and look
    leaveAll();
    await expect.poll(() => events.watch.count()).toBe(0);
    const before = looks;
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(looks - before).toBeLessThanOrEqual(1);
  });
});
