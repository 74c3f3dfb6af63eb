import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { DASHBOARD } from "#slices/members/scope-routes.ts";
import { givenPages } from "#slices/members/testing/pages.harness.ts";
import { eventRoutes, webhookRoutes } from "./routes.ts";
import { eventPageDeps } from "./testing/events.harness.ts";
import { append } from "./testing/streams.harness.ts";
import { givenEndpoint } from "./testing/written.harness.ts";

onDatabase("the webhook pages of a project", (database) => {
  async function given() {
    const { db } = database();
    const deps = eventPageDeps({ db, clock: machineClock });
    const pages = await givenPages(database(), { routes: [webhookRoutes(deps), eventRoutes(deps)] });
    const shop = await pages.project();
    const endpoint = await givenEndpoint(db, shop.id);
    const { ids, statement } = append(shop.id, [{}]);
    await db.query(statement);
    await database().admin.query(sql`
      insert into events.attempt (event_id, receiver_id, number, started_at, duration_ms, status, answer, is_public)
      values (${ids[0]}, ${endpoint}, 1, now(), 5, 500, 'out of memory', true)`);
    const delivery = `/webhooks/deliveries/${ids[0]}/${endpoint}`;
    return {
      ...pages,
      shop,
      endpoint,
      eventId: ids[0],
      delivery,
      of: (path: string) => `${DASHBOARD}/projects/${shop.id}${path}`,
    };
  }
  const since = { since: "2026-01-01T00:00:00Z" };
  const message = { id: "", timestamp: "", signature: "", body: "" };

  it("show a viewer what happened and no bodies, and let it change nothing", async () => {
    const { call, of, member, shop, delivery } = await given();
    const viewer = await member(shop, "viewer");
    for (const path of ["/webhooks/deliveries", delivery, "/webhooks/health", "/webhooks/secret"])
      expect((await call("GET", of(path), { as: viewer })).status, path).toBe(200);
    const read = await call("GET", of(delivery), { as: viewer });
    expect(read.body).not.toMatch(/out of memory|livemode/);
    for (const path of [`${delivery}/attempts/1`, `${delivery}/request`])
      expect(await call("GET", of(path), { as: viewer }), path).toMatchObject({ status: 403, code: "role_missing" });
    for (const [path, payload] of [
      ["/webhooks/recover", since],
      ["/webhooks/check-signature", message],
      ["/v0/webhook-secret/rotate", undefined],
    ] as const)
      expect(await call("POST", of(path), { as: viewer, ...(payload && { payload }) }), path).toMatchObject({
        status: 403,
        code: "role_missing",
      });
  });

  it("show a developer the answers, and rotate the secret after a fresh login alone", async () => {
    const { call, of, member, shop, delivery } = await given();
    const developer = await member(shop, "developer");
    const read = await call("GET", of(`${delivery}/attempts/1`), { as: developer });
    expect(read.data).toMatchObject({ status: 500, answer: { text: "out of memory", hiddenBecause: null } });
    expect((await call("POST", of("/webhooks/recover"), { as: developer, payload: since })).status).toBe(200);
    const checked = await call("POST", of("/webhooks/check-signature"), { as: developer, payload: message });
    expect(checked.data).toMatchObject({ fits: false, signature: { verdict: "wrong", because: "missing" } });
    const stale = await member(shop, "developer", 11);
    const rotate = (as: typeof stale) => call("POST", of("/v0/webhook-secret/rotate"), { as });
    expect(await rotate(stale)).toMatchObject({ status: 403, code: "fresh_login_needed" });
    expect((await rotate(developer)).data.secret).toMatch(/^whsec_/);
  });

  it("let an old login send again to where events go already, and change nothing of where they go", async () => {
    const { call, of, member, shop, endpoint, eventId, delivery } = await given();
    const [stale, fresh] = [await member(shop, "owner", 11), await member(shop, "owner")];
    const payload = { url: "https://elsewhere.example/hook" };
    const changes = [
      ["POST", "/v0/webhook-endpoints", payload],
      ["PATCH", `/v0/webhook-endpoints/${endpoint}`, payload],
      ["DELETE", `/v0/webhook-endpoints/${endpoint}`, undefined],
      ["PATCH", "/settings", { name: "mine" }],
      ["GET", `${delivery}/request`, undefined], // signed
    ] as const;
    for (const [method, path, payload] of changes)
      expect(await call(method, of(path), { as: stale, ...(payload && { payload }) }), path).toMatchObject({
        status: 403,
        code: "fresh_login_needed",
      });
    const { data } = await call("GET", of("/v0/webhook-endpoints"), { as: fresh });
    expect(data).toMatchObject([{ id: endpoint, state: "enabled" }]);
    for (const [path, payload] of [
      ["/webhooks/recover", since],
      [`/v0/events/${eventId}/resend`, {}],
      [`/v0/webhook-endpoints/${endpoint}/test`, undefined],
    ] as const)
      expect((await call("POST", of(path), { as: stale, ...(payload && { payload }) })).status, path).toBe(200);
  });

  it("are nothing to a stranger", async () => {
    const { call, of, member, project, delivery } = await given();
    const stranger = await member(await project(), "owner");
    for (const path of ["/webhooks/deliveries", delivery, `${delivery}/attempts/1`, "/webhooks/health"])
      expect(await call("GET", of(path), { as: stranger }), path).toMatchObject({
        status: 404,
        code: "project_not_found",
      });
  });
});
