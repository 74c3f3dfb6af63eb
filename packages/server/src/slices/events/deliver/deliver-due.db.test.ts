import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { serveRaw } from "#platform/outbound/outbound.harness.ts";
import { LEASE_MS } from "../model/lease.ts";
import { type Delivering, givenDelivering } from "../testing/delivering.harness.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

onDatabase("what is delivered", (database) => {
  const given = () => givenDelivering(database());

  type Secrets = { secret: Uint8Array; previous: Uint8Array | null };

  async function secretOf(owner: string): Promise<Secrets> {
    const [row] = await database().admin.query<Secrets>(sql`
      select secret, previous from events.secret where owner_id = ${owner}`);
    if (row === undefined) throw new Error("the owner has no secret");
    return row;
  }

  const signature = (secret: Uint8Array, headers: Readonly<Record<string, string>>, body: string) =>
    `v1,${createHmac("sha256", secret)
      .update(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`)
      .digest("base64")}`;

  it("is the bare object for a callbackUrl, signed with the project's secret", async () => {
    const world = await given();
    const shop = await world.answering(204);
    const event = await world.append({ callbackUrl: `${shop.url}?x=1` });

    await world.run();

    const [got] = shop.received;
    const { secret } = await secretOf(world.owner);
    expect(shop.received).toHaveLength(1);
    expect(secret).toHaveLength(32);
    expect(JSON.parse(got?.body ?? "")).toEqual({ bare: event });
    expect(got?.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "leyden",
      "webhook-id": event,
      "webhook-signature": signature(secret, got?.headers ?? {}, got?.body ?? ""),
    });
    expect(Math.abs(Number(got?.headers["webhook-timestamp"]) - Date.now() / 1000)).toBeLessThan(10);
    const ended = { state: "delivered", attempt: 1, due_at: null, lease_until: null };
    expect(await world.delivery(event)).toMatchObject(ended);
    expect(await world.attempts(event)).toMatchObject([{ number: 1, status: 204, error: null, answer: "" }]);
  });

  it("is an envelope for an endpoint, which says whether the money is real", async () => {
    const world = await given();
    const shop = await world.answering(200);
    const endpoint = await world.endpoint(shop.url);
    const event = await world.append({ type: "charge.completed" });

    await world.process({ isLive: async () => true }).run();

    expect(JSON.parse(shop.received[0]?.body ?? "")).toEqual({
      id: event,
      type: "charge.completed",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      livemode: true,
      sequence: 1,
      data: { thing: event },
    });
    expect(await world.delivery(event, endpoint)).toMatchObject({ state: "delivered", attempt: 1 });
    expect(await world.attempts(event, endpoint)).toMatchObject([{ number: 1, status: 200, answer: "thanks" }]);
  });

  it("is signed by both secrets while the previous one counts, and by one afterwards", async () => {
    const world = await given();
    const shop = await world.answering(200);
    await world.append({ callbackUrl: shop.url });
    await world.run();
    const { secret: old } = await secretOf(world.owner);
    const fresh = world.random.bytes(32);
    await database().admin.query(sql`
      update events.secret
         set previous = secret, secret = ${fresh}, previous_until = ${new Date(world.clock.now().getTime() + 24 * HOUR)}
       where owner_id = ${world.owner}`);

    await world.append({ callbackUrl: shop.url });
    await world.run();
    world.clock.advance(24 * HOUR + MINUTE);
    await world.append({ callbackUrl: shop.url });
    await world.run();

    const signatures = shop.received.map(({ headers }) => headers["webhook-signature"]);
    const by = (secret: Uint8Array, i: number) =>
      signature(secret, shop.received[i]?.headers ?? {}, shop.received[i]?.body ?? "");
    expect(signatures).toEqual([by(old, 0), `${by(fresh, 1)} ${by(old, 1)}`, by(fresh, 2)]);
  });

  it("is signed by the same new secret when two processes make it together", async () => {
    const world = await given();
    const shop = await world.answering(200);
    await world.appendMany(Array.from({ length: 12 }, () => ({ callbackUrl: shop.url })));

    await Promise.all([world.process().run(), world.process().run(), world.process().run()]);

    const { secret } = await secretOf(world.owner);
    expect(shop.received).toHaveLength(12);
    for (const { headers, body } of shop.received)
      expect(headers["webhook-signature"]).toBe(signature(secret, headers, body));
  });

  it("goes to the callbackUrl and to each endpoint that takes the type", async () => {
    const world = await given();
    const [shop, books, other] = [await world.answering(200), await world.answering(200), await world.answering(200)];
    await world.endpoint(shop.url);
    const picky = await world.endpoint(other.url);
    await database().admin.query(sql`update events.endpoint set types = array['charge.expired'] where id = ${picky}`);
    const event = await world.append({ callbackUrl: books.url });

    await world.run();

    expect([shop, books, other].map(({ received }) => received.map(({ id }) => id))).toEqual([[event], [event], []]);
  });

  it("is left for later when its body cannot be made, and holds up no other", async () => {
    const world = await given();
    const shop = await world.answering(200);
    const events = await world.appendMany(Array.from({ length: 5 }, () => ({ callbackUrl: shop.url })));
    const [broken = "", , missing = ""] = events;
    const bodies: typeof world.fakeBodies = async (db, asked) => {
      if (asked.some(({ id }) => id === broken)) throw new TypeError("a bug");
      return new Map([...(await world.fakeBodies(db, asked))].filter(([id]) => id !== missing));
    };

    await world.process({ bodies }).run();

    expect(shop.received.map(({ id }) => id).toSorted()).toEqual(
      events.filter((id) => id !== broken && id !== missing).toSorted(),
    );
    for (const event of [broken, missing]) {
      const { pauseMs, ...row } = await world.delivery(event);
      expect(row).toMatchObject({ state: "waiting", attempt: 0, lease_until: null });
      expect(pauseMs).toBeGreaterThan(55_000);
      expect(await world.attempts(event)).toEqual([]);
    }
    expect([world.logged("event.body_failed"), world.logged("delivery.postponed")]).toEqual([1, 2]);
    world.clock.advance(2 * MINUTE);
    await world.run();
    expect(shop.received).toHaveLength(5);
  });
});

onDatabase("a receiver", (database) => {
  const given = () => givenDelivering(database());

  /** What becomes of a delivery to a server that answers so. */
  async function after(world: Delivering, ...answer: Parameters<Delivering["answering"]>) {
    const server = await world.answering(...answer);
    const event = await world.append({ callbackUrl: server.url });
    await world.run();
    return { server, event, row: await world.delivery(event), attempts: await world.attempts(event) };
  }

  it.each([301, 302, 304, 400, 404, 500, 503])("that answers %i gets the event again", async (status) => {
    const world = await given();
    const { server, event, row } = await after(world, status, { location: "http://127.0.0.1:1/" });
    expect(row).toMatchObject({ state: "waiting", attempt: 1, lease_until: null });
    expect(row.pauseMs).toBeGreaterThan(2_000);
    expect(row.pauseMs).toBeLessThan(6_100);

    world.clock.advance(7_000);
    await world.run();

    expect(server.received.map(({ id }) => id)).toEqual([event, event]);
    const second = await world.delivery(event);
    expect(second.pauseMs).toBeGreaterThan(45_000);
    expect(second.pauseMs).toBeLessThan(72_100);
  });

  it("that fails eleven times in three days gets it no more", async () => {
    const world = await given();
    const server = await world.answering(500);
    const event = await world.append({ callbackUrl: server.url });
    for (let day = 0; day < 15; day += 1) {
      await world.run();
      world.clock.advance(29 * HOUR);
    }
    expect(server.received).toHaveLength(11);
    expect(await world.delivery(event)).toMatchObject({ state: "failed", attempt: 11, due_at: null });
    expect((await world.attempts(event)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(world.attempted.map(({ outcome }) => outcome)).toEqual([...Array(10).fill("again"), "failed"]);
  });

  it("is left alone for as long as its Retry-After says", async () => {
    const world = await given();
    const { row } = await after(world, 429, { "retry-after": "7200" });
    expect(row.pauseMs).toBeGreaterThan(2 * HOUR - MINUTE);
    expect(row.pauseMs).toBeLessThanOrEqual(2 * HOUR);
  });

  it("that answers 410 is called no more: its endpoint is disabled, and what waits for it is cancelled", async () => {
    const world = await given();
    const server = await world.answering(410);
    const endpoint = await world.endpoint(server.url);
    const first = await world.append({});
    const later = new Date(world.clock.now().getTime() + HOUR);
    const second = await world.append({ at: later });
    await world.run();
    expect(await world.delivery(first, endpoint)).toMatchObject({ state: "cancelled", attempt: 1 });
    expect(await world.attempts(first, endpoint)).toMatchObject([{ number: 1, status: 410 }]);
    const [row] = await database().admin.query(sql`
      select state, disabled_reason from events.endpoint where id = ${endpoint}`);
    expect(row).toEqual({ state: "disabled", disabled_reason: "The receiver answered 410 (Gone)." });

    world.clock.advance(2 * HOUR);
    await world.run();

    expect(server.received).toHaveLength(1);
    expect(await world.delivery(second, endpoint)).toMatchObject({ state: "cancelled", attempt: 0 });
    expect(await world.attempts(second, endpoint)).toEqual([]);
  });

  it("that answers 410 to a callbackUrl loses that one delivery alone", async () => {
    const world = await given();
    const elsewhere = await world.answering(200);
    await world.endpoint(elsewhere.url);
    const { row } = await after(world, 410);
    expect(row).toMatchObject({ state: "cancelled", attempt: 1 });
    expect(elsewhere.received).toHaveLength(1);
  });

  it("is judged by its status when its answer is longer than we read, and operators see the first KiB", async () => {
    const world = await given();
    const { row, attempts } = await after(world, 200, {}, `\0${"x".repeat(100_000)}`);
    expect(row).toMatchObject({ state: "delivered" });
    expect(attempts[0]?.answer).toBe(`\uFFFD${"x".repeat(1_023)}`);
  });

  it.each([
    ["http://example.com/", "scheme"],
    ["https://127.0.0.1/", "address"],
    ["https://private.test/", "address"],
    ["https://half.test/", "address"],
    ["https://user@shop.test/", "userinfo"],
    ["https://[::zz]/", "host"],
  ])("at %s, which we do not call, gets nothing, and is tried again", async (callbackUrl, because) => {
    const world = await given();
    world.addresses.set("private.test", ["10.0.0.1"]);
    world.addresses.set("half.test", ["93.184.216.34", "127.0.0.1"]);
    const event = await world.append({ callbackUrl });
    await world.run();
    const row = await world.delivery(event);
    expect(row).toMatchObject({ state: "waiting", attempt: 1 });
    expect(row.pauseMs).toBeGreaterThan(2_000);
    expect(await world.attempts(event)).toMatchObject([{ status: null, error: `refused: ${because}`, answer: null }]);
  });

  it("whose name leads to a private address at the second attempt is not connected to", async () => {
    const world = await given();
    world.addresses.set("shop.test", []);
    const event = await world.append({ callbackUrl: "https://shop.test/" });
    await world.run();
    world.addresses.set("shop.test", ["127.0.0.1"]);
    world.clock.advance(MINUTE);
    await world.run();
    expect(await world.attempts(event)).toMatchObject([{ error: "dns" }, { error: "refused: address" }]);
  });

  it("that answers after the deadline has not answered", async () => {
    const world = await givenDelivering(database(), { hurry: 50 });
    const server = await world.receiver((_, response) => void setTimeout(() => response.writeHead(200).end(), 600));
    const event = await world.append({ callbackUrl: server.url });
    await world.run();
    expect(await world.delivery(event)).toMatchObject({ state: "waiting", attempt: 1 });
    expect(await world.attempts(event)).toMatchObject([{ status: null, error: "timeout" }]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await world.attempts(event)).toHaveLength(1);
  });

  it("that is dead, slow, endless, redirects or lies does not keep a hundred good ones waiting", async () => {
    const world = await givenDelivering(database(), { hurry: 3 });
    const raw = async (onConnection: Parameters<typeof serveRaw>[0]) => {
      const server = await serveRaw(onConnection);
      world.allowed(server.pair);
      return { server, url: `http://${server.pair}/` };
    };
    const dead = await raw(() => undefined);
    await dead.server.close();
    const silent = await raw(() => undefined);
    const lying = await raw((socket) => {
      socket.on("data", () => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nyes", () => socket.resetAndDestroy());
      });
    });
    const endless = await world.receiver((_, response) => {
      const pour = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
        if (!response.destroyed) response.once("drain", pour);
      };
      pour();
    });
    const redirecting = await world.answering(302, { location: silent.url });
    const names = Array.from({ length: 100 }, (_, i) => `shop${i}.test`);
    const good = await world.receiver((_, response) => response.writeHead(200).end(), names);
    const bad = { dead, silent, lying, endless, redirecting };
    await world.appendMany(Object.values(bad).flatMap(({ url }) => Array(7).fill({ callbackUrl: url })));
    const toEach = names.map((name) => ({ owner: world.random.uuid(), callbackUrl: `http://${name}:${good.port}/` }));
    const events = await world.appendMany(toEach);

    await world.start();
    await expect.poll(() => good.received.length, { timeout: 10_000, interval: 10 }).toBe(100);
    expect(world.running.size, "silent ones are still waited for").toBeGreaterThan(0);
    await world.run();
    expect(good.received.map(({ id }) => id).toSorted()).toEqual(events.toSorted());
    const outcomes = await database().admin.query(sql`
      select d.host, d.state, a.status, a.error, count(*)::int as count
        from events.delivery d join events.attempt a using (event_id, receiver_id)
       where d.host = any (${Object.values(bad).map(({ url }) => new URL(url).host)})
       group by 1, 2, 3, 4`);
    const by = Object.entries(bad).map(([name, { url }]) => {
      const all = (outcomes as { host: string; state: string; status: number; error: string; count: number }[]).filter(
        ({ host }) => host === new URL(url).host,
      );
      return [name, ...all.map(({ state, status, error, count }) => `${count} ${state} ${status ?? error}`)];
    });
    expect(by).toEqual([
      ["dead", "7 waiting connect"],
      ["silent", "7 waiting timeout"],
      ["lying", "7 waiting connect"],
      ["endless", "7 delivered 200"],
      ["redirecting", "7 waiting redirect"],
    ]);
  });
});

