import { describe, expect, it } from "vitest";
import { one, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { eventsApi } from "./testing/events-api.harness.ts";

onDatabase("the routes of webhooks", (database) => {
  const { ask, data, end, freshKey, callerOf, givenProject, givenEndpoint, givenEvent, deliveriesOf } =
    eventsApi(database);

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
      [{ url: "https://10.0.0.5/hook" }, "url", "public internet"],
      [{ url: "https://[::1]/hook" }, "url", "public internet"],
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
      // the refusal left the key free
      expect((await ask("POST", "/v0/webhook-endpoints", { url }, { key })).status).toBe(200);
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

    it("that is removed is shown as it was to the same key alone", async () => {
      const made = await givenEndpoint();
      const path = `/v0/webhook-endpoints/${made.id}`;
      const disabled = await data("PATCH", path, { state: "disabled" });
      const [key, rival] = [freshKey(), await givenProject()];
      expect((await ask("DELETE", path, undefined, { key, as: rival })).code).toBe("webhook_endpoint_not_found");
      const first = await ask("DELETE", path, undefined, { key });
      expect([first.replayed, first.body.data]).toEqual([false, disabled]);
      const again = await ask("DELETE", `/v0/webhook-endpoints/${made.id.toUpperCase()}`, undefined, { key });
      expect([again.replayed, again.body.data]).toEqual([true, disabled]);

      for (const other of [{}, { key: freshKey() }, { key, as: rival }])
        expect((await ask("DELETE", path, undefined, other)).code).toBe("webhook_endpoint_not_found");
      const elsewhere = await givenEndpoint();
      expect((await ask("DELETE", `/v0/webhook-endpoints/${elsewhere.id}`, undefined, { key })).code).toBe(
        "idempotency_mismatch",
      );
      expect((await data("GET", "/v0/webhook-endpoints"))[0].id).toBe(elsewhere.id);
    });

    it("that was not there leaves the key free", async () => {
      const [key, made] = [freshKey(), await givenEndpoint()];
      const nowhere = "/v0/webhook-endpoints/0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";
      expect((await ask("DELETE", nowhere, undefined, { key })).code).toBe("webhook_endpoint_not_found");
      expect(await data("DELETE", `/v0/webhook-endpoints/${made.id}`, undefined, { key })).toEqual(made);
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
});
