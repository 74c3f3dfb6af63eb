import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { random } from "#slices/receiving/testing/receiving.harness.ts";
import { refusedError } from "./model/delivery.ts";
import { type Answer, type Body, eventsApi } from "./testing/events-api.harness.ts";

const NOWHERE = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";

onDatabase("the routes of events", (database) => {
  const { ask, data, end, callerOf, givenEndpoint, givenEvent, deliveriesOf } = eventsApi(database);

  describe("events", () => {
    it("are listed newest first, page by page, with their deliveries", async () => {
      const { id } = await givenEndpoint();
      const made: string[] = []; // their ids follow their times
      for (let minute = 0; minute < 5; minute++)
        made.unshift(await givenEvent({ at: new Date(Date.UTC(2026, 0, 1, 12, minute)) }));
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
      const bought = { objectId, type: "ramp.purchase.completed", callbackUrl: "https://a.example/cb" } as const;
      const told = await data("GET", `/v0/events/${await givenEvent(bought)}`);
      expect([told.callbackBody, told.body]).toEqual([expect.any(String), told.callbackBody]); // it has no other form
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

    it("show why there was no answer, and of an address that is not called what it shows itself", async () => {
      const { id } = await givenEndpoint();
      const event = await givenEvent();
      for (const error of ["timeout", refusedError("scheme"), refusedError("address")]) {
        await end(event, id, "failed");
        await database().admin.query(sql`
          update events.attempt
             set status = null, error = ${error}
           where event_id = ${event}
             and error is null`);
      }
      const attempts: Body[] = await data("GET", `/v0/events/${event}/attempts`);
      expect(attempts.map(({ error }) => error)).toEqual(["refused", "refused: scheme", "timeout"]);
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
          insert into events.event (id, owner_id, type, object_id, sequence, streamed, no, created_at)
          select gen_random_uuid(), ${owner}, 'payment.completed', gen_random_uuid(), 1, false, -n, now()
            from generate_series(1, 1200) as n
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
});
