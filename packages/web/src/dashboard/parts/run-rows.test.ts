import { describe, expect, it } from "vitest";
import { CallFailed } from "../../api/failure.ts";
import type { Row } from "./kept-file.ts";
import { leftOf, madeBefore, type RowResult as ResultOf, refusedOf, runRows } from "./run-rows.ts";

type Body = { readonly to: string };
type Sent = { readonly kind: "sent"; readonly id: string };
type RowResult = ResultOf<Sent>;

const ROWS: readonly Row<Body>[] = Array.from({ length: 5 }, (_, i) => ({
  number: i + 2,
  key: `file-${i + 2}`,
  body: { to: `player${i}` },
}));
const endsAll = ({ code }: CallFailed) => code === "insufficient_funds" || code === "restoring";
const failed = (code: string, status: number, more = {}) => new CallFailed({ code, status, message: code, ...more });
const LOST = failed("no_answer", 0);

/** A service that pays once for each key, and fails as `plan` says of the calls of a key. */
function given(plan: Readonly<Record<string, readonly CallFailed[]>> = {}) {
  const paid = new Map<string, number>();
  const calls: string[] = [];
  const results = new Map<number, RowResult>();
  const waits: number[] = [];
  let isStopped = false;
  const send = async (_: Body, key: string): Promise<Sent> => {
    const failure = plan[key]?.[calls.filter((one) => one === key).length];
    calls.push(key);
    if (failure === undefined || failure === LOST) paid.set(key, 1);
    if (failure !== undefined) throw failure;
    return { kind: "sent", id: `id-${key}` };
  };
  const run = async (indexes: readonly number[]) =>
    await runRows(
      {
        send,
        lanes: 1,
        endsAll,
        wait: async (ms) => void waits.push(ms),
        resultOf: (index) => results.get(index),
        onResult: (index, result) => {
          if (result === undefined) results.delete(index);
          else results.set(index, result);
          return true;
        },
        isStopped: () => isStopped,
      },
      ROWS,
      indexes,
    );
  const stop = () => {
    isStopped = true;
  };
  return { paid, calls, results, waits, run, stop };
}

