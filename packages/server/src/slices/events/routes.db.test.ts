import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { type Db, one, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { OutboundRefused } from "#platform/outbound/outbound.ts";
import { sampleApp } from "#service/app.harness.ts";
import { givenCaller, random } from "#slices/receiving/testing/receiving.harness.ts";
import { checkCallbacks } from "./hosts/check-callback.ts";
import type { EventId } from "./model/event.ts";
import { callbackHostRoutes, eventRoutes, webhookRoutes } from "./routes.ts";
import { appendEvent, endDelivery, eventDeps, fakeOutbound } from "./testing/events.harness.ts";

const NOWHERE = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";

onDatabase("the routes of events", (database) => {
  let app: Api;
  let outbound: ReturnType<typeof fakeOutbound>;
  let deps: ReturnType<typeof eventDeps> & { outbound: typeof outbound };
  const callers = new Map<string, Caller>();
  /** Every test has a project of its own. */
  let shop: string;
  let keys = 0;

  beforeAll(async () => {
    outbound = fakeOutbound({ allow: ["127.0.0.1:9737"] });
    deps = { ...eventDeps({ db: database().db, clock: machineClock }), outbound };
    app = await sampleApp({
      authenticate: async (key) => callers.get(key),
      routes: [webhookRoutes(deps), eventRoutes(deps), callbackHostRoutes(deps)],
    });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    shop = await givenProject();
  });

  async function givenProject(): Promise<string> {
    const name = random.uuid();
    callers.set(name, await givenCaller(database()));
    return name;
  }

  type Body = ReturnType<typeof JSON.parse>;
  type Answer = {
    readonly status: number;
    readonly replayed: boolean;
    readonly code: string | undefined;
    readonly body: Body;
  };
  async function ask(
    method: InjectOptions["method"] & string,
    url: string,
    payload?: object,
    options: { as?: string; key?: string } = {},
  ): Promise<Answer> {
    const { as = shop, key } = options;
    const headers = {
      apikey: as,
      ...(payload === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    };
    const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    const body = answer.json();
    return {
      status: answer.statusCode,
      replayed: answer.headers["idempotent-replayed"] === "true",
      code: body.error?.code,
      body,
    };
  }
  const data = async (...request: Parameters<typeof ask>) => {
    const { status, body } = await ask(...request);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data;
  };
  const freshKey = () => `key-${keys++}`;
  const callerOf = (name = shop) => callers.get(name) as Caller;
  const givenEndpoint = (more: object = {}, as = shop) =>
    data("POST", "/v0/webhook-endpoints", { url: "https://shop.example/hook", ...more }, { as });
  const givenEvent = (more: Parameters<typeof appendEvent>[2] = {}, as = shop) =>
    appendEvent(database().db, callerOf(as), more);
  const end = (eventId: string, receiverId: string, state: string, at?: Date) =>
    endDelivery(database().db, { eventId: eventId as EventId, receiverId, state, ...(at && { at }) });
  const deliveriesOf = async (id: string): Promise<Body[]> => (await data("GET", `/v0/events/${id}`)).deliveries;

  describe("an endpoint", () => {
    it("is made with what was asked for, read back, and listed newest first", async () => {
      const types = ["payment.failed", "payment.completed", "payment.failed"];
      const made = await givenEndpoint({ url: "https://Shop.example:443/hook?a=1", types, description: "orders" });
      expect(made).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        url: "https://shop.example/hook?a=1",
        types: ["payment.completed", "payment.failed"],
        description: "orders",
        state: "enabled",
        disabledReason: null,
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: made.createdAt,
      });
      expect(await data("GET", `/v0/webhook-endpoints/${made.id.toUpperCase()}`)).toEqual(made);

      const second = await givenEndpoint();
      expect(second).toMatchObject({ types: ["*"], description: "" });
      const first = await ask("GET", "/v0/webhook-endpoints?limit=1");
      expect(first.body.data).toEqual([second]);
      const rest = await ask("GET", `/v0/webhook-endpoints?limit=1&cursor=${first.body.next_cursor}`);
      expect(rest.body).toMatchObject({ data: [made], next_cursor: null });
    });

    it.each([
      [{ url: "http://shop.example/hook" }, "url", "https"],
      [{ url: "ftp://shop.example/hook" }, "url", "https"],
      [{ url: "nothing" }, "url", "https"],
      [{ url: "https://shop.example:8443/" }, "url", "443"],
      [{ url: "https://user@shop.example/" }, "url", "user"],
      [{ url: "https://:secret@shop.example/" }, "url", "user"],
      [{ url: "https://shop.example/#part" }, "url", "fragment"],
      [{ url: `https://shop.example/${"x".repeat(2_048)}` }, "url", "2048"],
      [{ url: "http://127.0.0.1:9738/" }, "url", "https"],
      [{ types: ["payment.completed", "payment.paid", "x"] }, "types", '"payment.paid", "x" are not'],
      [{ types: ["constructor"] }, "types", '"constructor" is not'],
      [{ types: [] }, "types", "must name a type"],
      [{ types: [7] }, "types.0", "string"],
      [{ description: "x".repeat(256) }, "description", "255"],
    ])("is refused with %j", async (wrong, field, issue) => {
      for (const [method, path] of [
        ["POST", "/v0/webhook-endpoints"],
        ["PATCH", `/v0/webhook-endpoints/${(await givenEndpoint()).id}`],
      ] as const) {
        const { status, body } = await ask(method, path, { url: "https://shop.example/", ...wrong });
        expect([status, body.error.code, body.error.details[0].field]).toEqual([400, "invalid_input", field]);
        expect(body.error.details[0].issue).toContain(issue);
      }
    });

    it("may be at a pair that the operator allows, over http", async () => {
      expect((await givenEndpoint({ url: "http://127.0.0.1:9737/hook" })).url).toBe("http://127.0.0.1:9737/hook");
    });

    it("is one of twenty at most, also when all are asked for at the same time", async () => {
      const url = "https://shop.example/hook";
      const answers = await Promise.all(
        Array.from({ length: 25 }, () => ask("POST", "/v0/webhook-endpoints", { url })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
      expect(answers.filter(({ code }) => code === "too_many_webhook_endpoints")).toHaveLength(5);

      const key = freshKey();
      expect((await ask("POST", "/v0/webhook-endpoints", { url }, { key })).code).toBe("too_many_webhook_endpoints");
      const { id } = (await ask("GET", "/v0/webhook-endpoints")).body.data[0];
      await data("DELETE", `/v0/webhook-endpoints/${id}`);
      expect((await ask("POST", "/v0/webhook-endpoints", { url }, { key })).status).toBe(200); // the refusal left the key free
      expect((await ask("POST", "/v0/webhook-endpoints", { url })).status).toBe(409);
    });

    it("changes in what is named and in nothing else", async () => {
      const made = await givenEndpoint({ types: ["payment.completed"], description: "orders" });
      const path = `/v0/webhook-endpoints/${made.id}`;
      const rest = { ...made, updatedAt: expect.any(String) };
      expect(await data("PATCH", path, {})).toEqual(rest);
      expect(await data("PATCH", path, { url: "https://new.example/" })).toEqual({
        ...rest,
        url: "https://new.example/",
      });
      expect(await data("PATCH", path, { types: ["*"], url: null })).toMatchObject({
        types: ["*"],
        url: "https://new.example/",
      });
      expect(await data("PATCH", path, { types: ["charge.expired"] })).toMatchObject({ types: ["charge.expired"] });
      expect(await data("PATCH", path, { description: "" })).toMatchObject({
        description: "",
        types: ["charge.expired"],
      });
      expect(await data("PATCH", path, { state: "disabled" })).toMatchObject({
        state: "disabled",
        disabledReason: "disabled by the project",
      });
      expect(await data("PATCH", path, { description: "x" })).toMatchObject({ state: "disabled" });
      expect(await data("PATCH", path, { state: "enabled" })).toMatchObject({ state: "enabled", disabledReason: null });
      expect((await ask("PATCH", path, { state: "removed" })).code).toBe("invalid_input");
    });

    it("takes what waits along to its new URL; disabled, it gets nothing and what waited is cancelled", async () => {
      const { id } = await givenEndpoint();
      const path = `/v0/webhook-endpoints/${id}`;
      const event = await givenEvent();
      await data("PATCH", path, { url: "https://new.example/hook" });
      expect(await deliveriesOf(event)).toMatchObject([{ url: "https://new.example/hook", state: "waiting" }]);
      const { host } = one(
        await database().db.query<{ host: string }>(sql`select host from events.delivery where event_id = ${event}`),
      );
      expect(host).toBe("new.example");

      await data("PATCH", path, { state: "disabled" });
      expect(await deliveriesOf(event)).toMatchObject([
        { state: "cancelled", dueAt: null, finishedAt: expect.any(String) },
      ]);
      const later = await givenEvent();
      expect((await ask("GET", `/v0/events/${later}`)).code).toBe("event_not_found");
    });

    it("that is removed is gone, what waited is cancelled, and what was sent stays readable", async () => {
      const made = await givenEndpoint();
      const [sent, waiting] = [await givenEvent(), await givenEvent()];
      await end(sent, made.id, "delivered");
      expect(await data("DELETE", `/v0/webhook-endpoints/${made.id}`)).toEqual(made);

      for (const [method, path] of [
        ["GET", ""],
        ["DELETE", ""],
        ["PATCH", ""],
        ["POST", "/test"],
      ] as const) {
        const answer = await ask(
          method,
          `/v0/webhook-endpoints/${made.id}${path}`,
          method === "PATCH" ? {} : undefined,
        );
        expect([method, answer.code]).toEqual([method, "webhook_endpoint_not_found"]);
      }
      expect((await ask("GET", "/v0/webhook-endpoints")).body.data).toEqual([]);
      expect(await deliveriesOf(waiting)).toMatchObject([{ state: "cancelled" }]);
      expect(await deliveriesOf(sent)).toMatchObject([{ state: "delivered", endpointId: made.id }]);
      expect((await data("GET", `/v0/events/${sent}/attempts`))[0]).toMatchObject({ receiverId: made.id, status: 204 });
    });

    it("is tried by an event of its own, which no other endpoint gets", async () => {
      const [tried] = [await givenEndpoint({ types: ["charge.expired"] }), await givenEndpoint()];
      const path = `/v0/webhook-endpoints/${tried.id}`;
      const first = await data("POST", `${path}/test`);
      expect(first).toMatchObject({
        type: "webhook.test",
        objectId: tried.id,
        sequence: 1,
        deliveries: [{ receiverId: tried.id, endpointId: tried.id, state: "waiting", attempts: 0 }],
        callbackBody: null,
      });
      expect(JSON.parse(first.body)).toEqual({
        id: first.id,
        type: "webhook.test",
        created_at: first.createdAt,
        livemode: false,
        sequence: 1,
        data: { webhookEndpointId: tried.id },
      });
      expect((await data("POST", `${path}/test`)).sequence).toBe(2);
      await data("PATCH", path, { state: "disabled" });
      expect((await ask("POST", `${path}/test`)).code).toBe("webhook_endpoint_disabled");
    });
  });

  describe("events", () => {
    it("are listed newest first, page by page, with their deliveries", async () => {
      const { id } = await givenEndpoint();
      const made: string[] = [];
      for (let i = 0; i < 5; i++) made.unshift(await givenEvent());
      const listed: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const { body }: Answer = await ask("GET", `/v0/events?limit=2${cursor && `&cursor=${cursor}`}`);
        for (const event of body.data) expect(event.deliveries).toMatchObject([{ receiverId: id, state: "waiting" }]);
        listed.push(...body.data.map((event: { id: string }) => event.id));
        cursor = body.next_cursor;
      }
      expect(listed).toEqual(made);
    });

    it("are found by type, state of a delivery, object and time", async () => {
      const { id } = await givenEndpoint();
      const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
      const paid = await givenEvent({ at: at(1) });
      const failed = await givenEvent({ at: at(2), type: "payment.failed" });
      const expired = await givenEvent({ at: at(3), type: "charge.expired" });
      await end(paid, id, "delivered");
      await end(expired, id, "failed");
      const { objectId } = await data("GET", `/v0/events/${failed}`);
      const found = async (query: string) =>
        (await data("GET", `/v0/events?${query}`)).map((event: { id: string }) => event.id);

      expect(await found("type=payment.failed")).toEqual([failed]);
      expect(await found("state=delivered")).toEqual([paid]);
      expect(await found("state=waiting")).toEqual([failed]);
      expect(await found(`objectId=${objectId.toUpperCase()}`)).toEqual([failed]);
      expect(await found("from=2026-01-01T12:02:00Z")).toEqual([expired, failed]);
      expect(await found("to=2026-01-01T12:02:00.000Z")).toEqual([paid]);
      expect(await found(`from=${encodeURIComponent("2026-01-01T13:02:00+01:00")}&to=2026-01-01T12:03:00Z`)).toEqual([
        failed,
      ]);
      expect(await found("state=failed&type=payment.failed")).toEqual([]);
    });

    it.each([
      "type=payment.paid",
      "state=sent",
      "objectId=1",
      "from=2026-01-01",
      "from=yesterday",
      "to=2026-02-30T00:00:00Z",
      "to=1969-12-31T00:00:00Z",
      "to=9999-12-31T23:59:59-10:00",
      "since=1",
    ])("are not looked for with %s", async (query) => {
      const { status, body } = await ask("GET", `/v0/events?${query}`);
      expect([status, body.error.code, body.error.details[0].field]).toEqual([
        400,
        "invalid_input",
        query.split("=")[0],
      ]);
    });

    it("show the bodies as they are sent, and the one of a callbackUrl only when there is one", async () => {
      const { id } = await givenEndpoint();
      const objectId = random.uuid();
      const event = await data("GET", `/v0/events/${await givenEvent({ objectId })}`);
      expect(event.callbackBody).toBeNull();
      expect(event.body).toBe(
        `{"id":"${event.id}","type":"payment.completed","created_at":"${event.createdAt}","livemode":false,"sequence":1,"data":{"of":"${objectId}"}}`,
      );
      const called = await data(
        "GET",
        `/v0/events/${await givenEvent({ objectId, callbackUrl: "https://a.example/cb" })}`,
      );
      expect(called.callbackBody).toBe(`{"bare":"${objectId}"}`);
      expect(
        called.deliveries.map((delivery: Body) => [delivery.receiverId, delivery.endpointId, delivery.url]).sort(),
      ).toEqual(
        [
          [called.id, null, "https://a.example/cb"],
          [id, id, "https://shop.example/hook"],
        ].sort(),
      );
    });

    it("show every attempt page by page, and never what the receiver answered", async () => {
      const endpoint = await givenEndpoint();
      const event = await givenEvent({ callbackUrl: "https://a.example/cb" });
      for (const receiver of [endpoint.id, event, endpoint.id, endpoint.id]) await end(event, receiver, "failed");
      const listed: Body[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const { body }: Answer = await ask(
          "GET",
          `/v0/events/${event}/attempts?limit=1${cursor && `&cursor=${cursor}`}`,
        );
        expect(JSON.stringify(body)).not.toContain("the receiver said this");
        listed.push(...body.data);
        cursor = body.next_cursor;
      }
      expect(listed.map(({ number }) => number)).toEqual([3, 2, 1, 1]);
      expect(listed[0]).toEqual({
        receiverId: endpoint.id,
        number: 3,
        startedAt: expect.stringMatching(/Z$/),
        durationMs: 12,
        status: 500,
        error: null,
      });
      expect((await ask("GET", `/v0/events/${event}/attempts?cursor=eA`)).code).toBe("invalid_input");
    });

    it("are sent again to all receivers or to one, to the endpoint's present URL, and not to one that is gone", async () => {
      const [a, b] = [await givenEndpoint(), await givenEndpoint()];
      const event = await givenEvent({ callbackUrl: "https://a.example/cb" });
      for (const receiver of [a.id, b.id, event]) await end(event, receiver, "delivered");
      await data("PATCH", `/v0/webhook-endpoints/${b.id}`, { url: "https://new.example/hook" });
      const states = async () =>
        new Map((await deliveriesOf(event)).map((it) => [it.receiverId, `${it.state} ${it.url} ${it.attempts}`]));

      const answer = await ask("POST", `/v0/events/${event}/resend`, { receiverId: b.id.toUpperCase() });
      expect(answer.status).toBe(200);
      expect(await states()).toEqual(
        new Map([
          [a.id, "delivered https://shop.example/hook 1"],
          [b.id, "waiting https://new.example/hook 1"],
          [event, "delivered https://a.example/cb 1"],
        ]),
      );
      await data("DELETE", `/v0/webhook-endpoints/${a.id}`);
      expect((await ask("POST", `/v0/events/${event}/resend`, { receiverId: a.id })).code).toBe("no_receiver");
      expect((await ask("POST", `/v0/events/${event}/resend`, { receiverId: NOWHERE })).code).toBe("no_receiver");
      expect((await ask("POST", `/v0/events/${event}/resend`)).status).toBe(200); // without a body: all
      expect([...(await states()).values()].map((state) => state.split(" ")[0]).sort()).toEqual([
        "delivered",
        "waiting",
        "waiting",
      ]);
      expect((await ask("POST", `/v0/events/${NOWHERE}/resend`, {})).code).toBe("event_not_found");
    });

    it("that are being sent are left to who sends them", async () => {
      const { id } = await givenEndpoint();
      const event = await givenEvent();
      const until = new Date(Date.now() + 30_000);
      await database().db.query(
        sql`update events.delivery set lease_until = ${until}, due_at = ${until} where event_id = ${event}`,
      );
      await data("POST", `/v0/events/${event}/resend`, {});
      expect(await deliveriesOf(event)).toMatchObject([{ receiverId: id, dueAt: until.toISOString() }]);
    });

    it("that have failed since a time are sent again, the oldest first, and the answer says how many", async () => {
      const { id } = await givenEndpoint();
      const gone = await givenEndpoint({ types: ["charge.expired"] });
      const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second));
      const [early, late, delivered, dead] = [
        await givenEvent(),
        await givenEvent(),
        await givenEvent(),
        await givenEvent({ type: "charge.expired" }),
      ];
      await end(early, id, "failed", at(1));
      await end(late, id, "failed", at(5));
      await end(delivered, id, "delivered", at(6));
      await end(dead, id, "delivered", at(6));
      await end(dead, gone.id, "failed", at(7));
      await data("DELETE", `/v0/webhook-endpoints/${gone.id}`);

      const since = at(2).toISOString();
      expect(await data("POST", "/v0/events/resend-failed", { since })).toEqual({ resent: 1, nextSince: null });
      expect(await deliveriesOf(early)).toMatchObject([{ state: "failed" }]);
      expect(await deliveriesOf(late)).toMatchObject([{ state: "waiting", finishedAt: null }]);
      expect(await data("POST", "/v0/events/resend-failed", { since })).toEqual({ resent: 0, nextSince: null });
      expect((await ask("POST", "/v0/events/resend-failed", {})).code).toBe("invalid_input");
      expect((await ask("POST", "/v0/events/resend-failed", { since: "today" })).code).toBe("invalid_input");
    });

    it("that have failed by the hundred are sent again in several calls, past those that have no receiver any more", async () => {
      const gone = await givenEndpoint();
      const owner = callerOf().wallet.owner.id;
      await database().db.query(sql`
        with written as (
          insert into events.event (id, owner_id, type, object_id, sequence, created_at)
          select gen_random_uuid(), ${owner}, 'payment.completed', gen_random_uuid(), 1, now()
            from generate_series(1, 1200)
          returning id)
        insert into events.delivery (event_id, receiver_id, endpoint_id, owner_id, url, host, state, created_at, finished_at)
        select id, case when n <= 600 then ${gone.id}::uuid else id end, case when n <= 600 then ${gone.id}::uuid end, ${owner},
               'https://a.example/', 'a.example', 'failed', now(), ${new Date(Date.UTC(2026, 0, 1))}::timestamptz + n * interval '1 ms'
          from (select id, row_number() over () as n from written) w`);
      await data("DELETE", `/v0/webhook-endpoints/${gone.id}`);
      let since: string | null = "2026-01-01T00:00:00Z";
      const counts: number[] = [];
      while (since !== null && counts.length < 10) {
        const { resent, nextSince }: { resent: number; nextSince: string | null } = await data(
          "POST",
          "/v0/events/resend-failed",
          { since },
        );
        counts.push(resent);
        since = nextSince;
      }
      expect(counts.reduce((sum, count) => sum + count)).toBe(600);
      expect(Math.max(...counts)).toBeLessThanOrEqual(500);
    });
  });

  describe("the secret", () => {
    it("is made by the first call and replaced by the next; the one before counts for a day", async () => {
      const first = await data("POST", "/v0/webhook-secret/rotate");
      expect(first).toEqual({ secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/), previousUntil: null });
      const second = await data("POST", "/v0/webhook-secret/rotate");
      expect(second.secret).not.toBe(first.secret);
      expect(Math.round((Date.parse(second.previousUntil) - Date.now()) / 3_600_000)).toBe(24);
      const stored = one(
        await database().db.query<{ secret: Uint8Array; previous: Uint8Array }>(sql`
          select secret, previous from events.secret where owner_id = ${callerOf().wallet.owner.id}`),
      );
      const text = (bytes: Uint8Array) => `whsec_${Buffer.from(bytes).toString("base64")}`;
      expect([text(stored.previous), text(stored.secret)]).toEqual([first.secret, second.secret]);
    });

    it("is shown again to the same key, until a newer one has replaced it", async () => {
      const key = freshKey();
      const { secret } = await data("POST", "/v0/webhook-secret/rotate", undefined, { key });
      const again = await ask("POST", "/v0/webhook-secret/rotate", undefined, { key });
      expect([again.replayed, again.body.data.secret]).toEqual([true, secret]);
      await data("POST", "/v0/webhook-secret/rotate");
      expect((await ask("POST", "/v0/webhook-secret/rotate", undefined, { key })).code).toBe(
        "webhook_secret_superseded",
      );
    });
  });

  describe("a callback host", () => {
    const hosts = "/v0/callback-hosts";
    const claim = (host: string, as = shop) => data("POST", hosts, { host }, { as });
    const showToken = ({ challengeUrl, token }: { challengeUrl: string; token: string }) =>
      outbound.files.set(challengeUrl, `${token}\n`);
    const givenVerified = async (host: string, as = shop) => {
      showToken(await claim(host, as));
      return data("POST", `${hosts}/${host}/verify`, undefined, { as });
    };
    let number = 0;
    const freshHost = () => `shop-${number++}-${shop.slice(-12)}.example`;

    it("is the project's once the challenge file shows the token", async () => {
      const host = freshHost();
      const claimed = await claim(host.toUpperCase());
      expect(claimed).toEqual({
        host,
        token: expect.stringMatching(/^leyden-callback-[\w-]{32}$/),
        challengeUrl: `https://${host}/.well-known/leyden-callback.txt`,
        verifiedAt: null,
        createdAt: expect.any(String),
      });
      expect(await claim(host)).toEqual(claimed);
      showToken(claimed);
      const verified = await data("POST", `${hosts}/${host.toUpperCase()}/verify`);
      expect(verified).toEqual({ ...claimed, verifiedAt: expect.any(String) });
      expect(await data("POST", `${hosts}/${host}/verify`)).toEqual(verified);
      expect(await data("GET", hosts)).toEqual([verified]);
      expect(outbound.asked.filter((url) => url === claimed.challengeUrl)).toHaveLength(1);
    });

    it.each([
      ["no file", () => undefined],
      ["another token", () => "leyden-callback-another"],
      ["more than the token", (token: string) => `${token} and more`],
      [
        "an address that is not called",
        () => () => {
          throw new OutboundRefused("address");
        },
      ],
    ])("is not the project's with %s", async (_title, file) => {
      const host = freshHost();
      const { challengeUrl, token } = await claim(host);
      const content = file(token);
      if (content !== undefined) outbound.files.set(challengeUrl, content);
      const refused = await ask("POST", `${hosts}/${host}/verify`);
      expect([refused.status, refused.code]).toEqual([400, "callback_host_not_verified"]);
      expect(refused.body.message).not.toMatch(/address|404/);
      const soon = await ask("POST", `${hosts}/${host}/verify`);
      expect([soon.status, soon.code]).toEqual([429, "rate_limited"]);
      expect(outbound.asked.filter((url) => url === challengeUrl)).toHaveLength(1);
      expect((await data("GET", hosts))[0].verifiedAt).toBeNull();
    });

    it.each([
      "",
      "localhost",
      "shop",
      "10.0.0.1",
      "[::1]",
      "2130706433",
      "shop.example:8443",
      "https://shop.example",
      "shop.example/x",
      "user@shop.example",
      "shop.example.",
      "shop .example",
      "127.0.0.1:9738",
    ])("cannot be called %j", async (host) => {
      const { body } = await ask("POST", hosts, { host });
      expect([body.error.code, body.error.details[0].field]).toEqual(["invalid_input", "host"]);
    });

    it("may be a pair that the operator allows", async () => {
      expect(await claim("127.0.0.1:9737")).toMatchObject({
        challengeUrl: "http://127.0.0.1:9737/.well-known/leyden-callback.txt",
      });
      await data("DELETE", `${hosts}/127.0.0.1:9737`);
    });

    it("is refused to other projects: their endpoints there stop, what they sent there is cancelled, and new ones are refused", async () => {
      const host = freshHost();
      const rival = await givenProject();
      const url = `https://${host}/hook`;
      const other = await givenEndpoint({ url }, rival);
      const own = await givenEndpoint({ url });
      const elsewhere = await givenEndpoint({}, rival);
      const event = await givenEvent({ callbackUrl: `https://${host}/cb` }, rival);
      const ownEvent = await givenEvent({ callbackUrl: `https://${host}/cb` });
      await givenVerified(host);

      expect(await data("GET", `/v0/webhook-endpoints/${other.id}`, undefined, { as: rival })).toMatchObject({
        state: "disabled",
        disabledReason: "callback_host_claimed",
      });
      expect(await data("GET", `/v0/webhook-endpoints/${own.id}`)).toMatchObject({ state: "enabled" });
      const deliveries: Body[] = (await data("GET", `/v0/events/${event}`, undefined, { as: rival })).deliveries;
      expect(new Map(deliveries.map(({ receiverId, state }) => [receiverId, state]))).toEqual(
        new Map([
          [other.id, "cancelled"],
          [event, "cancelled"],
          [elsewhere.id, "waiting"],
        ]),
      );
      expect((await deliveriesOf(ownEvent)).map(({ state }) => state)).toEqual(["waiting", "waiting"]);

      for (const [method, path, payload] of [
        ["POST", "/v0/webhook-endpoints", { url: `https://${host.toUpperCase()}/x` }],
        ["PATCH", `/v0/webhook-endpoints/${elsewhere.id}`, { url }],
        ["PATCH", `/v0/webhook-endpoints/${other.id}`, { state: "enabled" }],
        ["POST", hosts, { host }],
      ] as const) {
        const answer = await ask(method, path, payload, { as: rival });
        expect([path, answer.status, answer.code]).toEqual([path, 400, "callback_host_claimed"]);
      }
      expect((await ask("POST", `/v0/events/${event}/resend`, { receiverId: event }, { as: rival })).code).toBe(
        "no_receiver",
      );
      expect((await givenEndpoint({ url })).url).toBe(url);
    });

    it("is of one project when two show their token at the same time", async () => {
      const host = freshHost();
      const rival = await givenProject();
      for (const as of [shop, rival]) await claim(host, as);
      // Both files are there in turn: what is asked for first is the token of the first.
      const tokens = await Promise.all(
        [shop, rival].map(async (as) => (await data("GET", hosts, undefined, { as }))[0].token),
      );
      const answers: Answer[] = [];
      for (const [i, as] of [shop, rival].entries()) {
        outbound.files.set(`https://${host}/.well-known/leyden-callback.txt`, tokens[i]);
        answers.push(await ask("POST", `${hosts}/${host}/verify`, undefined, { as }));
      }
      expect(answers.map(({ code }) => code)).toEqual([undefined, "callback_host_claimed"]);
    });

    it("is free again when it is given up", async () => {
      const host = freshHost();
      await givenVerified(host);
      const rival = await givenProject();
      expect((await ask("DELETE", `${hosts}/${host}`, undefined, { as: rival })).code).toBe("callback_host_not_found");
      expect((await ask("POST", `${hosts}/${host}/verify`, undefined, { as: rival })).code).toBe(
        "callback_host_not_found",
      );
      await data("DELETE", `${hosts}/${host}`);
      expect((await ask("DELETE", `${hosts}/${host}`)).code).toBe("callback_host_not_found");
      expect((await claim(host, rival)).verifiedAt).toBeNull();
    });

    it("is one of twenty at most, also when all are claimed at the same time", async () => {
      const answers = await Promise.all(Array.from({ length: 23 }, () => ask("POST", hosts, { host: freshHost() })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
      expect(answers.filter(({ code }) => code === "too_many_callback_hosts")).toHaveLength(3);
    });

    it("is refused as callbackUrl to others, whatever the URL around it, and asked for once in five seconds", async () => {
      const host = freshHost();
      const rival = callerOf(await givenProject());
      await givenVerified(host);
      let queries = 0;
      const query: Db["query"] = (statement) => {
        queries += 1;
        return database().db.query(statement);
      };
      const check = checkCallbacks({ ...deps, db: { ...database().db, query } });
      for (const url of [
        `https://${host}/`,
        `HTTPS://${host.toUpperCase()}:443/x`,
        `http://a@${host}/`,
        `https://${host}:8443/`,
      ])
        expect((await check(rival, url))?.code, url).toBe("callback_host_claimed");
      for (const url of [
        undefined,
        "",
        "nothing",
        "https://free.example/",
        `https://sub.${host}/`,
        `https://a.example/${host}`,
      ])
        expect(await check(rival, url), url).toBeUndefined();
      expect(await check(callerOf(), `https://${host}/`)).toBeUndefined();
      const before = queries;
      await check(rival, `https://${host}/`);
      expect(queries).toBe(before);

      await data("DELETE", `${hosts}/${host}`);
      expect(await check(rival, `https://${host}/`)).toBeUndefined(); // this process knows at once
    });
  });

  /** Every call that takes a key: two values for each part of its input. */
  const KEYED: Record<
    string,
    () => Promise<{ path: readonly string[]; fields: Record<string, readonly [unknown, unknown]>; required?: string }>
  > = {
    "POST /v0/webhook-endpoints": async () => ({
      path: ["/v0/webhook-endpoints"],
      fields: {
        url: ["https://a.example/", "https://b.example/"],
        types: [["charge.expired"], ["charge.completed"]],
        description: ["a", "b"],
      },
      required: "url",
    }),
    "POST /v0/webhook-endpoints/{id}/test": async () => ({
      path: [
        `/v0/webhook-endpoints/${(await givenEndpoint()).id}/test`,
        `/v0/webhook-endpoints/${(await givenEndpoint()).id}/test`,
      ],
      fields: {},
    }),
    "POST /v0/webhook-secret/rotate": async () => ({ path: ["/v0/webhook-secret/rotate"], fields: {} }),
    "POST /v0/events/{id}/resend": async () => {
      const [a, b] = [await givenEndpoint(), await givenEndpoint()];
      const [first, second] = [await givenEvent(), await givenEvent()];
      return {
        path: [`/v0/events/${first}/resend`, `/v0/events/${second}/resend`],
        fields: { receiverId: [a.id, b.id] },
      };
    },
    "POST /v0/events/resend-failed": async () => ({
      path: ["/v0/events/resend-failed"],
      fields: { since: ["2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z"] },
      required: "since",
    }),
    "POST /v0/callback-hosts": async () => ({
      path: ["/v0/callback-hosts"],
      fields: { host: [`a-${shop}.example`, `b-${shop}.example`] },
      required: "host",
    }),
  };

  it.each(Object.keys(KEYED))(
    "%s answers a repeated key with what it made, and refuses it with any other input",
    async (operation) => {
      const { path, fields, required } = (await KEYED[operation]?.()) ?? { path: [], fields: {} };
      const [url = "", elsewhere] = path;
      const body = Object.fromEntries(Object.entries(fields).map(([name, [value]]) => [name, value]));
      const send = (to: string, payload: object, key: string) =>
        ask("POST", to, Object.keys(fields).length === 0 ? undefined : payload, { key });
      const key = freshKey();
      const first = await send(url, body, key);
      expect([first.status, first.replayed]).toEqual([200, false]);

      for (const [name, [, other]] of Object.entries(fields)) {
        expect((await send(url, { ...body, [name]: other }, key)).code, name).toBe("idempotency_mismatch");
        const { [name]: _, ...rest } = body;
        expect((await send(url, rest, key)).code, name).toBe(
          name === required ? "invalid_input" : "idempotency_mismatch",
        );
      }
      if (elsewhere !== undefined) expect((await send(elsewhere, body, key)).code).toBe("idempotency_mismatch");
      const again = await send(url, body, key);
      expect([again.status, again.replayed, again.body.data]).toEqual([200, true, first.body.data]);

      const many = freshKey();
      const racing = await Promise.all(Array.from({ length: 8 }, () => send(url, body, many)));
      expect(racing.filter(({ replayed }) => !replayed)).toHaveLength(1);
      expect(
        new Set(racing.map(({ body: answer }) => answer.data.id ?? answer.data.secret ?? answer.data.host ?? "")).size,
      ).toBe(1);
    },
  );
});
