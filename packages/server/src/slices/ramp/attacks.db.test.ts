import { createHmac, timingSafeEqual } from "node:crypto";
import type { InjectOptions } from "fastify";
import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createPolicy } from "#platform/outbound/policy.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import type { User } from "#users";
import type { PaymentProcessor, ProcessorEvent } from "./model/ports.ts";
import { WebhookRefused } from "./model/processor-errors.ts";
import { tokenOf } from "./model/secrets.ts";
import type { Session } from "./model/session.ts";
import { checkoutRoutes, processorRoutes, sessionRoutes } from "./routes.ts";
import { updateUser } from "./store/sessions.ts";
import { givenRamp, random } from "./testing/ramp.harness.ts";
import { mac } from "./testing/ramp-routes.harness.ts";

const sign = (body: string) => createHmac("sha256", "whsec").update(body).digest("hex");

/** Of who calls webhooks. The second network is the service's own. */
const rules = createPolicy({ allow: ["127.0.0.1:9737"], ownAddresses: ["198.41.0.0/24"] });

/** As processors do: the signature is over the bytes. */
const readWebhook: PaymentProcessor["readWebhook"] = ({ body, headers }) => {
  const given = Buffer.from(String(headers["signature"] ?? ""));
  const expected = Buffer.from(createHmac("sha256", "whsec").update(body).digest("hex"));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new WebhookRefused();
  return JSON.parse(Buffer.from(body).toString()) as ProcessorEvent;
};