describe("the rows of a file", () => {
  it("are paid in their order, each once, also when an answer is lost or there is no room for now", async () => {
    const { calls, paid, results, waits, run } = given({
      "file-3": [LOST, LOST],
      "file-4": [failed("rate_limited", 429, { retryAfterSeconds: 7 })],
    });
    expect(await run(leftOf(ROWS, results))).toBeUndefined();
    expect(calls).toEqual(["file-2", "file-3", "file-3", "file-3", "file-4", "file-4", "file-5", "file-6"]);
    expect([paid.size, leftOf(ROWS, results), waits]).toEqual([5, [], [1_000, 2_000, 7_000]]);
  });

  it("stay asked for, when no answer comes at all, and go on with the same keys", async () => {
    const { paid, results, calls, run } = given({ "file-3": Array(5).fill(LOST) });
    expect(await run(leftOf(ROWS, results))).toBe(LOST);
    expect([results.get(1), results.has(2), leftOf(ROWS, results)]).toEqual([
      { kind: "asked", turn: 0 },
      false,
      [1, 2, 3, 4],
    ]);
    expect(await run(leftOf(ROWS, results))).toBeUndefined();
    expect([paid.size, new Set(calls).size, results.size]).toEqual([5, 5, 5]);
  });

  it("stay asked for, when an answer is lost and the next one says that there is no room", async () => {
    const full = failed("rate_limited", 429);
    const { results, run } = given({ "file-2": [LOST, ...Array(4).fill(full)], "file-3": Array(5).fill(full) });
    expect([await run([0]), results.get(0)]).toEqual([full, { kind: "asked", turn: 0 }]);
    expect([await run([1]), results.has(1)]).toEqual([full, false]);
  });

  it("go on after one that is refused, and stop with what would refuse all", async () => {
    const empty = failed("insufficient_funds", 400);
    const { calls, results, run } = given({ "file-2": [failed("user_not_found", 404)], "file-4": [empty] });
    expect(await run(leftOf(ROWS, results))).toBe(empty);
    expect(results.get(0)).toEqual({ kind: "refused", turn: 0, isUsed: false, message: "user_not_found" });
    expect([leftOf(ROWS, results), refusedOf(ROWS, results)]).toEqual([[2, 3, 4], [0]]);
    expect(calls).toEqual(["file-2", "file-3", "file-4"]);
  });

  it("are tried anew with other keys when their payment has failed, and not while nobody knows what became of it", async () => {
    const refused = failed("route_not_found", 400, { made: "payment-1" });
    const empty = failed("insufficient_funds", 400);
    const { calls, paid, results, run } = given({
      "file-2": [refused],
      "file-2-1": [empty, LOST, empty],
      "file-3": [LOST, LOST, LOST, LOST, LOST, empty],
    });
    await run([0]);
    expect(await run(refusedOf(ROWS, results))).toBe(empty);
    expect(results.get(0)).toMatchObject({ kind: "refused", turn: 0 });
    expect(await run(refusedOf(ROWS, results))).toBe(empty);
    expect(results.get(0)).toEqual({ kind: "asked", turn: 1 });
    await run(leftOf(ROWS, results).slice(0, 1));
    expect(results.get(0)).toMatchObject({ kind: "sent", turn: 1 });
    expect([...paid]).toEqual([["file-2-1", 1]]);
    await run([1]);
    expect(await run([1])).toBe(empty);
    expect(results.get(1)).toEqual({ kind: "asked", turn: 0 });
    expect(new Set(calls)).toEqual(new Set(["file-2", "file-2-1", "file-3"]));
  });

  it("are tried anew with the same key when no payment was made of it: another tab asks with that one too", async () => {
    const plan = { "file-2": [failed("user_not_found", 404), failed("user_not_found", 404)] };
    const here = given(plan);
    await here.run([0]);
    await here.run(refusedOf(ROWS, here.results));
    await here.run(refusedOf(ROWS, here.results));
    expect(here.calls).toEqual(["file-2", "file-2", "file-2"]);
    expect(here.results.get(0)).toMatchObject({ kind: "sent", turn: 0 });
  });

  it("stop between two rows, and before the first one when nothing can be kept", async () => {
    const { calls, results, run, stop } = given();
    await run([0]);
    stop();
    expect(await run(leftOf(ROWS, results))).toBeUndefined();
    expect(calls).toEqual(["file-2"]);
    const keepsNothing = {
      lanes: 3,
      endsAll,
      resultOf: () => undefined,
      wait: async () => undefined,
      onResult: () => false,
      isStopped: () => false,
    };
    const send = async () => expect.unreachable("nothing is sent that is not kept");
    expect(await runRows({ send: send as never, ...keepsNothing }, ROWS, [0])).toBeInstanceOf(Error);
  });

  it("say what a person can do about a row that may be paid, or was asked for with other cells", async () => {
    const { results, run } = given({
      "file-2": [failed("maybe_paid", 409, { details: [{ field: "Leyden-Pay-Anyway", issue: "ab12" }] })],
      "file-3": [failed("idempotency_mismatch", 422)],
    });
    expect(await run([0, 1, 2])).toBeUndefined();
    const messages = [0, 1].map((i) => (results.get(i) as { readonly message: string }).message);
    expect(messages[0]).toMatch(/^It may be paid: .* pay it all the same\.$/);
    expect(results.get(0)).toMatchObject({ repeats: ["ab12"], isUsed: false });
    expect(results.get(1)).not.toHaveProperty("repeats");
    expect(messages[1]).toContain("not asked for again");
    expect([refusedOf(ROWS, results), results.get(2)?.kind]).toEqual([[0, 1], "sent"]);
  });

  it("end at once while the service is being restored: the row is as it was, and goes on with its key", async () => {
    const restoring = failed("restoring", 503, { retryAfterSeconds: 60 });
    const { calls, results, waits, run } = given({ "file-2": [restoring], "file-3": [LOST, restoring] });
    expect(await run([0, 1])).toBe(restoring);
    expect([calls, [...results.values()], waits]).toEqual([["file-2"], [], []]);
    expect(leftOf(ROWS, results)).toContain(0);
    expect(await run([1])).toBe(restoring);
    expect(results.get(1)).toEqual({ kind: "asked", turn: 0 }); // an answer was lost before
    expect(await run([0, 1])).toBeUndefined();
    expect(new Set(calls)).toEqual(new Set(["file-2", "file-3"]));
  });

  it("are counted that were there before the file was begun", () => {
    const at = (ms: number) => ({ kind: "sent", createdAt: new Date(1_000_000 + ms).toISOString() });
    const results = new Map(
      [at(-60_002), at(-60_001), at(-60_000), at(0), { kind: "refused" }].map((one, i) => [i, one]),
    );
    expect(madeBefore(results, { begunAt: 1_000_000 })).toBe(2);
  });
});
