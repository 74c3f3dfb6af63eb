import { describe, expect, it } from "vitest";
import type { ProjectApi } from "../../../api/call.ts";
import { CallFailed } from "../../../api/failure.ts";
import { readCsv } from "../../parts/csv.ts";
import { rowsOf } from "../../parts/kept-file.ts";
import { leftOf, runRows } from "../../parts/run-rows.ts";
import { type Line, type Row, type RowResult, readPayFile, resultsCsv } from "./pay-rows.ts";
import { type PayBody, sendPayment } from "./payment-body.ts";
import { PAYING } from "./use-pay-run.ts";

const KEY = "4f1c0d7a92b3e85f60718293a4b5c6d7";
const INVOICE = "lnbcrt100n1p4squ2ssp56n3ejle0wzdvnr0d0gy3q7h0yem2zy5vxfstkys8a2tfht79d2wq";
const ORIGINAL = [
  "to,kind,sats,note,internalId",
  'ann@example.com,,500,"=SUM(A1), ""please""",a-1',
  "bob,,0.5,'-quoted,",
  "carl@example.com,email,7,,",
  `${INVOICE},,,-5,`,
  "dora,,1000,two words;and more,b-2",
  'eve@example.com,,11,"first line\nsecond line",',
].join("\r\n");

/** What programs make of a file: other separators, quotes around all, a mark before all, columns in another order. */
const SAVED: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  "with semicolons": (text) => saved(readCsv(text), ";"),
  "with tabs and a mark": (text) => `\uFEFF${saved(readCsv(text), "\t")}`,
  "with its columns in another order": (text) =>
    saved(
      readCsv(text).map((row) => row.toReversed()),
      ",",
    ),
  "sorted the other way round": (text) => {
    const [head = [], ...rows] = readCsv(text);
    return saved([head, ...rows.toReversed()], ";");
  },
};

function saved(rows: readonly (readonly string[])[], separator: string): string {
  return rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join("\n");
}

function linesOf(text: string): readonly Line[] {
  const read = readPayFile(text);
  if ("wrong" in read) throw new Error(read.wrong);
  return read.lines;
}

/** A service that pays once for each key, and refuses a key with another body. */
function given() {
  const asked = new Map<string, string>();
  const paid: string[] = [];
  const write = async (_: string, path: string, { body, idempotencyKey: key }: Record<string, string>) => {
    const input = JSON.stringify([path, body]);
    if (asked.has(key ?? "") && asked.get(key ?? "") !== input)
      throw new CallFailed({ code: "idempotency_mismatch", message: "other", status: 422 });
    if (!asked.has(key ?? "")) paid.push(input);
    asked.set(key ?? "", input);
    return { id: `of ${key}`, status: "completed", fee: "0", createdAt: "2026-11-20T16:12:00.000Z" };
  };
  const send = async (body: PayBody, key: string) => ({
    kind: "sent" as const,
    ...(await sendPayment({ write } as unknown as ProjectApi, body, key)),
  });
  /** Pays these rows, as a tab that knows nothing of them. */
  const pay = async (rows: readonly Row[], indexes: readonly number[] = [...rows.keys()]) => {
    const results = new Map<number, RowResult>();
    const onResult = (index: number, result: RowResult | undefined) => {
      if (result !== undefined) results.set(index, result);
      return true;
    };
    const rest = { wait: async () => undefined, isStopped: () => false, resultOf: () => undefined, onResult };
    await runRows({ ...PAYING, send, ...rest }, rows, indexes);
    return results;
  };
  return { paid, pay };
}

/** What a person goes on with: the results without the lines that are paid. */
function leftIn(text: string): readonly Line[] {
  return linesOf(text).filter(({ wrong }) => wrong === undefined);
}

describe.each(Object.keys(SAVED))("results of a file, saved %s,", (how) => {
  const save = SAVED[how] ?? String;
  const original = rowsOf(linesOf(ORIGINAL), KEY);

  it("pay each row once, when they are paid before the file is gone on with", async () => {
    const { paid, pay } = given();
    const results = resultsCsv(original, await pay(original, [0, 4]));
    const left = leftIn(save(results));
    expect(left.map(({ named }) => named?.key)).toEqual(Array(4).fill(KEY));
    expect(leftOf([...left], await pay(rowsOf(left, KEY)))).toEqual([]);
    expect(paid).toHaveLength(6);
    const all = await pay(original);
    expect([...all.values()].map(({ kind }) => kind)).toEqual(Array(6).fill("sent"));
    expect([paid.length, new Set(paid).size]).toEqual([6, 6]);
  });

  it("pay each row once, when the file is gone on with before they are paid", async () => {
    const { paid, pay } = given();
    const results = resultsCsv(original, await pay(original, [1, 3]));
    await pay(original);
    expect(paid).toHaveLength(6);
    const left = leftIn(save(results));
    const again = await pay(rowsOf(left, KEY));
    expect([...again.values()].map(({ kind }) => kind)).toEqual(Array(4).fill("sent"));
    expect(paid).toHaveLength(6);
  });
});

it("a row whose amount was changed in the results is paid once: as it was, or as it is", async () => {
  const { paid, pay } = given();
  const original = rowsOf(linesOf(ORIGINAL), KEY);
  const changed = leftIn(resultsCsv(original, new Map()).replace("1000000", "2000000"));
  await pay(rowsOf(changed, KEY));
  const after = await pay(original);
  expect([paid.length, after.get(4)?.kind]).toEqual([6, "refused"]);
});
