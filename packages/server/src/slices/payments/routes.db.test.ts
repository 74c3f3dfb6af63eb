import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CallbackHostClaimed } from "#events";
import type { Caller } from "#kernel/caller.ts";
import { sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { sampleApp } from "#service/testing/app.harness.ts";
import { fails, holds, pays } from "#slices/lightning/testing/fake-plan.harness.ts";
import { english, message } from "#texts/reader.ts";
import { paymentRoutes } from "./routes.ts";
import { createWorld, type World } from "./testing/world.harness.ts";

type Answer = Pick<Awaited<ReturnType<Api["inject"]>>, "statusCode" | "headers" | "json" | "body">;
type Page = { readonly data: { readonly id: string }[]; readonly next_cursor: string | null };

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

onDatabase("the routes of payments", (database) => {
  let app: Api;
  let world: World;
  const callers = new Map<string, Caller>();

  beforeAll(async () => {
    world = createWorld(database());
    callers.set("payer", await world.project("payer", sats(1_000_000n)));
    callers.set("rival", await world.project("rival", sats(1_000n)));
    app = await sampleApp({
      ...world.drive,
      log: createLog({ level: "silent", pretty: false }),
      authenticate: async (key) => callers.get(key),
      routes: [paymentRoutes(world.pay)],
    });
  });
  afterAll(() => app.close());

  const ask = (request: InjectOptions, apikey: string): Promise<Answer> =>
    app.inject({ ...request, headers: { apikey, ...request.headers } }).then((answer) => answer);
  const get = (url: string, apikey = "payer") => ask({ method: "GET", url }, apikey);
  const post = async (payload: object | string, headers: Record<string, string> = {}) => {
    const answer = await ask(
      {
        method: "POST",
        url: "/v0/ln-address/send-payment",
        headers: { "content-type": "application/json", ...headers },
        payload,
      },
      "payer",
    );
    await world.settled();
    return answer;
  };
  const draft = () => ({ lnAddress: world.recipient("shop"), amount: "100000" });

  it("answer a payment with every field of the interface", async () => {
    world.node.plan = pays();
    const response = await post({
      ...draft(),
      comment: "fish",
      internalId: "4711",
      callbackUrl: "https://shop.example/paid",
    });
    expect(response.statusCode).toBe(200);
    const { success, message, data } = response.json();
    expect({ success, message }).toEqual({ success: true, message: "Payment done." });
    expect(data).toEqual({
      id: expect.stringMatching(UUID),
      fee: "1500",
      unit: "msats",
      amount: "100000",
      invoice: expect.stringMatching(/^lnbcrt1u1/),
      preimage: expect.stringMatching(/^[0-9a-f]{64}$/),
      walletId: callers.get("payer")?.wallet.id,
      transactionId: expect.stringMatching(UUID),
      lnAddress: "shop@example.com",
      callbackUrl: "https://shop.example/paid",
      internalId: "4711",
      comment: "fish",
      processedAt: expect.stringMatching(TIME),
      createdAt: expect.stringMatching(TIME),
      status: "completed",
    });
    const [payment] = await database().db.query<{ hash: string }>(sql`
      select encode(payment_hash, 'hex') as hash from payments.payment where id = ${data.id}`);
    expect((await get(`/v0/payments/${data.id}`)).json().data).toEqual(data);
    expect((await get(`/v0/payments/${payment?.hash}`)).json().data).toEqual(data);
    expect((await get("/v0/payments?format=csv")).body).toContain(`,${data.invoice}\r\n`);
  });

  it("hide a payment from other projects, and say so as for one that does not exist", async () => {
    const { data } = (await post(draft())).json();
    const answers = await Promise.all([
      get(`/v0/payments/${data.id}`, "rival"),
      get("/v0/payments/0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718"),
      get("/v0/payments/nonsense"),
    ]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json().error.code).toBe("payment_not_found");
    }
  });

  it("answer a failed payment with 400, its code, and the payment in data", async () => {
    world.node.plan = fails("no_route");
    const response = await post(draft());
    world.node.plan = pays();
    expect(response.statusCode).toBe(400);
    expect(response.headers["x-should-retry"]).toBe("false");
    expect(response.json()).toMatchObject({
      success: false,
      error: { code: "no_route", request_id: expect.any(String) },
      data: { status: "failed", fee: "0", failure: { code: "no_route" }, processedAt: expect.stringMatching(TIME) },
    });
  });

  it("answer a payment whose invoice is taken or paid as any failed one, and so when it is asked for again", async () => {
    const { text } = world.invoice({ amount: sats(100n) });
    const lnAddress = world.recipient("same", { invoice: () => ({ pr: text }) });
    const same = { lnAddress, amount: "100000" };
    const gate = Promise.withResolvers<void>();
    world.node.plan = async () => {
      await gate.promise;
      return pays();
    };
    const first = ask(
      {
        method: "POST",
        url: "/v0/ln-address/send-payment",
        headers: { "content-type": "application/json" },
        payload: same,
      },
      "payer",
    );
    const before = world.node.requests.length;
    await expect.poll(() => world.node.requests).toHaveLength(before + 1);
    const inUse = await ask(
      {
        method: "POST",
        url: "/v0/ln-address/send-payment",
        headers: { "content-type": "application/json", "idempotency-key": "in-use" },
        payload: same,
      },
      "payer",
    );
    gate.resolve();
    expect((await first).statusCode).toBe(200);
    const paid = await post(same);
    const again = await post(same, { "idempotency-key": "in-use" });
    world.node.plan = pays();

    const failures = [inUse, paid, again].map((answer) => [answer.statusCode, answer.json().error.code]);
    expect(failures).toEqual([
      [400, "invoice_in_use"],
      [400, "invoice_already_paid"],
      [400, "invoice_in_use"],
    ]);
    for (const answer of [inUse, paid, again]) {
      expect(answer.headers["x-should-retry"]).toBe("false");
      expect(answer.json().data).toMatchObject({ status: "failed", failure: { code: answer.json().error.code } });
    }
  });

  it("answer a payment under way as processing, and list what there is, newest first", async () => {
    world.node.plan = holds();
    const response = await post(draft(), { prefer: "wait=0" });
    await world.settled(); // the node has it
    world.node.plan = pays();
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      message: "Payment is processing.",
      data: { status: "processing", fee: "0", processedAt: null, preimage: null },
    });

    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: Page = (await get(`/v0/payments?limit=2${cursor && `&cursor=${cursor}`}`)).json();
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(seen[0]).toBe(response.json().data.id);
    expect([...seen].sort().reverse()).toEqual(seen);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it("stop waiting for a payment whose caller has hung up, and the payment goes on", async () => {
    const { waiters } = world.pay;
    let waiting = 0;
    world.pay.waiters = {
      ...waiters,
      async wait(...wait) {
        waiting += 1;
        await waiters.wait(...wait);
        waiting -= 1;
      },
    };
    const taken = Promise.withResolvers<void>();
    world.node.plan = async () => {
      await taken.promise;
      return pays();
    };
    const url = `${await app.listen({ port: 0, host: "127.0.0.1" })}/v0/ln-address/send-payment`;
    const hangUp = new AbortController();
    const answer = fetch(url, {
      method: "POST",
      headers: { apikey: "payer", "content-type": "application/json", prefer: "wait=60" },
      body: JSON.stringify({ ...draft(), internalId: "left alone" }),
      signal: hangUp.signal,
    });
    answer.catch(() => undefined);
    await expect.poll(() => waiting).toBe(1);

    hangUp.abort();

    await expect(answer).rejects.toThrow();
    await expect.poll(() => waiting).toBe(0);
    await machineClock.sleep(100); // it would have waited again
    expect(waiting).toBe(0);
    taken.resolve();
    await world.settled();
    world.node.plan = pays();
    world.pay.waiters = waiters;
    const [newest] = (await get("/v0/payments?limit=1")).json().data;
    expect(newest).toMatchObject({ internalId: "left alone", status: "completed" });
  });

  it("say of a payment that is processing why it is, when it is checked next, and when it is finished at the latest", async () => {
    world.node.plan = holds();
    const { driver } = world.pay;
    const accepted = (await post(draft(), { prefer: "wait=0" })).json().data;
    await world.settled(); // the node has it
    world.pay.driver = undefined;
    const waiting = (await post(draft(), { prefer: "wait=0" })).json().data;
    world.pay.driver = driver;
    world.node.plan = pays();
    const detailOf = async ({ id }: { id: string }) => (await get(`/v0/payments/${id}`)).json().data.statusDetail;

    const nextCheckAt = expect.stringMatching(TIME);
    const asking = { code: "asking_recipient", reason: english(message("progress_pay_why_asking_recipient")) };
    expect(accepted.statusDetail).toEqual({ ...asking, nextCheckAt, finishedBy: null });
    expect(await detailOf(accepted)).toEqual({
      code: "held",
      reason: english(message("progress_pay_why_held")),
      nextCheckAt,
      finishedBy: nextCheckAt,
    });
    const week = 1_008 * 10 * 60_000;
    expect(Date.parse((await detailOf(accepted)).finishedBy)).toBeGreaterThan(Date.now() + week - 60_000);
    expect(await detailOf(waiting)).toEqual({ ...asking, nextCheckAt, finishedBy: null });
    const { capabilities } = world.pay;
    world.pay.capabilities = { ...capabilities, cltvLimit: false };
    expect((await detailOf(accepted)).finishedBy, "the node keeps no CLTV limit").toBe(null);
    world.pay.capabilities = capabilities;
    expect(Date.parse((await detailOf(waiting)).nextCheckAt)).toBeGreaterThan(Date.now() - 5_000);

    await database().admin.query(sql`
      update payments.payment
         set status_reason = 'paused'
       where id = ${waiting.id}`);
    expect(await detailOf(waiting)).toMatchObject({
      code: "paused",
      reason: english(message("progress_pay_why_paused")),
    });
  });

  it("answer a repeated key with the same payment, also a failed one, and 422 for another body", async () => {
    const key = { "idempotency-key": "order-9" };
    world.node.plan = fails("recipient_rejected");
    const first = await post({ ...draft(), amount: "1000" }, key);
    world.node.plan = pays();
    const second = await post({ ...draft(), amount: 1000 }, key);
    const other = await post({ ...draft(), amount: "1001" }, key);

    expect([first.statusCode, second.statusCode, other.statusCode]).toEqual([400, 400, 422]);
    expect(second.headers["idempotent-replayed"]).toBe("true");
    expect(second.json().data).toEqual(first.json().data);
    expect(other.json().error.code).toBe("idempotency_mismatch");
  });

  it("list the payments of an internalId, a status and a time", async () => {
    world.node.plan = pays();
    const done = (await post({ ...draft(), internalId: "filtered" })).json().data;
    await machineClock.sleep(2); // times are whole milliseconds
    world.node.plan = fails();
    const failed = (await post({ ...draft(), internalId: "filtered" })).json().data;
    world.node.plan = holds();
    const open = (await post({ ...draft(), internalId: "filtered" }, { prefer: "wait=0" })).json().data;
    const listed = async (query: string): Promise<Page> => (await get(`/v0/payments?${query}`)).json();
    const found = async (query: string) => (await listed(query)).data.map(({ id }) => id);

    expect(await found("internalId=filtered")).toEqual([open.id, failed.id, done.id]);
    expect(await found("internalId=filtered&status=failed")).toEqual([failed.id]);
    expect(await found("internalId=filtered&status=processing")).toEqual([open.id]);
    expect(await found(`from=${failed.createdAt}`)).toEqual([open.id, failed.id]);
    expect(await found(`internalId=filtered&to=${failed.createdAt}`)).toEqual([done.id]);
    expect((await found(`to=${failed.createdAt}`))[0]).toBe(done.id);
    expect((await get("/v0/payments?internalId=filtered", "rival")).json().data).toEqual([]);
    for (const query of ["status=pending", "internalId=", "from=today"])
      expect((await get(`/v0/payments?${query}`)).json().error.details[0].field).toBe(query.split("=")[0]);
  });

  it("refuse a callback to a host that another project has claimed, and answer what a key made before that", async () => {
    world.node.plan = pays();
    const body = { ...draft(), callbackUrl: "https://rival.example/paid" };
    const headers = { "idempotency-key": "callback" };
    const made = (await post(body, headers)).json().data;
    world.pay.checkCallback = async (_caller, url) =>
      url ? new CallbackHostClaimed("callbackUrl", "rival.example") : undefined;
    const refused = await post(body);
    expect([refused.statusCode, refused.json().error.code, refused.json().data]).toEqual([
      400,
      "callback_host_claimed",
      undefined,
    ]);
    expect((await post(body, headers)).json().data).toEqual(made);
    world.pay.checkCallback = async () => undefined;
  });

  it("say what the wallet can give and what was needed", async () => {
    const response = await post({ ...draft(), amount: "99999999999" });
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toMatchObject({
      code: "insufficient_funds",
      details: [{ field: "available" }, { field: "needed", issue: "100999999999" }],
    });
  });

  const amounts = [
    '""',
    '"0"',
    '"-1"',
    '"+1"',
    '"01"',
    '" 1"',
    '"1\\n"',
    '"1.0"',
    '"1e3"',
    '"0x10"',
    '"１"',
    '"9223372036854775808"',
    `"${"9".repeat(100)}"`,
    "true",
    "null",
    "[]",
    "{}",
    "1.0",
    "1e3",
    "0",
    "-1",
    "9007199254740993",
    "2100000000000000001",
  ];

  it.each(amounts)("refuse the amount %s before anything is written", async (amount) => {
    const before = await world.balance(callers.get("payer") as Caller);
    const response = await post(`{"lnAddress":"${draft().lnAddress}","amount":${amount}}`);
    expect(response.statusCode).toBe(400);
    expect(response.json().error.code).toBe("invalid_amount");
    expect(await world.balance(callers.get("payer") as Caller)).toBe(before);
  });

  const bodies: [string, string, number, string][] = [
    ["an address without host", '{"lnAddress":"shop","amount":"1"}', 400, "invalid_input"],
    ["no address", '{"amount":"1"}', 400, "invalid_input"],
    ["a NUL", '{"lnAddress":"shop@example.com","amount":"1","comment":"a\\u0000b"}', 400, "invalid_json"],
    ["a lone surrogate", '{"lnAddress":"shop@example.com","amount":"1","comment":"\\ud800"}', 400, "invalid_json"],
    ["a key twice", '{"lnAddress":"shop@example.com","amount":"1","amount":"2"}', 400, "invalid_json"],
    ["__proto__", '{"lnAddress":"shop@example.com","amount":"1","__proto__":{}}', 400, "invalid_json"],
    [
      "a callback that is no web address",
      '{"lnAddress":"a@b.example","amount":"1","callbackUrl":"file:///etc"}',
      400,
      "invalid_input",
    ],
    [
      "20,000 levels",
      `{"lnAddress":"a@b.example","amount":"1","x":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
      400,
      "invalid_json",
    ],
    ["70 KB", `{"lnAddress":"a@b.example","amount":"1","comment":"${"x".repeat(70_000)}"}`, 413, "body_too_large"],
  ];

  it.each(bodies)("refuse a body with %s", async (_what, body, status, code) => {
    const response = await post(body);
    expect([response.statusCode, response.json().error.code]).toEqual([status, code]);
    expect(response.json()).toMatchObject({ success: false, message: expect.any(String) });
  });

  it("echo an empty optional text as an empty text", async () => {
    const { data } = (await post({ ...draft(), comment: "", internalId: "", callbackUrl: "" })).json();
    expect(data).toMatchObject({ comment: "", internalId: "", callbackUrl: "", status: "completed" });
  });
});
