import { expect, it } from "vitest";
import type { Idempotency } from "#idempotency";
import { sats } from "#kernel/money.ts";
import { createApp } from "#oauth";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { PriceUnavailable } from "#prices";
import { createProject } from "#projects";
import { whilePaused } from "#slices/payments/testing/driving.harness.ts";
import { setUserLimits } from "#users";
import { givenOwnWallet } from "./testing/own-wallet.harness.ts";

const HOUR_MS = 3_600_000;

onDatabase("what the page of the wallet shows first", (database) => {
  it("is who, how much, where to be paid, and what this service offers", async () => {
    const { someone, get, clock } = await givenOwnWallet(database());
    const person = await someone(sats(1_000n));
    const { user } = person;
    const name = user.gamertag.toLowerCase();
    const { data } = await get(person, "/me");
    expect(data).toMatchObject({
      user: { id: user.id, gamertag: user.gamertag, email: user.email, emailIsVerified: true, language: null },
      address: { lightningAddress: `${name}@leyden.example`, lnurl: expect.stringMatching(/^lnurl1/) },
      balance: "1000000",
      available: "1000000",
      pending: { count: 0, reserved: "0" },
      limits: { daily: null, weekly: null, monthly: null, balance: null },
      sending: { isPaused: false, repeatAbove: null, paysToEmail: true },
      login: { secondFactor: false, passkeys: 0 },
      price: { currency: "USD", perBitcoin: expect.stringMatching(/^\d+\.\d\d$/), source: "fixed" },
      buy: null,
      network: "regtest",
      serviceName: "Leyden",
    });
    expect(Date.parse(data.login.freshUntil) - clock.now().getTime()).toBeLessThanOrEqual(10 * 60_000);
    await whilePaused(database(), async () => {
      expect((await get(person, "/me")).data.sending.isPaused).toBe(true);
    });
  });

  it("says what limits leave, and when they leave more", async () => {
    const { someone, get, pay, world, clock } = await givenOwnWallet(database());
    const person = await someone(sats(1_000n));
    const set = { daily: sats(500n), weekly: sats(2_000n), maxBalance: sats(5_000n) };
    await setUserLimits(world.drive, person.user.id, { set, byLevel: [] });
    const none = (await get(person, "/me")).data;
    expect(none.limits.daily).toEqual({ limit: "500000", left: "500000", moreAt: null });

    await pay(person, { recipient: world.recipient("limited"), amount: "40000" });
    const hour = Math.floor(clock.now().getTime() / HOUR_MS);
    const at = (hours: number) => new Date((hour + hours) * HOUR_MS).toISOString();
    const { limits, available } = (await get(person, "/me")).data;
    expect(limits).toMatchObject({
      daily: { left: "460000", moreAt: at(25) },
      weekly: { left: "1960000", moreAt: at(169) },
      monthly: null,
      balance: { limit: "5000000" },
    });
    expect(available).toBe("460000");
    clock.advance(24 * HOUR_MS);
    const later = async () => (await get(person, "/me")).data.limits.daily;
    expect(await later()).toMatchObject({ left: "460000", moreAt: at(25) });
    clock.advance(HOUR_MS);
    expect(await later()).toEqual({ limit: "500000", left: "500000", moreAt: null });
    expect((await get(person, "/me")).data.limits.weekly).toMatchObject({ left: "1960000", moreAt: at(169) });
  });

  it("has no price where none is known, and no more than that is missing then", async () => {
    const prices = {
      read: async () => {
        throw new PriceUnavailable();
      },
    };
    const { someone, get } = await givenOwnWallet(database(), { prices, paysToEmail: () => false });
    const { status, data } = await get(await someone(), "/me");
    expect([status, data.price, data.sending.paysToEmail]).toEqual([200, null, false]);
  });
});

