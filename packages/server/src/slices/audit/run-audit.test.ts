import { describe, expect, it } from "vitest";
import type { Db, Tx } from "#platform/database/db.ts";
import type { Invariant } from "#platform/database/invariant.ts";
import { runAudit } from "./run-audit.ts";

/** A database that has nothing but snapshots, and a clock that goes on by `tookMs` with each check. */
function given(tookMs: readonly number[]) {
  let snapshots = 0;
  let nowMs = 0;
  const passed: string[] = [];
  const db = {
    async snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      snapshots += 1;
      return await work({ query: async () => [] } as unknown as Tx);
    },
  } as unknown as Db;
  const seenBy: [string, number][] = [];
  const reads: number[] = [];
  const read = async () => {
    reads.push(snapshots);
    return snapshots;
  };
  const invariants = tookMs.map(
    (ms, i): Invariant => ({
      id: `T${i}`,
      title: `check ${i} holds`,
      async breaches(_tx, once) {
        seenBy.push([`T${i}`, (await once?.(read)) ?? 0]);
        nowMs += ms;
        return ms === 13 ? ["a row"] : [];
      },
      passed: async () => void passed.push(`T${i}`),
    }),
  );
  return { db, clock: { monotonicMs: () => nowMs }, invariants, seenBy, reads, passed };
}

describe("an audit", () => {
  it("checks in one snapshot what is quick, reads there once what several need, and begins another after 50 ms", async () => {
    const { reads, seenBy, ...audit } = given([1, 20, 40, 1, 100, 1]);
    const lines = await runAudit(audit);
    expect(lines.map(({ id }) => id)).toEqual(["T0", "T1", "T2", "T3", "T4", "T5"]);
    expect(seenBy).toEqual([
      ["T0", 1],
      ["T1", 1],
      ["T2", 1],
      ["T3", 2],
      ["T4", 2],
      ["T5", 3],
    ]);
    expect(reads).toEqual([1, 2, 3]);
  });

  it("has a snapshot for each check where it has no clock", async () => {
    const { clock: _, seenBy, ...audit } = given([1, 1, 1]);
    await runAudit(audit);
    expect(seenBy.map(([, snapshot]) => snapshot)).toEqual([1, 2, 3]);
  });

  it("tells of what is broken, and says that the others have passed", async () => {
    const { passed, ...audit } = given([1, 13, 1]);
    expect((await runAudit(audit)).map(({ id, breaches }) => [id, breaches])).toEqual([
      ["T0", []],
      ["T1", ["a row"]],
      ["T2", []],
    ]);
    expect(passed).toEqual(["T0", "T2"]);
  });
});
