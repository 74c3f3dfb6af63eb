import { once } from "node:events";
import { request } from "node:http";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { msats } from "#kernel/money.ts";
import { type Db, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import { ask, atRest, sampleApp, serve } from "#service/testing/app.harness.ts";
import { createWorld } from "#slices/payments/testing/world.harness.ts";
import { PAGE_ENTRIES } from "./read-statement.ts";
import { statementRoutes } from "./routes.ts";

/** More than the buffers of a connection on this machine hold, which are some 10 MB. */
const PAGES = 160;
const ENTRIES = 3 + PAGES * PAGE_ENTRIES;
const START = Date.parse("2026-01-01T00:00:00Z");

onDatabase("GET /v0/statement", (database) => {
  let owner: Caller;
  let app: Api;
  let newApp: () => Promise<Api>;
  /** Looks into the ledger so far, and the look that fails. */
  let looks = 0;
  let failsAt = Number.POSITIVE_INFINITY;

  beforeAll(async () => {
    const { admin, db } = database();
    owner = await createWorld(database()).project("owner", msats(0n));
    // Three movements, a second each; then pages of movements that happened together.
    for (let page = 0; page < 3 + PAGES; page += 1)
      await admin.query(sql`
        select p.outcome
          from (select array_agg(gen_random_uuid()) as ids
                  from generate_series(1, ${page < 3 ? 1 : PAGE_ENTRIES}::int)) t
         cross join lateral ledger.post_many(
                 ${new Date(START + page * 1_000)}, t.ids, array_fill(2::bigint, array[cardinality(t.ids)]),
                 array_fill(${owner.wallet.account}::bigint, array[cardinality(t.ids)]),
                 array_fill(1::bigint, array[cardinality(t.ids)]), null, null,
                 array_fill('test'::text, array[cardinality(t.ids)]), t.ids) p`);
    const watched: Db = {
      ...db,
      query: async (statement) => {
        if (statement.text.includes("with recursive page") && ++looks >= failsAt)
          throw new Error("the database is gone");
        return await db.query(statement);
      },
    };
    newApp = () => sampleApp({ authenticate: () => owner, routes: [statementRoutes({ db: watched })] });
    app = await newApp();
  });
  afterAll(() => app.close());
  afterEach(() => {
    failsAt = Number.POSITIVE_INFINITY;
  });

  const read = (query: string) => ask(app, { url: `/v0/statement${query}`, headers: { apikey: "any" } });

  it("answers the envelope with all entries, and each entry in a line of its own", async () => {
    const { statusCode, headers, body } = await read("");
    expect([statusCode, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    expect(headers["x-request-id"]).toEqual(expect.any(String));
    const { success, data, message } = JSON.parse(body);
    expect([success, data.length, message]).toEqual([true, ENTRIES, "Statement listed."]);
    expect(data[0]).toEqual({
      createdAt: new Date(START + (2 + PAGES) * 1_000).toISOString(),
      type: "transfer",
      amount: "1",
      balance: String(ENTRIES),
      unit: "msats",
      transactionId: expect.any(String),
      paymentId: null,
      chargeId: null,
      voucherId: null,
      withdrawalRequestId: null,
      internalId: null,
      counterparty: null,
      restored: null,
    });
    expect(body.split("\n")).toHaveLength(ENTRIES + 3);
  });

  it("answers CSV with a header line, as a file, from one time on and before another", async () => {
    const { headers, body } = await read("?format=csv&from=2026-01-01T00:00:01Z&to=2026-01-01T00:00:03Z");
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8; header=present");
    expect(headers["content-disposition"]).toBe('attachment; filename="statement.csv"');
    const lines = body.split("\r\n");
    expect(lines[0]).toBe(
      "createdAt,type,amount,balance,unit,transactionId,paymentId,chargeId,voucherId,withdrawalRequestId,internalId,counterparty,restored",
    );
    expect(lines.slice(1).map((line) => line.split(",").slice(0, 5).join(","))).toEqual([
      "2026-01-01T00:00:02.000Z,transfer,1,3,msats",
      "2026-01-01T00:00:01.000Z,transfer,1,2,msats",
      "",
    ]);
  });

  it("is whole JSON without an entry", async () => {
    const { body } = await read("?from=2030-01-01T00:00:00Z");
    expect(JSON.parse(body)).toEqual({ success: true, data: [], message: "Statement listed." });
  });

  it.each(["?from=yesterday", "?format=xml", "?limit=5"])("refuses %s", async (query) => {
    const { statusCode, body } = await read(query);
    expect([statusCode, JSON.parse(body).error.code]).toEqual([400, "invalid_input"]);
  });

  it("has no HEAD, which would read all of it for nothing", async () => {
    looks = 0;
    const { statusCode } = await ask(app, { method: "HEAD", url: "/v0/statement", headers: { apikey: "any" } });
    expect([statusCode, looks]).toEqual([404, 0]);
  });

  it("answers a failure when the first page fails, and breaks off when a later one does", async () => {
    const { port, close } = await serve(await newApp());
    const readRaw = async () => {
      looks = 0;
      const sent = request({ port, host: "127.0.0.1", path: "/v0/statement", headers: { apikey: "any" } });
      sent.end();
      const [answer] = await once(sent, "response");
      let text = "";
      try {
        for await (const chunk of answer) text += chunk;
        return { status: answer.statusCode, text, isWhole: true };
      } catch {
        return { status: answer.statusCode, text, isWhole: false };
      }
    };
    failsAt = 1;
    expect(await readRaw()).toMatchObject({ status: 500, isWhole: true });
    failsAt = 3;
    const broken = await readRaw();
    expect(broken).toMatchObject({ status: 200, isWhole: false });
    expect(broken.text).not.toContain("Statement listed.");
    failsAt = Number.POSITIVE_INFINITY;
    expect(await readRaw()).toMatchObject({ status: 200, isWhole: true });
    await close();
  });

  it("reads no further for a reader that does not read, and ends when the reader is gone", async () => {
    const { port, close } = await serve(await newApp());
    looks = 0;
    const sent = request({ port, host: "127.0.0.1", path: "/v0/statement", headers: { apikey: "any" } });
    sent.end();
    const [answer] = await once(sent, "response");
    answer.pause();
    const before = await atRest(() => looks);
    expect(looks).toBeLessThan(PAGES - 30);

    sent.destroy();
    await atRest(() => looks);
    expect(looks).toBeLessThanOrEqual(before + 1);
    await close();
  });
});
