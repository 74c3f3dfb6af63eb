import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { KEY, sampleApp } from "#service/testing/app.harness.ts";
import type { Api } from "./index.ts";
import { answerList, cursorOf, type Listing, listQuery, type RoutesPlugin, requireOneName } from "./index.ts";

const position = z.codec(z.string(), z.number(), { decode: Number, encode: String });
const cursor = cursorOf(position);

type Row = { readonly no: number; readonly name: string };

/** A list of so many rows, the newest first; says how often, and from where, it was read. */
function givenList(count: number, nameOf = (no: number) => `row ${no}`) {
  const reads: (number | undefined)[] = [];
  let fails = false;
  const listing: Listing<Row, Row, number> = {
    name: "rows",
    message: "Rows listed.",
    read: async ({ before = count, limit }) => {
      reads.push(before === count ? undefined : before);
      if (fails) throw new Error("the database is away");
      return Array.from({ length: Math.min(limit, before) }, (_, i) => ({
        no: before - 1 - i,
        name: nameOf(before - 1 - i),
      }));
    },
    positionOf: ({ no }) => no,
    cursorOf: (at) => z.encode(cursor, at),
    present: (row) => row,
    columns: { no: ({ no }) => String(no), name: ({ name }) => name, none: () => null, yes: () => true },
  };
  const routes: RoutesPlugin = (api) => {
    const querystring = listQuery(position).extend({ key: z.string().optional(), name: z.string().optional() });
    api.get("/v0/rows", { schema: { querystring, hide: true } }, async ({ query }, reply) => {
      requireOneName(query, ["key", "name"]);
      return await answerList(listing, query, reply);
    });
  };
  return { reads, routes, fail: () => (fails = true) };
}

describe("a list", () => {
  let app: Api;
  afterEach(() => app.close());
  const ask = async (list: ReturnType<typeof givenList>, query = "", method: "GET" | "HEAD" = "GET") => {
    app = await sampleApp({ routes: [list.routes] });
    return await app.inject({ method, url: `/v0/rows${query}`, headers: { apikey: KEY } });
  };
  const linesOf = (body: string) => body.split("\r\n");

  it("is a page of it, with the cursor of the next one", async () => {
    const list = givenList(5);
    const { data, next_cursor } = (await ask(list, "?limit=2")).json();
    expect(data.map(({ no }: Row) => no)).toEqual([4, 3]);
    const next = (await app.inject({ url: `/v0/rows?cursor=${next_cursor}`, headers: { apikey: KEY } })).json();
    expect([next.data.map(({ no }: Row) => no), next.next_cursor]).toEqual([[2, 1, 0], null]);
  });

  it("is a file with all rows, read in looks one after another", async () => {
    const list = givenList(1_001);
    const { headers, body } = await ask(list, "?format=csv&limit=1");
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8; header=present");
    expect(headers["content-disposition"]).toBe('attachment; filename="rows.csv"');
    const lines = linesOf(body);
    expect(lines[0]).toBe("no,name,none,yes");
    expect(lines.slice(1, -1).map((line) => Number(line.split(",")[0]))).toEqual(
      Array.from({ length: 1_001 }, (_, i) => 1_000 - i),
    );
    expect(lines.at(-1)).toBe("");
    expect(list.reads).toEqual([undefined, 501, 1]);
  });

  it("is a file of what comes after a cursor", async () => {
    const { body } = await ask(givenList(9), `?format=csv&cursor=${z.encode(cursor, 2)}`);
    expect(linesOf(body)).toEqual(["no,name,none,yes", "1,row 1,,true", "0,row 0,,true", ""]);
  });

  it("has a header line where it has no row, and asks no more where a look was not full", async () => {
    const empty = givenList(0);
    expect((await ask(empty, "?format=csv")).body).toBe("no,name,none,yes\r\n");
    await app.close();
    const full = givenList(500);
    await ask(full, "?format=csv");
    expect([empty.reads, full.reads]).toEqual([[undefined], [undefined, 0]]);
  });

  it("has no cell that is a formula", async () => {
    const { body } = await ask(
      givenList(1, () => '=HYPERLINK("https://x.example")'),
      "?format=csv",
    );
    expect(linesOf(body)[1]).toBe(`0,"'=HYPERLINK(""https://x.example"")",,true`);
  });

  it("is a failure as any other when its first look fails", async () => {
    const list = givenList(3);
    list.fail();
    const { statusCode, headers } = await ask(list, "?format=csv");
    expect([statusCode, headers["content-disposition"]]).toEqual([500, undefined]);
  });

  it("is not read to its end for a HEAD", async () => {
    const list = givenList(5_000);
    expect((await ask(list, "?format=csv", "HEAD")).body).toBe("");
    expect(list.reads).toEqual([undefined]);
  });

  it("refuses two filters that have no index together, and a filter that it does not have", async () => {
    const { statusCode, body } = await ask(givenList(3), "?key=a&name=b");
    expect([statusCode, JSON.parse(body).error]).toMatchObject([
      400,
      { code: "invalid_input", details: [{ field: "name", issue: "cannot be asked for together with key" }] },
    ]);
    const unknown = await app.inject({ url: "/v0/rows?minAmount=1", headers: { apikey: KEY } });
    expect([unknown.statusCode, unknown.json().error]).toMatchObject([
      400,
      { code: "invalid_input", details: [{ field: "minAmount" }] },
    ]);
  });
});
