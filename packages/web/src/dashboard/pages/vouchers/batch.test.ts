import { describe, expect, it } from "vitest";
import { CallFailed } from "../../../api/failure.ts";
import { rowsOf } from "../../parts/kept-file.ts";
import { leftOf, runRows } from "../../parts/run-rows.ts";
import {
  LINES_MAX,
  type Line,
  madeOf,
  type Row,
  type RowResult,
  readBatch,
  resultsCsv,
  TEMPLATE,
  totalOf,
  withLink,
} from "./batch.ts";
import { MAKING } from "./use-batch-run.ts";

const linesOf = (text: string): readonly Line[] => {
  const read = readBatch(text);
  return "lines" in read ? read.lines : [];
};
const wrongOf = (text: string) => {
  const read = readBatch(text);
  return "wrong" in read ? read.wrong : undefined;
};

describe("a file of vouchers", () => {
  it("has an amount in each line, in sats or in msats, and the rest as it likes", () => {
    expect(linesOf(TEMPLATE).map(({ body }) => body)).toEqual([
      { amount: "500000", description: "Thank you", internalId: "player-7", expiresIn: 2_592_000 },
      { amount: "1000000", description: "First place", internalId: "player-8", expiresIn: 2_592_000 },
    ]);
    expect(linesOf("MSATS;internalId\n1500;\n\n2000;x").map(({ number, body }) => [number, body])).toEqual([
      [2, { amount: "1500" }],
      [4, { amount: "2000", internalId: "x" }],
    ]);
    expect(totalOf(linesOf(TEMPLATE))).toBe("1500000");
  });

  it("says of each line what is wrong with it, and of the same name that it is there already", () => {
    const text = `sats,description,internalId,days\n0,,a,\n1.5,,b,\n1,${"x".repeat(151)},c,\n1,,d,0\n1,,a,\n1,,e,1,more`;
    expect(linesOf(text).map(({ wrong, odd }) => [wrong?.split(" ", 3).join(" "), odd])).toEqual([
      ["The amount must", undefined],
      ["The amount must", undefined],
      ["The description has", undefined],
      ["Days must be", undefined],
      [undefined, "The same internalId as in line 2."],
      ["It has more", undefined],
    ]);
  });

  it("cannot be read without the names of its columns, without lines, with too many, or with an open quote", () => {
    expect(wrongOf('sats,description\n1,"x\n2,y')).toContain("not closed");
    expect(wrongOf("amount,internalId\n1,a")).toContain("amount");
    expect(wrongOf("internalId\na")).toContain("sats or msats");
    expect(wrongOf("sats,msats\n1,1")).toContain("sats or msats");
    expect(wrongOf("sats\n")).toContain("no line");
    expect(wrongOf(`sats\n${"1\n".repeat(LINES_MAX + 1)}`)).toContain(String(LINES_MAX + 1));
    expect(linesOf(`sats\n${"1\n".repeat(LINES_MAX)}`)).toHaveLength(LINES_MAX);
  });
});

describe("the vouchers of a file", () => {
  const rows: readonly Row[] = Array.from({ length: 9 }, (_, i) => ({
    number: i + 2,
    key: `key-${i}`,
    body: { amount: `${i + 1}000` },
  }));

  /** A service that makes one voucher for each key, and fails as `plan` says of the calls of a key. */
  function given(plan: Readonly<Record<string, readonly CallFailed[]>> = {}) {
    const made = new Set<string>();
    const calls = new Map<string, number>();
    const results = new Map<number, RowResult>();
    const waits: number[] = [];
    const send = async ({ amount }: Row["body"], key: string) => {
      const call = calls.get(key) ?? 0;
      calls.set(key, call + 1);
      const failure = plan[key]?.[call];
      if (failure !== undefined && failure.status !== 0) throw failure;
      const isFirst = !made.has(key);
      made.add(key);
      if (failure !== undefined) throw failure;
      const claimUrl = isFirst ? `https://x/claim#${key}` : null;
      return madeOf({ id: `id-${key}`, code: amount, claimUrl, lnurl: null } as never);
    };
    let [underWay, most] = [0, 0];
    const counting = async (body: Row["body"], key: string) => {
      most = Math.max(most, ++underWay);
      await Promise.resolve();
      return await send(body, key).finally(() => underWay--);
    };
    const run = async () =>
      await runRows(
        {
          ...MAKING,
          send: counting,
          wait: async (ms) => void waits.push(ms),
          resultOf: (index) => results.get(index),
          onResult(index, found) {
            const result = withLink(results.get(index), found);
            if (result === undefined) results.delete(index);
            else results.set(index, result);
            return true;
          },
          isStopped: () => false,
        },
        rows,
        leftOf(rows, results),
      );
    return { made, calls, results, waits, run, most: () => most };
  }

  const failed = (code: string, status: number, more = {}) => new CallFailed({ code, status, message: code, ...more });

  it("are made once for each row, also of a row whose answer was lost: its link is lost then", async () => {
    const { made, calls, results, waits, run, most } = given({
      "key-2": [failed("no_answer", 0), failed("rate_limited", 429, { retryAfterSeconds: 7 })],
    });
    expect(await run()).toBeUndefined();
    expect([made.size, results.size, calls.get("key-2"), calls.get("key-3")]).toEqual([9, 9, 3, 1]);
    expect([waits, most()]).toEqual([[1_000, 7_000], 4]);
    const lost = [...results].filter(([, result]) => result.kind === "made" && result.claimUrl === null);
    expect(lost.map(([index]) => index)).toEqual([2]);
    expect(resultsCsv(rows, results)).toContain("the link was lost");
  });

  it("go on after a row that is refused, and stop with what would refuse every row", async () => {
    const empty = failed("insufficient_funds", 400);
    const { made, results, run } = given({
      "key-1": [failed("invalid_amount", 400, { details: [{ field: "amount", issue: "is too much" }] })],
      "key-5": [empty],
    });
    expect(await run()).toBe(empty);
    const message = "invalid_amount; amount is too much";
    expect(results.get(1)).toEqual({ kind: "refused", turn: 0, isUsed: false, message });
    expect(results.has(5)).toBe(false);
    expect(await run()).toBeUndefined();
    expect([made.size, results.size]).toEqual([8, 9]);
  });

  it("ask for the same with the same keys, when the results are opened again: what is made is left out", () => {
    const key = "0f".repeat(16);
    const original = rowsOf(linesOf("sats,description,internalId,days\n1,=x,a,30\n2,,b,\n3,'y,,365"), key);
    const link = "https://pay.example/claim#b";
    const made: RowResult = { kind: "made", turn: 0, id: "v", code: "C", claimUrl: link, lnurl: null };
    const lines = linesOf(resultsCsv(original, new Map([[1, made]])));
    expect(lines.map(({ wrong }) => wrong)).toEqual([undefined, "The file says that this was made.", undefined]);
    expect(rowsOf(lines, key)).toEqual(original);
    expect(lines[0]?.named?.key).toBe(key);
  });

  it("keep a link that is known, when the same voucher is answered again without it", () => {
    const lost: RowResult = { kind: "made", turn: 0, id: "v", code: "C", claimUrl: null, lnurl: null };
    const found: RowResult = { ...lost, claimUrl: "https://pay.example/claim#c" };
    expect(withLink(undefined, lost)).toBe(lost);
    expect(withLink(lost, found)).toBe(found);
    expect(withLink(found, lost)).toBe(found);
    expect(withLink(found, { kind: "asked", turn: 0 })).toBe(found);
    expect(withLink(lost, undefined)).toBeUndefined();
  });
});
