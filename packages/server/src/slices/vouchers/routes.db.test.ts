import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { decodeLnurl } from "#protocol/lnurl.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { withPolicy } from "#slices/payments/testing/key-policy.harness.ts";
import { lnurlRoutes, voucherRoutes } from "./routes.ts";
import { BASE_URL, givenVouchers, MOST, random } from "./testing/vouchers.harness.ts";

onDatabase("the API of vouchers and withdrawal requests", (database) => {
  async function given() {
    const vouchers = await givenVouchers(database());
    const { deps, issuer, taker } = vouchers;
    const callers = new Map<string, Caller>([
      ["issuer", issuer],
      ["taker", taker],
      ["reader", await withPolicy(database(), issuer, { scopes: ["read"] })],
      ["capped", await withPolicy(database(), issuer, { cap: sats(1_000n) })],
    ]);
    const app = await sampleApp({
      authenticate: async (key) => callers.get(key),
      routes: [voucherRoutes(deps), lnurlRoutes(deps)],
    });
    const post = async (url: string, payload: object, { as = "issuer", key = random.uuid() } = {}) => {
      const headers = { apikey: as, "content-type": "application/json", "idempotency-key": key };
      const answer = await ask(app, { method: "POST", url, payload, headers });
      return { status: answer.statusCode, headers: answer.headers, ...answer.json() };
    };
    const get = async (url: string, apikey = "issuer") =>
      (await ask(app, { method: "GET", url, headers: { apikey } })).json();
    /** As a wallet: without a key. */
    const scan = async (url: string) => (await ask(app, { method: "GET", url })).json();
    return { ...vouchers, post, get, scan };
  }

  it("answers a revoked voucher with the fields of the interface", async () => {
    const { post, get, issuer } = await given();
    const { data: made } = await post("/v0/create-voucher", { amount: "500000", description: "Thank you" });
    expect(made).toMatchObject({
      claimToken: expect.stringMatching(/^[\w-]{22}$/),
      claimUrl: `${BASE_URL}/claim#${made.claimToken}`,
      lnurl: expect.stringMatching(/^lnurl1/),
    });
    const { status, success, message, data } = await post("/v0/revoke-voucher", { code: made.code.toLowerCase() });
    expect([status, success, message]).toEqual([200, true, "Voucher revoked."]);
    expect(data).toMatchObject({
      id: made.id,
      code: made.code,
      amount: "500000",
      unit: "msats",
      description: "Thank you",
      redeemedAt: null,
      redeemedById: null,
      redeemedTransactionId: null,
      createdAt: made.createdAt,
      revokedAt: expect.any(String),
      revokedById: issuer.wallet.id,
      revokedTransactionId: expect.any(String),
    });
    expect((await get(`/v0/vouchers/${made.id}`)).data).toEqual(data);
    expect(data).not.toHaveProperty("claimToken");
    expect((await post("/v0/revoke-voucher", { code: made.code })).error.code).toBe("voucher_revoked");
    expect((await post("/v0/revoke-voucher", { code: made.code }, { as: "taker" })).status).toBe(404);
  });

  it("shares idempotency keys between the two paths, and shows the token once", async () => {
    const { post } = await given();
    const key = random.uuid();
    const first = await post("/v1/create-voucher", { amount: "500000" }, { key });
    const again = await post("/v0/create-voucher", { amount: 500_000 }, { key });
    expect([again.headers["idempotent-replayed"], again.data.id]).toEqual(["true", first.data.id]);
    expect([again.data.claimToken, again.data.claimUrl, again.data.lnurl]).toEqual([null, null, null]);
  });

  it("refuses a used key for the revocation of an unknown code, whatever else is wrong", async () => {
    const { post } = await given();
    const key = random.uuid();
    const { data: made } = await post("/v1/create-voucher", { amount: "500000" });
    await post("/v0/revoke-voucher", { code: made.code }, { key });
    for (const code of ["00000000", "no code"]) {
      const { status, error } = await post("/v0/revoke-voucher", { code }, { key });
      expect([status, error.code]).toEqual([422, "idempotency_mismatch"]);
      expect((await post("/v0/revoke-voucher", { code })).error.code).toBe("voucher_not_found");
    }
    const again = await post("/v0/revoke-voucher", { code: made.code }, { key });
    expect(again.headers["idempotent-replayed"]).toBe("true");
  });

  it("redeems with code and token into the wallet that asks", async () => {
    const { post, taker, balance } = await given();
    const { data: made } = await post("/v1/create-voucher", { amount: "500000" });
    const { code, claimToken } = made;
    expect((await post("/v0/redeem-voucher", { code }, { as: "taker" })).error.code).toBe("voucher_not_found");
    const { data } = await post("/v0/redeem-voucher", { code, claimToken }, { as: "taker" });
    expect(data).toMatchObject({ id: made.id, status: "redeemed", redeemedById: taker.wallet.id });
    expect(data).not.toHaveProperty("walletId");
    expect(await balance(taker)).toBe(500_000n);
  });

  it("takes a thousand vouchers in one body, lists them by page and status, and refuses one more", async () => {
    const { post, get } = await given();
    const description = "x".repeat(150);
    const vouchers = Array.from({ length: 1_000 }, () => ({ amount: "1000", description }));
    const { status, data } = await post("/v0/vouchers/batch", { vouchers });
    expect([status, data.length]).toEqual([200, 1_000]);
    await post("/v0/revoke-voucher", { code: data[0].code });
    const first = await get("/v0/vouchers?limit=100&status=open");
    const second = await get(`/v0/vouchers?limit=100&status=open&cursor=${first.next_cursor}`);
    expect(new Set([...first.data, ...second.data].map(({ id }: { id: string }) => id)).size).toBe(200);
    expect((await get("/v0/vouchers?status=revoked")).data).toHaveLength(1);
    expect((await post("/v0/vouchers/batch", { vouchers: [...vouchers, { amount: "1000" }] })).error.code).toBe(
      "invalid_input",
    );
    expect((await post("/v0/vouchers/batch", { vouchers: [] })).error.code).toBe("invalid_input");
  });

  it("names the voucher of a batch that is wrong, and what in it is not known", async () => {
    const { post, issuer, balance } = await given();
    const before = await balance(issuer);
    const good = { amount: "1000" };
    const batch = (vouchers: object[], as = "issuer") => post("/v0/vouchers/batch", { vouchers }, { as });
    const wrong = [good, { amount: "9007199254740992" }, { ...good, description: "x".repeat(151) }, { amount: "0" }];
    const { error } = await batch(wrong);
    expect(error.code).toBe("invalid_amount");
    expect(error.details).toEqual([
      { field: "vouchers.1.amount", issue: "must be at most 9007199254740991" },
      { field: "vouchers.2.description", issue: "must be at most 150 characters long" },
      { field: "vouchers.3.amount", issue: expect.any(String) },
    ]);
    const all = await batch(Array.from({ length: 1_000 }, () => ({ amount: "0" })));
    expect(all.error.details).toHaveLength(20);
    expect(all.message).toMatch(/; 997 more$/);
    expect(all.message.length).toBeLessThan(400);

    const capped = await batch([good, good, { amount: "1000001" }, { amount: "2000000" }], "capped");
    expect(capped).toMatchObject({ status: 403, error: { code: "over_key_cap" } });
    expect(capped.error.details).toMatchObject([{ field: "vouchers.2.amount" }]);
    const one = await post("/v0/create-voucher", { amount: "1000001" }, { as: "capped" });
    expect(one.error.details).toMatchObject([{ field: "amount" }]);
    expect(await balance(issuer)).toBe(before);

    const made = await batch([good, { ...good, colour: "red" }]);
    expect(made).toMatchObject({ status: 200, warnings: [{ field: "vouchers.1.colour" }] });
  });

  it("lists by internalId and time, vouchers and withdrawal requests each by themselves", async () => {
    const { post, get } = await given();
    for (const path of ["/v1/create-voucher", "/v0/withdrawal-requests"])
      for (const internalId of ["order-1", "order-2"]) await post(path, { amount: "20000", internalId });
    for (const path of ["/v0/vouchers", "/v0/withdrawal-requests"]) {
      const { data } = await get(`${path}?internalId=order-1`);
      expect(data.map(({ internalId }: { internalId: string }) => internalId)).toEqual(["order-1"]);
      const { createdAt } = data[0];
      expect((await get(`${path}?internalId=order-1&from=${createdAt}`)).data).toHaveLength(1);
      expect((await get(`${path}?internalId=order-1&to=${createdAt}`)).data).toEqual([]);
      expect((await get(`${path}?internalId=order-1`, "taker")).data).toEqual([]);
    }
  });

  it.each([
    ["/v1/create-voucher", { amount: "9007199254740992" }, "invalid_amount"],
    ["/v1/create-voucher", { amount: "0" }, "invalid_amount"],
    ["/v1/create-voucher", { amount: "1000", expiresIn: 0 }, "invalid_input"],
    ["/v1/create-voucher", { amount: "1000", expiresIn: 31_536_001 }, "invalid_input"],
    ["/v1/create-voucher", { amount: "1000", description: "x".repeat(151) }, "invalid_input"],
    ["/v0/withdrawal-requests", { amount: "0" }, "invalid_amount"],
    ["/v0/revoke-voucher", {}, "invalid_input"],
    ["/v0/revoke-voucher", { code: "no code" }, "voucher_not_found"],
  ])("refuses POST %s with %j", async (url, body, code) => {
    const { post } = await given();
    expect((await post(url, body)).error.code).toBe(code);
  });

  it.each(["reader", "capped"])(
    "does not show what takes the money of a withdrawal request to the key %s",
    async (as) => {
      const { post, get } = await given();
      const path = "/v0/withdrawal-requests";
      const key = random.uuid();
      const { data: made } = await post(path, { amount: "1000000" }, { key });
      const seen = [(await get(`${path}/${made.id}`, as)).data, ...(await get(path, as)).data];
      expect(seen).toEqual([
        { ...made, invoice: null },
        { ...made, invoice: null },
      ]);
      const [one, listed] = [await get(`${path}/${made.id}`), await get(path)];
      expect([one.data, listed.data]).toEqual([made, [made]]);

      const replayed = await post(path, { amount: "1000000" }, { as, key });
      expect([replayed.headers["idempotent-replayed"], replayed.data]).toEqual(["true", { ...made, invoice: null }]);
      expect((await post(path, { amount: "1000000" }, { key })).data).toEqual(made);
    },
  );

  it("answers a wallet in LNURL's own form whatever it asks, from any web page", async () => {
    const { issue, deps } = await given();
    const { token } = await issue();
    const app = await sampleApp({ rateLimits: { perKey: 1_000, perAddress: 4 }, routes: [lnurlRoutes(deps)] });
    const offer = `/v0/lnurl/withdraw/${token}`;
    const twice = `${offer}/callback?k1=a&k1=b&pr=c`;
    const reasons: string[] = [];
    for (const url of [offer, twice, `${offer}x${"x".repeat(64)}`, `${offer}/callback?k1=a&other=1`, offer, twice]) {
      const answer = await ask(app, { method: "GET", url });
      expect(answer.headers["access-control-allow-origin"]).toBe("*");
      const body = answer.json();
      expect(body).toMatchObject(reasons.length === 0 ? { tag: "withdrawRequest" } : { status: "ERROR" });
      expect(Object.keys(body).length > 2).toBe(reasons.length === 0);
      reasons.push(body.reason ?? body.tag);
    }
    expect(reasons.slice(3)).toEqual(["this link is not known", ...Array(2).fill(expect.stringMatching(/too many/))]);
  });

  it("shows a key with a policy what takes the money in the answer that creates the request", async () => {
    const { post } = await given();
    const { data } = await post("/v0/withdrawal-requests", { amount: "1000000" }, { as: "capped" });
    expect(data.invoice.request).toMatch(/^lnurl1/);
  });

  it("leads a wallet from the LNURL of a withdrawal request to its money, and shows what became of it", async () => {
    const { post, get, scan, world, later } = await given();
    const { data: made } = await post("/v0/withdrawal-requests", {
      amount: "1000000",
      description: "Prize",
      internalId: "7",
    });
    expect(made).toMatchObject({ status: "pending", fee: "0", internalId: "7", confirmedAt: null, paymentId: null });
    const { request, fastRequest, uri, fastUri } = made.invoice;
    expect([uri, fastUri]).toEqual([`lightning:${request}`, `lightning:${fastRequest}`]);

    const url = decodeLnurl(request);
    expect(url.href.startsWith(`${BASE_URL}/v0/lnurl/withdraw/`)).toBe(true);
    const offer = await scan(url.pathname);
    expect(offer).toMatchObject({ tag: "withdrawRequest", defaultDescription: "Prize", maxWithdrawable: 990_000 });
    const terms = Object.fromEntries(Object.entries(offer).map(([name, value]) => [name, String(value)]));
    expect(Object.fromEntries(decodeLnurl(fastRequest).searchParams)).toEqual(terms);

    const fast = decodeLnurl(fastRequest);
    expect(await scan(fast.pathname + fast.search)).toEqual(offer);

    const callback = new URL(offer.callback);
    callback.searchParams.set("k1", offer.k1);
    callback.searchParams.set("pr", world.invoice({ amount: sats(1n) }).text);
    expect(await scan(callback.pathname + callback.search)).toMatchObject({
      status: "ERROR",
      reason: expect.any(String),
    });
    callback.searchParams.set("pr", world.invoice({ amount: MOST }).text);
    expect(await scan(callback.pathname + callback.search)).toEqual({ status: "OK" });
    await later(5_000);
    expect((await get(`/v0/withdrawal-requests/${made.id}`)).data).toMatchObject({
      status: "completed",
      fee: "1500",
      paymentId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect((await get("/v0/withdrawal-requests?status=completed&internalId=7")).data).toHaveLength(1);
    expect((await get("/v0/withdrawal-requests?status=pending")).data).toEqual([]);
    expect(await scan(url.pathname)).toEqual({ status: "ERROR", reason: "this was redeemed before" });
    expect(await scan("/v0/lnurl/withdraw/unknown")).toEqual({ status: "ERROR", reason: "this link is not known" });
  });
});
