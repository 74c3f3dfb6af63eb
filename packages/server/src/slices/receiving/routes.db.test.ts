import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CallbackCheck, CallbackHostClaimed } from "#events";
import type { Caller } from "#kernel/caller.ts";
import { msats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { sampleApp } from "#service/testing/app.harness.ts";
import { createFakeNode, type FakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { walletRoutes } from "#slices/wallets/routes.ts";
import { creditReceipt } from "./credit/credit-receipt.ts";
import { chargeRoutes } from "./routes.ts";
import { findChargeByHash } from "./store/charges.ts";
import { creditDeps, givenCaller, random } from "./testing/receiving.harness.ts";

/** What a test reads of an answer. */
type Answer = Pick<Awaited<ReturnType<Api["inject"]>>, "statusCode" | "headers" | "json">;
type Page = { readonly data: { readonly id: string }[]; readonly next_cursor: string | null };

onDatabase("the routes of charges and wallet", (database) => {
  let app: Api;
  let node: FakeNode;
  /** A host that is refused. */
  let ownedBy: string | undefined;
  const callers = new Map<string, Caller>();

  beforeAll(async () => {
    callers.set("shop", await givenCaller(database()));
    callers.set("rival", await givenCaller(database()));
    node = createFakeNode({ clock: machineClock });
    const checkCallback: CallbackCheck = async (_caller, url = "") =>
      ownedBy !== undefined && url.includes(ownedBy) ? new CallbackHostClaimed("callbackUrl", ownedBy) : undefined;
    const deps = {
      ...creditDeps(database()),
      db: database().db,
      node,
      checkCallback,
      receivable: () => msats(50_000_000n),
    };
    app = await sampleApp({
      random,
      authenticate: async (key) => callers.get(key),
      routes: [chargeRoutes(deps), walletRoutes(deps)],
    });
  });
  afterAll(() => app.close());

  const ask = (request: InjectOptions, apikey: string): Promise<Answer> =>
    app.inject({ ...request, headers: { apikey, ...request.headers } }).then((answer) => answer);
  const get = (url: string, apikey = "shop") => ask({ method: "GET", url }, apikey);
  const post = (payload: object, headers: Record<string, string> = {}) =>
    ask({ method: "POST", url: "/v0/charges", headers, payload }, "shop");
  const draft = { amount: "10000", description: "an order" };
  const pay = async (id: string, amount: bigint) => {
    const [paymentHash] = [...node.receiving.invoices.keys()].slice(-1).map((text) => Buffer.from(text, "hex"));
    const charge = paymentHash && (await findChargeByHash(database().db, paymentHash));
    if (charge?.id !== id) throw new Error("not the last charge");
    const receipt = { paymentHash: charge.paymentHash, amount: msats(amount), cost: msats(0n), settledAt: new Date() };
    await creditReceipt(creditDeps(database()), receipt, undefined);
  };

  it("make a charge with every field that clients know", async () => {
    const callbackUrl = "https://shop.example/paid";
    const response = await post({ ...draft, expiresIn: 300, internalId: "4711", callbackUrl });

    expect(response.statusCode).toBe(200);
    const { success, message, data } = response.json();
    expect({ success, message }).toEqual({ success: true, message: "Charge created." });
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      unit: "msats",
      amount: "10000",
      description: "an order",
      status: "pending",
      invoice: { request: expect.stringMatching(/^lnbcrt1/), uri: `lightning:${data.invoice.request}` },
      received: "0",
      walletId: callers.get("shop")?.wallet.id,
      staticChargeId: null,
      comment: null,
      payerData: null,
      callbackUrl,
      internalId: "4711",
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      expiresAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      confirmedAt: null,
    });
    expect(Math.round((Date.parse(data.expiresAt) - Date.parse(data.createdAt)) / 10_000)).toBe(30);
  });

  it("warn of an amount that the node's channels could not receive now, and make the charge", async () => {
    const warned = await post({ ...draft, amount: "50000001", colour: "red" });
    expect(warned.statusCode).toBe(200);
    expect(warned.json().warnings).toMatchObject([{ field: "colour" }, { field: "amount" }]);
    expect(warned.json().warnings[1].issue).toContain("50000000 msats");
    expect((await post({ ...draft, amount: "50000000" })).json()).not.toHaveProperty("warnings");
  });

  it("answer null for what was left out, and echo an empty text", async () => {
    const { data } = (await post({ ...draft, internalId: "", callbackUrl: null })).json();
    expect(data).toMatchObject({ internalId: "", callbackUrl: null });
  });

  it("show a paid charge as completed and its money in the wallet", async () => {
    const before = BigInt((await get("/v0/wallet")).json().data.balance);
    const { data } = (await post(draft)).json();
    await pay(data.id, 12_000n);

    expect((await get(`/v0/charges/${data.id}`)).json()).toMatchObject({
      success: true,
      data: { status: "completed", amount: "10000", received: "12000", confirmedAt: expect.any(String) },
    });
    expect((await get("/v0/wallet")).json()).toEqual({
      success: true,
      data: { unit: "msats", balance: String(before + 12_000n) },
      message: "Wallet found.",
    });
  });

  it("answer a repeated key with the same charge and say so", async () => {
    const headers = { "idempotency-key": "once" };
    const first = await post(draft, headers);
    const second = await post({ ...draft, amount: 10_000 }, headers);

    expect(second.json()).toEqual(first.json());
    expect(first.headers["idempotent-replayed"]).toBeUndefined();
    expect(second.headers["idempotent-replayed"]).toBe("true");
    const mismatch = await post({ ...draft, amount: "10001" }, headers);
    expect([mismatch.statusCode, mismatch.json().error.code]).toEqual([422, "idempotency_mismatch"]);
  });

  it("list the project's charges page by page, newest first, and nobody else's", async () => {
    const made: string[] = [];
    for (let i = 0; i < 5; i++) made.unshift((await post(draft)).json().data.id);

    const listed: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null && listed.length < made.length) {
      const page: Page = (await get(`/v0/charges?limit=2${cursor && `&cursor=${cursor}`}`)).json();
      listed.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(listed.slice(0, 5)).toEqual(made);
    expect((await get("/v0/charges", "rival")).json()).toMatchObject({ data: [], next_cursor: null });
  });

  it("list the charges of an internalId, a status and a time, page by page", async () => {
    const made: string[] = [];
    for (let i = 0; i < 3; i++) made.unshift((await post({ ...draft, internalId: "same" })).json().data.id);
    await machineClock.sleep(2); // times are whole milliseconds
    const paid = (await post({ ...draft, internalId: "paid" })).json().data;
    await pay(paid.id, 10_000n);
    const found = async (query: string) => {
      const page: Page = (await get(`/v0/charges?${query}`)).json();
      return page.data.map(({ id }) => id);
    };

    expect(await found("internalId=same")).toEqual(made);
    const first: Page = (await get("/v0/charges?internalId=same&limit=2")).json();
    expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 2));
    expect(await found(`internalId=same&limit=2&cursor=${first.next_cursor}`)).toEqual(made.slice(2));
    expect(await found("internalId=same&status=completed")).toEqual([]);
    expect(await found("internalId=paid&status=completed")).toEqual([paid.id]);
    expect((await found("status=completed"))[0]).toBe(paid.id);
    expect(await found("status=pending")).not.toContain(paid.id);
    expect(await found(`from=${paid.createdAt}`)).toEqual([paid.id]);
    expect(await found(`to=${paid.createdAt}&internalId=paid`)).toEqual([]);
    expect((await found(`to=${paid.createdAt}`))[0]).toBe(made[0]);
    expect((await get("/v0/charges?internalId=same", "rival")).json().data).toEqual([]);
  });

  it.each([
    "status=paid",
    "status=",
    "internalId=",
    `internalId=${"x".repeat(256)}`,
    "from=today",
    "to=2026-01-01",
    "since=1",
  ])("refuse the list with %s", async (query) => {
    const response = await get(`/v0/charges?${query}`);
    expect([response.statusCode, response.json().error.details[0].field]).toEqual([400, query.split("=")[0]]);
  });

  it("refuse a callback to a host that another project has claimed, and answer what a key made before that", async () => {
    const body = { ...draft, callbackUrl: "https://rival.example/paid" };
    const headers = { "idempotency-key": "callback" };
    const made = (await post(body, headers)).json().data;
    ownedBy = "rival.example";
    const invoices = node.receiving.invoices.size;
    const refused = await post(body);
    expect([refused.statusCode, refused.json().error.code]).toEqual([400, "callback_host_claimed"]);
    expect(node.receiving.invoices.size).toBe(invoices);
    expect((await post(body, headers)).json().data).toEqual(made);
    expect((await post({ ...draft, callbackUrl: "https://shop.example/" })).statusCode).toBe(200);
    ownedBy = undefined;
  });

  it("know no charge of another project, and none with an id that is none", async () => {
    const { data } = (await post(draft)).json();
    for (const [url, key] of [
      [`/v0/charges/${data.id}`, "rival"],
      [`/v0/charges/${random.uuid()}`, "shop"],
      ["/v0/charges/1", "shop"],
    ] as const) {
      const response = await get(url, key);
      expect([response.statusCode, response.json().error.code]).toEqual([404, "charge_not_found"]);
    }
  });

  it.each([
    "",
    "0",
    "-1",
    "+1",
    "01",
    " 1",
    "1\n",
    "1.0",
    "1e3",
    "0x10",
    "１",
    "9223372036854775808",
    true,
    null,
    [],
    {},
  ])("refuse the amount %j before an invoice is made", async (amount) => {
    const invoices = node.receiving.invoices.size;
    const response = await post({ ...draft, amount });
    expect([response.statusCode, response.json().error.code]).toEqual([400, "invalid_amount"]);
    expect(node.receiving.invoices.size).toBe(invoices);
  });

  it.each([
    [{ amount: "1" }, "description"],
    [{ ...draft, description: "€".repeat(214) }, "description"],
    [{ ...draft, expiresIn: 0 }, "expiresIn"],
    [{ ...draft, expiresIn: 1.5 }, "expiresIn"],
    [{ ...draft, expiresIn: 604_801 }, "expiresIn"],
    [{ ...draft, callbackUrl: "ftp://shop.example" }, "callbackUrl"],
    [{ ...draft, callbackUrl: "not an address" }, "callbackUrl"],
    [{ ...draft, callbackUrl: `https://shop.example/${"x".repeat(2_048)}` }, "callbackUrl"],
    [{ ...draft, internalId: 7 }, "internalId"],
  ])("refuse %j and name the field", async (body, field) => {
    const response = await post(body);
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toMatchObject({ code: "invalid_input", details: [{ field }] });
  });

  it("answer 503 with a time to try again while the node is down", async () => {
    node.isDown = true;
    const response = await post(draft);
    node.isDown = false;
    expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, "5"]);
    expect(response.json().error.code).toBe("unavailable");
  });
});