onDatabase("who attacks the on-ramp over HTTP", (database) => {
  async function given({ perAddress = 100_000 } = {}) {
    const ramp = await givenRamp(database());
    const processor = { ...ramp.cards.processor, readWebhook };
    const findTokenHolder = async () => undefined;
    const deps = {
      ...ramp.deps,
      mac,
      findTokenHolder,
      processor: () => processor,
      outlet: () => ({ kind: "mailbox" }) as const,
    };
    const stranger = await ramp.world.project("stranger", sats(1n));
    const callers = new Map<string, Caller>([
      ["shop", ramp.caller],
      ["stranger", stranger],
    ]);
    const app = await sampleApp({
      authenticate: async (key) => callers.get(key),
      rateLimits: { perKey: 100_000, perAddress },
      routes: [sessionRoutes({ ...deps, outbound: rules }), checkoutRoutes(deps), processorRoutes(deps)],
    });
    const send = async (options: InjectOptions) => {
      const answer = await ask(app, options);
      return { status: answer.statusCode, text: answer.body, headers: answer.headers, ...answer.json() };
    };
    const create = (payload: object, apikey = "shop") =>
      send({ method: "POST", url: "/api/v1/ramp-widget", payload, headers: { apikey } });
    const page = (id: string, path: string, { key, body }: { key?: string; body?: object | undefined }) =>
      send({
        method: path === "state" ? "GET" : "POST",
        url: `/ramp/${id}/api/${path}`,
        headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
        ...(body === undefined ? {} : { payload: body }),
      });
    /** A browser that has opened the session, whose person is proved. */
    const browser = async (session: Session, user?: User) => {
      const { data } = await page(session.id, "open", { body: { token: tokenOf(mac, session.id) } });
      const { id } = user ?? (await ramp.person(session.email));
      await updateUser(database().db, session.id, id);
      const key: string = data.page_key;
      return { key, on: (path: string, body?: object) => page(session.id, path, { key, body }) };
    };
    const message = (body: string, signature: string, name = "test") =>
      send({
        method: "POST",
        url: `/ramp/webhooks/${name}`,
        payload: body,
        headers: { "content-type": "application/json", signature },
      });
    return { ...ramp, app, send, create, page, browser, message };
  }

  const request = () => ({ email: `a-${random.uuid()}@example.com`, webhook_url: "https://shop.example/hook" });

  it("gets nothing from messages that are forged, changed, empty or for another processor", async () => {
    const { begun, stateOf, message, later } = await given();
    const bought = await begun();
    const subject = { kind: "payment", reference: `pay_${bought.id}` };
    const body = JSON.stringify({ id: "evt_1", type: "payment.authorized", subject });
    for (const [text, signature] of [
      [body, ""],
      [body, sign("another")],
      [`${body} `, sign(body)],
      ["", sign(body)],
    ] as const) {
      const { status, error } = await message(text, signature);
      expect([status, error.code]).toEqual([400, "webhook_refused"]);
    }
    expect((await message(body, sign(body), "stripe")).status).toBe(404);
    await later();
    expect(await stateOf(bought)).toBe("requires_payment");
  });

  it("gets nothing from true messages that are replayed, or say what the processor does not", async () => {
    const { begun, reread, stateOf, message, later, cards, sold, breaches } = await given();
    const bought = await begun();
    const { version } = bought;
    const subject = { kind: "payment", reference: `pay_${bought.id}` };
    for (const type of ["payment.authorized", "payment.captured", "refund.succeeded", "dispute.lost"]) {
      const body = JSON.stringify({ id: `evt_${type}_${bought.id}`, type, subject, state: "authorized" });
      for (let times = 0; times < 3; times += 1) expect((await message(body, sign(body))).status).toBe(200);
      expect(await reread(bought)).toMatchObject({ progress: { kind: "requires_payment" }, version });
      await later();
      expect(await stateOf(bought)).toBe("requires_payment");
    }
    const unknown = JSON.stringify({ id: "evt_2", type: "x", subject: { ...subject, reference: "pay_unknown" } });
    expect((await message(unknown, sign(unknown))).status).toBe(200);
    expect([cards.moved, await sold()]).toEqual([[], 0n]);
    expect(await breaches()).toEqual([]);
  });

  it("is told nothing with a wrong key, one of another session, or none; and soon nothing at all", async () => {
    const { session, browser, page } = await given({ perAddress: 12 });
    const [mine, theirs] = [await session(), await session()];
    const { key } = await browser(mine);
    const statuses: string[] = [];
    for (const wrong of [undefined, key, `rsp_${"a".repeat(43)}`, tokenOf(mac, theirs.id)])
      for (const path of ["state", "quote", "pay", "cancel"]) {
        const { status, data, error } = await page(theirs.id, path, {
          ...(wrong === undefined ? {} : { key: wrong }),
          body:
            path === "quote" ? { amount: "25", currency: "EUR" } : path === "pay" ? { purchase_id: "x" } : undefined,
        });
        statuses.push(`${status} ${error.code}`);
        expect(data ?? null).toBeNull();
      }
    expect(new Set(statuses)).toEqual(new Set(["401 ramp_page_key_invalid", "429 rate_limited"]));
    expect(statuses.at(-1)).toBe("429 rate_limited");
    expect((await page(mine.id, "state", { key })).status).toBe(200);
  });

  it("cannot open a session with a stolen token after its person, nor with a token for another id", async () => {
    const { session, browser, page } = await given();
    const [mine, theirs] = [await session(), await session()];
    await browser(mine);
    const open = async (id: string, token: unknown) => (await page(id, "open", { body: { token } })).error.code;
    expect(await open(mine.id, tokenOf(mac, mine.id))).toBe("ramp_session_in_use");
    expect(await open(theirs.id, tokenOf(mac, mine.id))).toBe("ramp_session_not_found");
    expect(await open(random.uuid(), tokenOf(mac, mine.id))).toBe("ramp_session_not_found");
    expect(await open("no-id", tokenOf(mac, mine.id))).toBe("ramp_session_not_found");
    for (const token of ["x".repeat(201), 7, null, ["a"]]) expect(await open(theirs.id, token)).toBe("invalid_input");
  });

  it("cannot swap destination, price or amount: bodies have no say in them", async () => {
    const { session, browser, reread, lnAddress } = await given();
    const { on } = await browser(await session());
    for (const amount of ["-5", "0", "1e3", "25.001", "5,00", 25, "99999999999"])
      expect([amount, (await on("quote", { amount, currency: "EUR" })).status]).toEqual([amount, 400]);
    for (const currency of ["BTC", "eur", "", "ZZZ"])
      expect((await on("quote", { amount: "25", currency })).status).toBe(400);
    const more = { destination: "thief@example.com", fee: "0", price: "1", amount_msats: "1", user_id: random.uuid() };
    const quoted = await on("quote", { amount: "25.00", currency: "EUR", ...more });
    const { id } = quoted.data.purchase;
    const before = await reread({ id });
    expect(before).toMatchObject({ destination: lnAddress, quote: { source: 2_500n, fee: 50n, amount: 26_630_000n } });
    const paid = await on("pay", { purchase_id: id, ...more, amount: "1.00", quote_expires_at: "2999-01-01" });
    expect(paid.data.page).toEqual({ kind: "sandbox", reference: `pay_${id}` });
    const after = await reread({ id });
    expect([after.destination, after.quote]).toEqual([before.destination, before.quote]);
  });

  it("cannot pay for the purchase of another session", async () => {
    const { session, browser, quoted, stateOf } = await given();
    const theirs = await quoted();
    const { on } = await browser(await session());
    for (const purchase_id of [theirs.id, random.uuid(), "x"])
      expect((await on("pay", { purchase_id })).error.code).toBe("purchase_not_found");
    expect((await on("cancel")).error.code).toBe("purchase_not_found");
    expect(await stateOf(theirs)).toBe("quoted");
  });

  it("that tries out cards is told when to try again, and somebody who was rejected whom to ask", async () => {
    const { session, browser, begun, opened, person, cards, later, stateOf } = await given();
    const user = await person();
    const bought = await begun(await opened({}, { user }));
    cards.say(bought.id, { declines: 3, declined: "the card was declined" });
    await later();
    expect(await stateOf(bought)).toBe("failed");
    const { on } = await browser(await session({ email: user.email }), user);
    const quoted = await on("quote", { amount: "25.00", currency: "EUR" });
    const paid = await on("pay", { purchase_id: quoted.data.purchase.id });
    expect([paid.status, paid.error.code]).toEqual([429, "ramp_cards_declined"]);
    expect(Number(paid.headers["retry-after"])).toBeGreaterThan(3_500);
    await database().admin.query(sql`
      insert into ramp.customer (user_id, identity, changed_at)
      values (${user.id}, 'rejected', now())`);
    const refused = await on("quote", { amount: "25.00", currency: "EUR" });
    expect([refused.status, refused.error.code, (await on("state")).data.step]).toEqual([
      ...[403, "ramp_person_refused", "refused"],
    ]);
  });

  it("cannot reach a prototype, send too much, or use another method", async () => {
    const { send, session, page } = await given();
    const json = { apikey: "shop", "content-type": "application/json" };
    const post = (payload: string) => send({ method: "POST", url: "/api/v1/ramp-widget", payload, headers: json });
    const inMetadata = (text: string) => post(JSON.stringify({ ...request(), metadata: 0 }).replace(/0}$/, `${text}}`));
    for (const text of [
      '{"__proto__":{"admin":true}}',
      '{"constructor":{"prototype":{}}}',
      '{"a":"\\u0000"}',
      '{"a":"\\ud800"}',
    ])
      expect([text, (await inMetadata(text)).status]).toEqual([text, 400]);
    expect((await post(`{"email":"${"a".repeat(2_000_000)}"}`)).status).toBe(413);
    expect((await inMetadata(JSON.stringify({ a: "x".repeat(4_090) }))).error.details[0].field).toBe("metadata");
    expect((await inMetadata(JSON.stringify({ a: "x".repeat(4_000) }))).status).toBe(200);
    for (const text of ["[1]", '"a"', "7"]) expect((await inMetadata(text)).status).toBe(400);
    const { id } = await session();
    for (const method of ["PUT", "DELETE", "PATCH"] as const)
      for (const url of ["/api/v1/ramp-widget", `/ramp/${id}/api/state`, "/ramp/webhooks/test"])
        expect([404, 405]).toContain((await send({ method, url, headers: { apikey: "shop" } })).status);
    expect((await page(id, "open", {})).status).toBe(400);
  });

  it("is refused with the names of the interface, and `data: null`", async () => {
    const { create } = await given({ perAddress: 4 });
    const codeOf = async (payload: object, key?: string) => {
      const { status, error, data, success } = await create(payload, key);
      expect([success, data]).toEqual([false, null]);
      return `${status} ${error.code}`;
    };
    for (const email of ["", "alice", "alice@localhost", "a@b@example.com", "alice@example.com\r\nBcc: x@example.com"])
      expect([email, await codeOf({ ...request(), email })]).toEqual([email, "400 INVALID_EMAIL"]);
    for (const webhook_url of [
      ...["", "http://shop.example/hook", "ftp://shop.example", "https://user:password@shop.example/", "shop.example"],
      ...["https://shop.example:8443/", "https://shop.example/#fragment", "javascript:alert(1)"],
      ...["https://127.0.0.1/", "https://2130706433/", "https://10.0.0.5/hook", "https://169.254.169.254/"],
      ...["https://[::1]/", "https://[::ffff:10.0.0.1]/", "https://198.41.0.4/", "http://127.0.0.1:9738/"],
    ])
      expect([webhook_url, await codeOf({ ...request(), webhook_url })]).toEqual([
        webhook_url,
        "400 INVALID_WEBHOOK_URL",
      ]);
    const { error } = await create({ ...request(), webhook_url: "https://127.0.0.1/" });
    expect(error.details).toEqual([{ field: "webhook_url", issue: "must be at a host on the public internet" }]);
    expect(await codeOf({ webhook_url: "https://shop.example/" })).toBe("400 INVALID_EMAIL");
    const refused: string[] = [];
    for (let times = 0; times < 6; times += 1) refused.push(await codeOf(request(), "nobody"));
    expect(new Set(refused)).toEqual(new Set(["401 UNAUTHORIZED", "429 RATE_LIMITED"]));
  });

  it("is called back at public addresses, at pairs that the operator allows, and at names wherever they lead", async () => {
    const { create } = await given();
    for (const webhook_url of ["https://9.9.9.9/hook", "http://127.0.0.1:9737/hook", "https://localhost/hook"])
      expect([webhook_url, (await create({ ...request(), webhook_url })).status]).toEqual([webhook_url, 200]);
  });

  it("that is another project learns nothing of a session", async () => {
    const { create, send } = await given();
    const made = (await create(request())).data;
    const asked = (path: string, method: "GET" | "POST", apikey: string) =>
      send({ method, url: `/api/v1/ramp-widget${path}`, headers: { apikey } });
    for (const [path, method] of [
      [`/${made.session_id}`, "GET"],
      [`/${made.session_id}/expire`, "POST"],
    ] as const) {
      const theirs = await asked(path, method, "stranger");
      const none = await asked(path.replace(made.session_id, random.uuid()), method, "stranger");
      expect([theirs.status, theirs.error.code, theirs.error.message]).toEqual([
        ...[none.status, none.error.code, none.error.message],
      ]);
    }
    expect((await asked("", "GET", "stranger")).data).toEqual([]);
    const mine = await asked(`/${made.session_id}`, "GET", "shop");
    expect(mine.data.state).toBe("open");
    expect(mine.text).not.toContain("rst_");
  });

  it("that has a page reads no webhook address, no metadata and nothing of another person on it", async () => {
    const { session, browser, quoted, people } = await given();
    const other = await quoted();
    const mine = await session({ metadata: { secret: "of-the-shop" }, referenceId: "order-of-the-shop" });
    const { on } = await browser(mine);
    const answers = [
      await on("state"),
      await on("quote", { amount: "25", currency: "EUR" }),
      await on("identity"),
      await on("code/check", { code: "00000000" }),
    ];
    people.say({ state: "waiting", reason: undefined });
    for (const { text, headers } of answers) {
      for (const secret of ["shop.example/hook", "of-the-shop", other.id, other.userId, "rst_", "rsp_", "token_hash"])
        expect(text).not.toContain(secret);
      expect(headers["cache-control"]).toBe("no-store");
    }
  });
});
