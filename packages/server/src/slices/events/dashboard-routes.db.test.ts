import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api, RoutesPlugin } from "#platform/http/index.ts";
import { formatWebhookSecret } from "#protocol/standard-webhook.ts";
import { sampleApp } from "#service/testing/app.harness.ts";
import { givenCaller, random } from "#slices/receiving/testing/receiving.harness.ts";
import { webhookPages } from "./dashboard-routes.ts";
import type { AnswersShown } from "./model/answer.ts";
import { findSecrets } from "./store/secrets.ts";
import { type Delivering, givenDelivering } from "./testing/delivering.harness.ts";
import { eventPageDeps } from "./testing/events.harness.ts";
import type { Body } from "./testing/events-api.harness.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOWHERE = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";

onDatabase("the calls of the dashboard's webhook pages", (database) => {
  const callers = new Map<string, Caller>();
  let world: Delivering;
  let app: Api;
  const appWith = (answersShown: AnswersShown) => {
    const { db } = database();
    const deps = { ...eventPageDeps({ db, clock: world.clock }), bodies: world.fakeBodies, answersShown };
    // Stands for the guard: who asks is in a header.
    const asMember: RoutesPlugin = (api) => {
      api.addHook("onRoute", (route) => {
        route.config = { ...route.config, access: "own" };
      });
      api.addHook("onRequest", async (request) => {
        request.caller = callers.get(String(request.headers["x-who"])) as Caller;
      });
    };
    return sampleApp({ clock: world.clock, routes: [asMember, ...webhookPages(deps)] });
  };

  beforeAll(async () => {
    callers.set("shop", await givenCaller(database()));
    callers.set("other", await givenCaller(database()));
  });
  beforeEach(async () => {
    world = await givenDelivering(database());
    app = await appWith("public");
  });

  const ownerOf = (who: string) => (callers.get(who) as Caller).wallet.owner.id;
  async function call(method: "GET" | "POST", url: string, { as = "shop", payload, of = app }: Call = {}) {
    const answer = await of.inject({
      method,
      url,
      headers: { "x-who": as, ...(payload && { "content-type": "application/json" }) },
      ...(payload && { payload }),
    });
    const body: Body = answer.json();
    return { status: answer.statusCode, code: body.error?.code, data: body.data, body };
  }
  type Call = { readonly as?: string; readonly payload?: object; readonly of?: Api };
  const data = async (...request: Parameters<typeof call>) => {
    const { status, body } = await call(...request);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data;
  };
  const append = (more: object = {}) => world.append({ owner: ownerOf("shop"), ...more });
  const pathOf = (event: string, receiver = event) => `/webhooks/deliveries/${event}/${receiver}`;

  describe("deliveries", () => {
    it("are listed with what the receiver answered last, and filtered", async () => {
      const [well, broken] = [await world.answering(204), await world.answering(503)];
      const endpoint = await world.endpoint(well.url, ownerOf("shop"));
      const first = await append({ callbackUrl: broken.url });
      world.clock.advance(MINUTE_MS);
      const second = await append({ type: "charge.expired" });
      await world.run();

      const all = await data("GET", "/webhooks/deliveries");
      expect(all.map(({ eventId, receiverId }: Body) => [eventId, receiverId])).toEqual([
        [second, endpoint],
        ...[
          [first, first],
          [first, endpoint],
        ].toSorted(([, one = ""], [, other = ""]) => (one < other ? 1 : -1)),
      ]);
      const failing = all.find(({ receiverId }: Body) => receiverId === first);
      expect(failing).toMatchObject({
        endpointId: null,
        url: broken.url,
        type: "payment.completed",
        state: "waiting",
        attempts: 1,
        finishedAt: null,
        lastAttempt: { number: 1, status: 503, error: null },
      });
      expect(Date.parse(failing.dueAt)).toBeGreaterThan(world.clock.now().getTime());
      const { startedAt, endedAt, durationMs } = failing.lastAttempt;
      expect(Date.parse(endedAt) - Date.parse(startedAt)).toBe(durationMs);

      const found = async (query: string) =>
        (await data("GET", `/webhooks/deliveries?${query}`)).map((row: Body) => `${row.eventId} ${row.receiverId}`);
      const host = new URL(broken.url).host;
      expect(await found("state=waiting")).toEqual([`${first} ${first}`]);
      expect(await found("type=charge.expired")).toEqual([`${second} ${endpoint}`]);
      expect(await found(`endpointId=${endpoint.toUpperCase()}`)).toEqual([
        `${second} ${endpoint}`,
        `${first} ${endpoint}`,
      ]);
      expect(await found(`host=${host}`)).toEqual([`${first} ${first}`]);
      expect(await found(`host=${new URL(well.url).host}&type=payment.completed`)).toEqual([`${first} ${endpoint}`]);
      expect(await found("state=failed")).toEqual([]);
      expect(await found(`from=${all[0].createdAt}`)).toEqual([`${second} ${endpoint}`]);
      const page = (await call("GET", "/webhooks/deliveries?limit=2")).body;
      const rest = (await call("GET", `/webhooks/deliveries?limit=2&cursor=${page.next_cursor}`)).body;
      expect([...page.data, ...rest.data]).toEqual(all);
      expect(rest.next_cursor).toBeNull();
    });

    it.each(["state=sent", "type=x", "endpointId=1", "from=yesterday", "cursor=abc", "limit=101", "order=asc"])(
      "are not listed with %s",
      async (query) => {
        expect(await call("GET", `/webhooks/deliveries?${query}`)).toMatchObject({
          status: 400,
          code: "invalid_input",
        });
      },
    );

    it("show each attempt as its receiver got it, with what it answered", async () => {
      let status = 500;
      const shop = await world.receiver((_, response) => response.writeHead(status).end(`no \u0007 (${status})`), []);
      const event = await append({ callbackUrl: shop.url });
      await world.run();
      status = 200;
      world.clock.advance(MINUTE_MS);
      await world.run();

      const read = await data("GET", pathOf(event));
      expect(read.lastAttempts.map(({ number, status }: Body) => [number, status])).toEqual([
        [2, 200],
        [1, 500],
      ]);
      const open = await appWith("all");
      for (const [i, got] of shop.received.entries()) {
        const attempt = await data("GET", `${pathOf(event)}/attempts/${i + 1}`, { of: open });
        const { connection: _, ...headers } = got.headers;
        const shown = attempt.request.headers.map(({ name, value }: Body) => [name, value]);
        expect(Object.fromEntries(shown)).toEqual(headers);
        expect(attempt.request).toMatchObject({ method: "POST", url: shop.url, body: got.body });
        expect(attempt.isBodyAsSent).toBe(true);
        expect(attempt.answer).toEqual({ text: `no \uFFFD (${i === 0 ? 500 : 200})`, hiddenBecause: null });
      }
    });

    it("say so when the body is another one by now, and when nothing was kept", async () => {
      const shop = await world.answering(200);
      const event = await append({ callbackUrl: shop.url });
      await world.run();
      await database().admin.query(sql`update events.attempt set body_hash = sha256('another')`);
      expect((await data("GET", `${pathOf(event)}/attempts/1`)).isBodyAsSent).toBe(false);
      await database().admin.query(sql`
        update events.attempt set body_hash = null, url = null, signature = null, is_public = null`);
      expect(await data("GET", `${pathOf(event)}/attempts/1`)).toMatchObject({
        isBodyAsSent: null,
        request: { url: null, headers: null, body: shop.received[0]?.body },
        answer: { text: null, hiddenBecause: "not_public" },
      });
    });

    it("show no answer of where the operator has named a pair, unless the operator says so", async () => {
      const named = await world.answering(200, {}, "secret of the inner network");
      const event = await append({ callbackUrl: named.url });
      await world.run();
      const answerIn = async (shown: AnswersShown) =>
        (await data("GET", `${pathOf(event)}/attempts/1`, { of: await appWith(shown) })).answer;
      expect(await answerIn("public")).toEqual({ text: null, hiddenBecause: "not_public" });
      expect(await answerIn("none")).toEqual({ text: null, hiddenBecause: "switched_off" });
      expect(await answerIn("all")).toEqual({ text: "secret of the inner network", hiddenBecause: null });
      // A pair that is taken from the list later does not make its answers public.
      expect(await database().admin.query(sql`select is_public from events.attempt`)).toEqual([{ is_public: false }]);
    });

    it("give a request of now, which a receiver takes", async () => {
      const shop = await world.answering(200);
      const event = await append({ callbackUrl: shop.url });
      expect(await data("GET", `${pathOf(event)}/request`)).toMatchObject({
        headers: expect.not.arrayContaining([expect.objectContaining({ name: "webhook-signature" })]),
      }); // there is no secret yet
      await world.run();
      world.clock.advance(HOUR_MS);
      const { headers, body, url } = await data("GET", `${pathOf(event)}/request`);
      const of = Object.fromEntries(headers.map(({ name, value }: Body) => [name, value]));
      expect([url, body]).toEqual([shop.url, shop.received[0]?.body]);
      const given = {
        id: of["webhook-id"],
        timestamp: of["webhook-timestamp"],
        signature: of["webhook-signature"],
        body,
      };
      const checked = await data("POST", "/webhooks/check-signature", { payload: given });
      expect(checked).toMatchObject({ fits: true, timestamp: { verdict: "right", because: null } });
    });
  });

  it("send again what an endpoint did not accept, tried or given up, once for two calls at once", async () => {
    let status = 500;
    const shop = await world.receiver((_, response) => response.writeHead(status).end());
    const endpoint = await world.endpoint(shop.url, ownerOf("shop"));
    const since = world.clock.now();
    world.clock.advance(1_000);
    const given = await append();
    await world.run();
    await database().admin.query(sql`
      update events.delivery set state = 'failed', due_at = null, finished_at = ${world.clock.now()}`);
    const waiting = [await append(), await append()];
    for (let i = 0; i < 5; i += 1) {
      await world.run();
      world.clock.advance(HOUR_MS / 4);
    }
    await world.run();
    const elsewhere = await append({ owner: ownerOf("other"), callbackUrl: shop.url });
    await world.run();
    const before = shop.received.length;
    const payload = { since: since.toISOString(), endpointId: endpoint };

    status = 200;
    const preview = `/webhooks/recover?since=${payload.since}&endpointId=${endpoint}`;
    for (const method of ["GET", "POST"] as const) {
      const foreign = await call(method, method === "GET" ? preview : "/webhooks/recover", {
        as: "other",
        ...(method === "POST" && { payload }),
      });
      expect([foreign.status, foreign.code]).toEqual([404, "webhook_endpoint_not_found"]);
    }
    expect(await data("GET", preview)).toEqual({ waiting: 2, failed: 1, isAtLeast: false });
    const both = await Promise.all([1, 2].map(() => data("POST", "/webhooks/recover", { payload })));
    // What waits and what was given up are two statements: each call may have one of them.
    expect(both.reduce((sum, { resent }) => sum + resent, 0)).toBe(3);
    expect(both.map(({ nextSince }) => nextSince)).toEqual([null, null]);
    await world.run();
    const sent = shop.received.slice(before).map(({ id }) => id);
    expect(sent.toSorted()).toEqual([given, ...waiting].toSorted());
    expect(await world.delivery(elsewhere)).toMatchObject({ state: "waiting", attempt: 1 });
    expect((await data("POST", "/webhooks/recover", { payload })).resent).toBe(0);
    expect(await data("GET", preview)).toEqual({ waiting: 0, failed: 0, isAtLeast: false });
  });

  it("send again of all receivers, and nothing from before", async () => {
    let status = 500;
    const shop = await world.receiver((_, response) => response.writeHead(status).end());
    const [early, late] = [await append({ callbackUrl: shop.url }), await append({ callbackUrl: shop.url })];
    await database().admin.query(sql`
      update events.delivery set created_at = created_at - interval '1 day' where event_id = ${early}`);
    await world.run();
    status = 200;
    const payload = { since: new Date(world.clock.now().getTime() - HOUR_MS).toISOString() };
    expect(await data("POST", "/webhooks/recover", { payload })).toEqual({ resent: 1, nextSince: null });
    await world.run();
    expect(await world.delivery(late)).toMatchObject({ state: "delivered" });
    expect(await world.delivery(early)).toMatchObject({ state: "waiting" });
  });

  it("say which endpoints fail, since when, what waits and when the next attempt is, until one is taken", async () => {
    let status: number | undefined = 503;
    const shop = await world.receiver((request, response) =>
      status === undefined ? void request.socket.destroy() : response.writeHead(status).end(),
    );
    const endpoint = await world.endpoint(shop.url, ownerOf("shop"));
    const since = world.clock.now();
    await append({ at: since });
    for (let i = 0; i < 2; i += 1) {
      await world.run();
      expect(await data("GET", "/webhooks/health")).toEqual([]); // perhaps it is being started
      world.clock.advance(2 * MINUTE_MS);
    }
    await world.run();
    await append({ at: world.clock.now() });
    const [trouble, ...rest] = await data("GET", "/webhooks/health");
    expect(rest).toEqual([]);
    expect(trouble).toEqual({
      endpointId: endpoint,
      url: shop.url,
      trouble: "failing",
      since: since.toISOString(),
      lastStatus: 503,
      disabledReason: null,
      waiting: 2,
      failed: 0,
      nextAttemptAt: expect.stringMatching(/Z$/),
    });
    expect(Date.parse(trouble.nextAttemptAt)).toBeLessThanOrEqual(world.clock.now().getTime());
    status = undefined;
    await world.run();
    expect((await data("GET", "/webhooks/health"))[0]).toMatchObject({ lastStatus: null, since: since.toISOString() });
    expect(await data("GET", "/webhooks/health", { as: "other" })).toEqual([]);
    status = 200;
    world.clock.advance(MINUTE_MS);
    await world.run();
    expect(await data("GET", "/webhooks/health")).toEqual([]);
  });

  it("say which endpoints the service has switched off, and not those that the project did", async () => {
    const gone = await world.answering(410);
    const endpoint = await world.endpoint(gone.url, ownerOf("shop"));
    await append();
    await world.run();
    const [trouble] = await data("GET", "/webhooks/health");
    expect(trouble).toMatchObject({
      endpointId: endpoint,
      trouble: "off",
      disabledReason: "The receiver answered 410 (Gone).",
      nextAttemptAt: null,
    });
    await database().admin.query(sql`update events.endpoint set disabled_reason = 'disabled by the project'`);
    expect(await data("GET", "/webhooks/health")).toEqual([]);
  });

  it("say what is wrong with a request that a receiver could not verify", async () => {
    const shop = await world.answering(200);
    const event = await append({ callbackUrl: shop.url });
    expect(await data("GET", "/webhooks/secret")).toEqual({ rotatedAt: null, previousUntil: null });
    await world.run();
    const [got] = shop.received;
    const given = {
      id: event,
      timestamp: got?.headers["webhook-timestamp"] ?? "",
      signature: got?.headers["webhook-signature"] ?? "",
      body: got?.body ?? "",
    };
    const check = (changes: object = {}, as = "shop") =>
      data("POST", "/webhooks/check-signature", { as, payload: { ...given, ...changes } });
    expect(await check()).toMatchObject({ fits: true, event: { id: event, type: "payment.completed" } });
    expect(await check({ body: `${given.body}\n` })).toMatchObject({
      fits: false,
      body: { verdict: "wrong", because: "rewritten" },
      secret: { verdict: "unknown", because: null },
    });
    const { current } = (await findSecrets(database().db, [ownerOf("shop")])).get(ownerOf("shop")) ?? {};
    const secret = formatWebhookSecret(current ?? new Uint8Array());
    expect((await check({ secret })).secret).toEqual({ verdict: "right", because: null });
    const ofOther = await check({ secret }, "other");
    expect(ofOther).toMatchObject({ fits: false, event: null, secret: { verdict: "wrong", because: "not_ours" } });
    expect(JSON.stringify(await check({ body: "forge this" }))).not.toMatch(/v1,|[A-Za-z0-9+/]{43}=/);
    const state = await data("GET", "/webhooks/secret");
    expect(state).toEqual({ rotatedAt: expect.stringMatching(/Z$/), previousUntil: null });
    expect(await data("GET", "/webhooks/secret", { as: "other" })).toEqual({ rotatedAt: null, previousUntil: null });
  });

  it("show and change nothing of another project, and say the same of what there never was", async () => {
    const shop = await world.answering(500);
    const endpoint = await world.endpoint(shop.url, ownerOf("shop"));
    const event = await append();
    await world.run();
    const before = await world.delivery(event, endpoint);
    expect(await data("GET", "/webhooks/deliveries", { as: "other" })).toEqual([]);
    expect(await data("GET", `/webhooks/deliveries?endpointId=${endpoint}`, { as: "other" })).toEqual([]);
    expect(await data("GET", `/webhooks/deliveries?host=${new URL(shop.url).host}`, { as: "other" })).toEqual([]);
    const { next_cursor: cursor } = (await call("GET", "/webhooks/deliveries?limit=1")).body;
    expect(await data("GET", `/webhooks/deliveries${cursor ? `?cursor=${cursor}` : ""}`, { as: "other" })).toEqual([]);
    for (const rest of ["", "/attempts/1", "/request"]) {
      const foreign = await call("GET", `${pathOf(event, endpoint)}${rest}`, { as: "other" });
      const nothing = await call("GET", `${pathOf(NOWHERE, endpoint)}${rest}`);
      expect(foreign.body.error).toEqual({ ...nothing.body.error, request_id: expect.any(String) });
      expect([foreign.status, foreign.code]).toEqual([404, "delivery_not_found"]);
    }
    for (const path of [pathOf(event, random.uuid()), pathOf("x"), `${pathOf(event, endpoint)}/attempts/2`])
      expect(await call("GET", path)).toMatchObject({ status: 404, code: "delivery_not_found" });
    for (const number of ["0", "01", "-1", "1e1", "999999999"])
      expect((await call("GET", `${pathOf(event, endpoint)}/attempts/${number}`)).status).toBe(404);
    const payload = { since: new Date(0).toISOString() };
    expect((await data("POST", "/webhooks/recover", { as: "other", payload })).resent).toBe(0);
    const { pauseMs: _, ...row } = await world.delivery(event, endpoint);
    expect(before).toMatchObject(row);
  });
});