onDatabase("a delivery whose process stops", (database) => {
  const given = () => givenDelivering(database());

  it.each([
    ["before-deliver", 1],
    ["after-deliver", 2],
  ] as const)("%s is sent by another one after the lease, with the same id, and recorded once", async (point, sent) => {
    const world = await given();
    const shop = await world.answering(200);
    const event = await world.append({ callbackUrl: shop.url });
    const { reached, stopped, goOn } = world.stopsAt(point);
    const dying = world.process({ reached });
    await dying.start();
    await stopped;

    await world.run();
    expect(await world.delivery(event), "its lease runs on").toMatchObject({ state: "waiting", attempt: 0 });
    world.clock.advance(LEASE_MS + 1);
    await world.run();

    expect(shop.received.map(({ id }) => id)).toEqual(Array(sent).fill(event));
    expect(await world.delivery(event)).toMatchObject({ state: "delivered", attempt: 1, lease_token: 2n });
    goOn(); // it was not dead after all
    await Promise.all(dying.running);
    expect(await world.attempts(event)).toHaveLength(1);
    expect(await world.delivery(event)).toMatchObject({ state: "delivered", attempt: 1, lease_token: 2n });
  });

  it("and goes on long after it leased does not send: its lease may end before the answer comes", async () => {
    const world = await given();
    const shop = await world.answering(200);
    const event = await world.append({ callbackUrl: shop.url });
    let skippedMs = 0;
    const clock = { ...world.clock, monotonicMs: () => world.clock.monotonicMs() + skippedMs };
    const slow = world.process({
      clock,
      reached: () => {
        skippedMs = 10_001;
      },
    });
    await slow.start();
    await Promise.all(slow.running);
    expect(shop.received).toEqual([]);
    world.clock.advance(LEASE_MS);
    await world.run();
    expect(shop.received).toHaveLength(1);
    expect(await world.attempts(event)).toHaveLength(1);
  });

  it("in good order is due again immediately, and nothing counts against the receiver", async () => {
    const world = await given();
    const silent = await world.receiver(() => undefined);
    const event = await world.append({ callbackUrl: silent.url });
    await world.start();
    await expect.poll(() => silent.received.length).toBe(1);
    await world.deps.outbound.close();
    await Promise.all(world.running);
    expect(world.errors).toEqual([]);
    expect(await world.attempts(event)).toEqual([]);
    const row = await world.delivery(event);
    expect(row).toMatchObject({ state: "waiting", attempt: 0, lease_until: null });
    expect(row.pauseMs).toBeLessThanOrEqual(0);
  });
});
