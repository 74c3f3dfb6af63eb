import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { API, openapiTypes, PAGES } from "../build/openapi-types.ts";
import { createClient, type Leyden } from "./client.ts";
import { LOGIN_OPERATIONS } from "./login-operations.harness.ts";
import { eventStream, fakeService, KEY, samplePayment, sentEvent, statement, success } from "./machine.harness.ts";
import { KEYED, OPERATIONS } from "./operations.harness.ts";

const DOCUMENT = JSON.parse(readFileSync(new URL("../../server/openapi.json", import.meta.url), "utf8"));

const README = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/** Operations that answer a list; that of limits is none. */
const LISTS = /^GET (?!.*-limits$).*(?:s|ramp-widget)$/;

describe("the library's types", () => {
  it.each([API, PAGES])("are what the generator makes of $document; `npm run openapi` renews them", async (typed) => {
    expect(
      readFileSync(typed.file, "utf8") === (await openapiTypes(typed)),
      `run \`npm run openapi\` and commit ${typed.file}`,
    ).toBe(true);
  });
});

describe("the library", () => {
  const documentOf = (operation: string) => {
    const [method = "", path = ""] = operation.split(" ");
    return DOCUMENT.paths[path][method.toLowerCase()];
  };
  type Methods = Readonly<Record<string, { readonly security: readonly object[] }>>;
  // What needs no credentials is for payers' wallets, not for programs.
  const documentedWith = (credentials: string) =>
    Object.entries(DOCUMENT.paths as Record<string, Methods>).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security.some((scheme) => credentials in scheme))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
  const documented = documentedWith("projectKey");

  it("has every operation of the document", () => {
    expect(Object.keys(OPERATIONS).toSorted()).toEqual(documented.toSorted());
    expect(Object.keys(LOGIN_OPERATIONS).toSorted()).toEqual(documentedWith("accessToken").toSorted());
  });

  it("has all its methods in the table of the README, each beside its operation", () => {
    const rows = [...README.matchAll(/^\| (`.+`) \| `([A-Z]+ \/\S+)` \|$/gm)].map(([, cell = "", operation = ""]) => ({
      operation,
      methods: [...cell.matchAll(/`([\w.]+)`/g)].map(([, method]) => method),
    }));
    expect(rows.map(({ operation }) => operation).toSorted()).toEqual(documented.toSorted());
    for (const { operation, methods } of rows) expect(methods, operation).toContain(methodOf(operation));

    expect(rows.flatMap(({ methods }) => methods).toSorted()).toEqual(methodsIn(fakeService().leyden).toSorted());
  });

  /** "payments.get" of the client; groups may have groups. */
  function methodsIn(group: object): string[] {
    return Object.entries(group).flatMap(([name, member]) =>
      typeof member === "function" ? [name] : methodsIn(member).map((method) => `${name}.${method}`),
    );
  }

  /** The method by which `OPERATIONS` calls an operation, such as "payments.toInvoice". */
  function methodOf(operation: string): string {
    const called: string[] = [];
    const at = (path: readonly string[]): unknown =>
      new Proxy(() => undefined, {
        get: (_, name) => at([...path, String(name)]),
        apply: () => {
          called.push(path.join("."));
          return { next: async () => undefined };
        },
      });
    void OPERATIONS[operation]?.(at([]) as Leyden);
    return called[0] ?? "";
  }

  it.each(Object.entries(OPERATIONS))("calls %s with the key, and hands back its data", async (operation, call) => {
    const { leyden, replies, sendings, timersLeft } = fakeService();
    const { id } = samplePayment();
    const data = LISTS.test(operation) ? [samplePayment()] : { ...samplePayment(), gamertag: id };
    if (operation === "GET /v0/events/stream") replies.push(eventStream([sentEvent(id)]).response);
    else if (operation === "GET /v0/statement") replies.push(statement([samplePayment()]));
    else replies.push(success(data, { next_cursor: null }));

    const answer = await call(leyden);

    const [sending] = sendings;
    expect(`${sending?.method} ${sending?.target.split("?")[0]}`).toBe(operation.replace(/\{\w+\}/, "x1"));
    expect(sending?.headers.get("apikey")).toBe(KEY);
    expect(sending?.body !== undefined, "has a body").toBe("requestBody" in documentOf(operation));
    expect(sending?.headers.get("content-type")).toBe(sending?.body === undefined ? null : "application/json");
    expect(sending?.redirect).toBe("manual");
    expect(JSON.stringify(answer)).toContain(id);
    expect(timersLeft()).toBe(0);
  });

  it.each(Object.entries(KEYED))(
    "sends the caller's own key and the body with %s",
    async (operation, { call, body }) => {
      const { leyden, replies, sendings } = fakeService();
      replies.push(success({}));
      await call(leyden, { idempotencyKey: "own-1" });
      expect(sendings[0]?.headers.get("idempotency-key")).toBe("own-1");
      expect(sendings[0]?.body, operation).toEqual(body);
    },
  );

  it("takes a key for every operation whose document has one", () => {
    const keyed = documented.filter((operation) => {
      const { parameters = [] } = documentOf(operation);
      return parameters.some(({ name }: { name: string }) => name === "Idempotency-Key");
    });
    expect(Object.keys(KEYED).toSorted()).toEqual(keyed.toSorted());
  });

  it("asks the ramp for what an amount buys, and for the limits in a currency", async () => {
    const { leyden, replies, sendings } = fakeService();
    replies.push(success({}), success({}));
    await leyden.ramp.quote({ amount: "25.00", currency: "EUR" });
    await leyden.ramp.limits("USD");
    expect(sendings.map(({ target }) => target)).toEqual([
      "/api/v1/ramp-quote?amount=25.00&currency=EUR",
      "/api/v1/ramp-limits?currency=USD",
    ]);
  });

  it("changes what the request names of an endpoint", async () => {
    const { leyden, replies, sendings } = fakeService();
    replies.push(success({}));
    await leyden.webhookEndpoints.change("x1", { state: "enabled", url: undefined, types: ["*"] });
    expect(sendings[0]?.body).toEqual({ state: "enabled", types: ["*"] });
  });

  it("sends amounts as text, however they were given, and drops what is undefined", async () => {
    const { leyden, replies, sendings } = fakeService();
    for (const amount of [1_500n, "1500", 1_500]) {
      replies.push(success(samplePayment()));
      await leyden.payments.toLightningAddress({ lnAddress: "a@b.c", amount, maxFee: 7n, comment: undefined });
      expect(sendings.pop()?.body).toEqual({ lnAddress: "a@b.c", amount: "1500", maxFee: "7" });
    }
  });

  it.each([0, -1n, 1.5, Number.MAX_SAFE_INTEGER + 1, "1.5", "", " 1", "0x10", 2_100_000_000_000_000_001n, Number.NaN])(
    "sends nothing for the amount %s",
    async (amount) => {
      const { leyden, sendings } = fakeService();
      const paid = leyden.payments.toLightningAddress({ lnAddress: "a@b.c", amount });
      await expect(paid).rejects.toMatchObject({ code: "invalid_amount", money: "nothing_moved", attempts: 0 });
      expect(sendings).toEqual([]);
    },
  );

  it.each([0, 0n, "0"])("says of the amount %s that it must be above zero", async (amount) => {
    const paid = fakeService().leyden.payments.toLightningAddress({ lnAddress: "a@b.c", amount });
    await expect(paid).rejects.toThrow("amount must be above zero; it is 0");
  });

  it.each([
    ["", /id must not be/],
    ["..", /id must not be/],
  ])("does not read another path for the id %j", async (id, message) => {
    const { leyden, sendings } = fakeService();
    await expect(leyden.payments.get(id)).rejects.toThrow(message);
    expect(sendings).toEqual([]);
  });

  it("keeps an id inside its part of the path", async () => {
    const { leyden, replies, sendings } = fakeService();
    replies.push(success(samplePayment()));
    await leyden.payments.get("../wallet?x=1#y");
    expect(sendings[0]?.target).toBe("/v0/payments/..%2Fwallet%3Fx%3D1%23y");
  });

  it("asks to wait as long as it is told, and no longer than the service would", async () => {
    const { leyden, replies, sendings } = fakeService();
    const request = { lnAddress: "a@b.c", amount: 1 };
    replies.push(success(samplePayment()), success(samplePayment()));
    await leyden.payments.toLightningAddress(request, { wait: 0 });
    await leyden.payments.toLightningAddress(request);
    expect(sendings.map(({ headers }) => headers.get("prefer"))).toEqual(["wait=0", null]);
    await expect(leyden.payments.toLightningAddress(request, { wait: 61 })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  it("names a payment that is paid anyway in its header, and none without it", async () => {
    const { leyden, replies, sendings } = fakeService();
    const hash = "0f".repeat(32);
    for (const options of [{ payAnyway: hash }, {}]) {
      replies.push(success(samplePayment()));
      await leyden.payments.toLightningAddress({ lnAddress: "shop@example.com", amount: 1_000n }, options);
    }
    expect(sendings.map(({ headers }) => headers.get("leyden-pay-anyway"))).toEqual([hash, null]);
  });

  it("works below a path of its host", async () => {
    const { leyden, replies, sendings } = fakeService({ baseUrl: "https://example.com/pay/" });
    replies.push(success({ unit: "msats", balance: "1" }));
    await leyden.wallet.get();
    expect(sendings[0]?.target).toBe("/pay/v0/wallet");
  });

  it.each([
    [{ baseUrl: "pay.example" }, "baseUrl"],
    [{ baseUrl: "ftp://pay.example" }, "baseUrl"],
    [{ baseUrl: "https://user:word@pay.example" }, "baseUrl"],
    [{ baseUrl: "https://pay.example/?a=1" }, "baseUrl"],
    [{ apiKey: "" }, "apiKey"],
    [{ apiKey: "ley_secret\n" }, "apiKey"],
    [{ apiKey: undefined as never }, "apiKey"],
    [{ timeoutMs: 0 }, "timeoutMs"],
    [{ timeoutMs: Number.NaN }, "timeoutMs"],
    [{ retries: -1 }, "retries"],
    [{ retries: 11 }, "retries"],
  ])("refuses the option %o, and does not repeat the key", (option, named) => {
    const make = () => createClient({ baseUrl: "https://pay.example", apiKey: KEY, ...option });
    expect(make).toThrow(TypeError);
    expect(make).toThrow(named);
    expect(make).not.toThrow(KEY);
  });
});

describe("a list", () => {
  it("reads page after page, each when it is needed", async () => {
    const { leyden, replies, sendings } = fakeService();
    replies.push(
      success([{ id: "1" }, { id: "2" }], { next_cursor: "a b" }),
      success([{ id: "3" }], { next_cursor: null }),
    );
    const ids: string[] = [];
    for await (const { id } of leyden.payments.list()) ids.push(`${id} after ${sendings.length}`);
    expect(ids).toEqual(["1 after 1", "2 after 1", "3 after 2"]);
    expect(sendings.map(({ target }) => target)).toEqual([
      "/v0/payments?limit=100",
      "/v0/payments?cursor=a+b&limit=100",
    ]);
  });

  it.each([
    ["payments", ({ payments }: Leyden) => payments],
    ["charges", ({ charges }: Leyden) => charges],
  ] as const)("of %s takes what chooses its items, on every page", async (name, listOf) => {
    const { leyden, replies, sendings } = fakeService();
    const filters = { status: "completed", internalId: "a&b", from: "2026-01-01T00:00:00Z", to: undefined } as const;
    const chosen = "status=completed&internalId=a%26b&from=2026-01-01T00%3A00%3A00Z";
    replies.push(success([{ id: "1" }], { next_cursor: "n" }), success([], { next_cursor: null }));
    for await (const { id } of listOf(leyden).list(filters)) expect(id).toBe("1");
    replies.push(success([], { next_cursor: null }));
    await listOf(leyden).page({ ...filters, limit: 5 });
    expect(sendings.map(({ target }) => target)).toEqual([
      `/v0/${name}?${chosen}&limit=100`,
      `/v0/${name}?${chosen}&cursor=n&limit=100`,
      `/v0/${name}?${chosen}&limit=5`,
    ]);
  });

  it.each<readonly [string, string, (leyden: Leyden) => AsyncIterable<unknown>]>([
    ["endpoints", "/v0/webhook-endpoints?", ({ webhookEndpoints }) => webhookEndpoints.list()],
    ["events", "/v0/events?state=failed&", ({ events }) => events.list({ state: "failed" })],
    ["attempts", "/v0/events/x1/attempts?", ({ events }) => events.attempts("x1")],
    ["vouchers", "/v0/vouchers?status=open&", ({ vouchers }) => vouchers.list({ status: "open" })],
    ["withdrawal requests", "/v0/withdrawal-requests?", ({ withdrawalRequests }) => withdrawalRequests.list()],
    [
      "static charges",
      "/v0/static-charges?status=full&",
      ({ staticCharges }) => staticCharges.list({ status: "full" }),
    ],
    ["callback hosts", "/v0/callback-hosts?", ({ callbackHosts }) => callbackHosts.list()],
    ["sessions of the ramp", "/api/v1/ramp-widget?", ({ ramp }) => ramp.sessions.list()],
  ])("of %s is read to its end", async (_name, target, listOf) => {
    const { leyden, replies, sendings } = fakeService();
    replies.push(success([1, 2], { next_cursor: "n" }), success([3], { next_cursor: null }));
    const items: unknown[] = [];
    for await (const item of listOf(leyden)) items.push(item);
    expect(items).toEqual([1, 2, 3]);
    expect(sendings.map((sending) => sending.target)).toEqual([`${target}limit=100`, `${target}cursor=n&limit=100`]);
  });

  it("reads no page that is not asked for", async () => {
    const { leyden, replies, sendings } = fakeService();
    replies.push(success([{ id: "1" }, { id: "2" }], { next_cursor: "next" }));
    for await (const _ of leyden.charges.list()) break;
    expect(sendings).toHaveLength(1);
  });

  it("hands out one page with the cursor of the next", async () => {
    const { leyden, replies, sendings } = fakeService();
    replies.push(success([{ id: "3" }], { next_cursor: "more" }), success([], { next_cursor: null }));
    expect(await leyden.charges.page({ cursor: "c", limit: 1 })).toEqual({ items: [{ id: "3" }], nextCursor: "more" });
    expect(await leyden.charges.page()).toEqual({ items: [], nextCursor: undefined });
    expect(sendings.map(({ target }) => target)).toEqual(["/v0/charges?cursor=c&limit=1", "/v0/charges"]);
  });
});
