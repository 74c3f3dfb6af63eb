import { describe, expect, it } from "vitest";
import type { Db } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { OutboundRefused } from "#platform/outbound/outbound.ts";
import { checkCallbacks } from "./hosts/check-callback.ts";
import { type Answer, type Body, eventsApi } from "./testing/events-api.harness.ts";

onDatabase("the routes of callback hosts", (database) => {
  const {
    ask,
    data,
    outbound,
    shop,
    hostCache,
    freshKey,
    callerOf,
    givenProject,
    givenEndpoint,
    givenEvent,
    deliveriesOf,
  } = eventsApi(database);

  describe("a callback host", () => {
    const hosts = "/v0/callback-hosts";
    const claim = (host: string, as = shop()) => data("POST", hosts, { host }, { as });
    const showToken = ({ challengeUrl, token }: { challengeUrl: string; token: string }) =>
      outbound.files.set(challengeUrl, `${token}\n`);
    const givenVerified = async (host: string, as = shop()) => {
      showToken(await claim(host, as));
      return data("POST", `${hosts}/${host}/verify`, undefined, { as });
    };
    let number = 0;
    const freshHost = () => `shop-${number++}-${shop().slice(-12)}.example`;

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
      expect(refused.body.message).toBe(`${challengeUrl} does not answer 200 with the token alone`);
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
      for (const as of [shop(), rival]) await claim(host, as);
      // Both files are there in turn: what is asked for first is the token of the first.
      const tokens = await Promise.all(
        [shop(), rival].map(async (as) => (await data("GET", hosts, undefined, { as }))[0].token),
      );
      const answers: Answer[] = [];
      for (const [i, as] of [shop(), rival].entries()) {
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

    it("that was given up is shown as it was to the same key alone, also when it was claimed anew", async () => {
      const host = freshHost();
      const verified = await givenVerified(host);
      const [key, rival] = [freshKey(), await givenProject()];
      const remove = (options: { key?: string; as?: string }) => ask("DELETE", `${hosts}/${host}`, undefined, options);
      expect((await remove({ key, as: rival })).code).toBe("callback_host_not_found");
      const first = await remove({ key });
      expect([first.replayed, first.body.data]).toEqual([false, verified]);
      const anew = await claim(host);
      const again = await remove({ key });
      expect([again.replayed, again.body.data]).toEqual([true, verified]);
      expect(await data("GET", hosts)).toEqual([anew]);
      expect((await remove({ key, as: rival })).code).toBe("callback_host_not_found");

      expect((await remove({ key: freshKey() })).body.data).toEqual(anew);
      const other = freshKey();
      expect((await remove({ key: other })).code).toBe("callback_host_not_found");
      const third = await claim(host);
      expect((await remove({ key: other })).body.data).toEqual(third); // the refusal left the key free
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
      const check = checkCallbacks({ hostCache: hostCache(), db: { ...database().db, query } });
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
});