onDatabase("what a person changes on the wallet's page", (database) => {
  const eventsOf = async (user: { readonly id: string }) =>
    (
      await database().admin.query<{ kind: string }>(sql`
        select kind from login.security_event where user_id = ${user.id} order by id`)
    ).map(({ kind }) => kind);

  it("are connected applications", async () => {
    const { someone, get, call, random, deps } = await givenOwnWallet(database());
    const [person, other] = [await someone(), await someone()];
    const { id: projectId } = await createProject(deps, { name: `shop ${random.uuid()}` });
    const registered = { projectId, name: "A shop", redirectUris: ["https://shop.example/cb"] };
    const { clientId: id } = (await createApp(deps, registered)).app;
    const { admin } = database();
    await admin.query(sql`
      insert into oauth.consent (user_id, client_id, scopes, created_at, updated_at)
      values (${person.user.id}, ${id}, ${["user"]}, now(), now())`);
    expect((await get(person, "/apps")).data).toMatchObject([{ id, name: "A shop", scopes: ["user"] }]);

    expect((await call("DELETE", `/apps/${id}`, { as: other })).code).toBe("app_not_connected");
    expect((await call("DELETE", "/apps/none", { as: person })).code).toBe("app_not_connected");
    expect((await call("DELETE", `/apps/${id}`, { as: person })).status).toBe(200);
    expect((await get(person, "/apps")).data).toEqual([]);
    expect(await eventsOf(person.user)).toEqual(["app_disconnected"]);
    expect(await eventsOf(other.user)).toEqual([]);
  });

  it("are sessions, but not the own one", async () => {
    const { someone, get, call, post, logIn } = await givenOwnWallet(database());
    const person = await someone();
    const [phone, laptop] = [await logIn(person.user), await logIn(person.user)];
    type Session = {
      readonly id: string;
      readonly network: string | null;
      readonly isThis: boolean;
      readonly agent: object;
    };
    // Of one millisecond they come in any order.
    const sessionsOf = async (as: typeof phone): Promise<Session[]> => (await get(as, "/sessions")).data;
    const sessions = await sessionsOf(phone);
    expect(sessions.map(({ isThis }) => isThis).toSorted()).toEqual([false, false, true]);
    expect(sessions[0]?.agent).toEqual({ browser: null, system: null });
    const { admin } = database();
    for (const [network, shown] of [
      ["2001:db8:0:1", "2001:db8:0:1::/64"],
      ["127.0.0.1", null],
    ]) {
      await admin.query(sql`update login.session set network = ${network} where user_id = ${person.user.id}`);
      expect((await sessionsOf(phone)).map((session) => session.network)).toEqual([shown, shown, shown]);
    }
    const own = sessions.find(({ isThis }) => isThis)?.id;
    const last = (await sessionsOf(laptop)).find(({ isThis }) => isThis);
    expect((await call("DELETE", `/sessions/${own}`, { as: phone })).code).toBe("invalid_input");
    expect((await call("DELETE", `/sessions/${last?.id}`, { as: phone })).status).toBe(200);
    expect((await get(laptop, "/me")).code).toBe("login_needed");
    expect((await call("DELETE", `/sessions/${last?.id}`, { as: phone })).code).toBe("session_gone");
    expect((await post(phone, "/sessions/end-others", {})).data).toEqual({ ended: 1 });
    expect((await get(phone, "/sessions")).data).toHaveLength(1);
  });

  it("are texts of the profile, the gamertag and the language", async () => {
    const { someone, get, call } = await givenOwnWallet(database());
    const [person, other] = [await someone(), await someone()];
    const put = (path: string, payload: object) => call("PUT", path, { as: person, payload });
    expect((await call("PATCH", "/profile", { as: person, payload: { publicBio: "Plays" } })).status).toBe(200);
    expect((await call("PATCH", "/profile", { as: person, payload: { image: "javascript:1" } })).code).toBe(
      "invalid_input",
    );
    expect((await put("/language", { language: "de" })).data).toEqual({ language: "de" });
    expect((await put("/language", { language: "xx" })).code).toBe("invalid_input");
    expect((await put("/gamertag", { gamertag: other.user.gamertag })).code).toBe("gamertag_taken");
    const gamertag = `Neo-${person.user.id.slice(-8)}`;
    expect((await put("/gamertag", { gamertag })).data).toEqual({ gamertag });
    expect((await put("/gamertag", { gamertag: `${gamertag}2` })).code).toBe("gamertag_changed_lately");

    const { user } = (await get(person, "/me")).data;
    expect(user).toMatchObject({ gamertag, language: "de", publicBio: "Plays", image: "" });
    expect(user.gamertagChangeableAt).toEqual(expect.any(String));
    expect(await eventsOf(person.user)).toEqual(["gamertag_changed"]);
    expect((await get(other, "/me")).data.user).toMatchObject({ gamertag: other.user.gamertag, publicBio: "" });
  });
});

onDatabase("buying bitcoin for the wallet", (database) => {
  it("opens a page for the person who asks, some in a minute, and only where somebody sells", async () => {
    const asked: unknown[] = [];
    const { someone, post, get, clock } = await givenOwnWallet(database(), {
      seller: async () => ({ name: "Example shop" }),
      openPurchase: async (userId, { currency, idempotency }) => {
        asked.push([userId, currency, idempotency]);
        return { url: "https://leyden.example/ramp/1#token=2", expiresAt: new Date(0) };
      },
    });
    const person = await someone();
    expect((await get(person, "/me")).data.buy).toEqual({ seller: "Example shop" });
    const { data } = await post(person, "/buy", { currency: "EUR" });
    expect(data).toEqual({ url: "https://leyden.example/ramp/1#token=2", expiresAt: "1970-01-01T00:00:00.000Z" });
    expect(asked).toEqual([[person.user.id, "EUR", undefined]]);
    for (let opened = 1; opened < 10; opened += 1) await post(person, "/buy", {});
    expect((await post(person, "/buy", {})).code).toBe("rate_limited");
    expect((await post(await someone(), "/buy", {})).status).toBe(200);
    clock.advance(61_000);
    expect((await post(person, "/buy", {})).status).toBe(200);

    const without = await givenOwnWallet(database());
    expect((await without.post(await without.someone(), "/buy", {})).code).toBe("nothing_sold");
  });

  it("gives each key of each person, with all that is asked, a name of its own", async () => {
    const named: (Idempotency | undefined)[] = [];
    const { someone, post } = await givenOwnWallet(database(), {
      seller: async () => ({ name: "Example shop" }),
      openPurchase: async (_, { idempotency }) => {
        named.push(idempotency);
        return { url: "https://leyden.example/ramp/1#token=2", expiresAt: new Date(0) };
      },
    });
    const [owner, other] = [await someone(), await someone()];
    const buy = (person: typeof owner, key: string, body: object) =>
      post(person, "/buy", body, { "idempotency-key": key });
    await buy(owner, "k", { currency: "EUR" });
    await buy(owner, "k", { currency: "EUR" });
    await buy(owner, "k", { currency: "USD" });
    await buy(owner, "l", { currency: "EUR" });
    await buy(other, "k", { currency: "EUR" });
    const [first, again, changed, otherKey, otherPerson] = named;
    expect(again).toEqual(first);
    expect([changed?.scope === first?.scope, changed?.input === first?.input]).toEqual([true, false]);
    expect(new Set([first, otherKey, otherPerson].map((name) => name?.scope)).size).toBe(3);
  });
});
