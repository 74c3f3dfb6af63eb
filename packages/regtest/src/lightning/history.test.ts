import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore } from "../log/store.ts";
import { type History, type HistoryEntry, openHistory } from "./history.ts";

const HASH = "aa".repeat(32);
const BEGUN: HistoryEntry = { kind: "begun", hash: HASH, digest: "d", msats: "1500", at: 1 };
const FAILED: HistoryEntry = { kind: "failed", hash: HASH, reason: "no_route" };
const SETTLED: HistoryEntry = { kind: "settled", hash: HASH, preimage: "bb".repeat(32), feeMsats: "7" };

describe("the history", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "leyden-history-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** The history after these entries, read back from the disk. */
  function written(...entries: readonly HistoryEntry[]): History {
    const { store } = openStore(folder);
    const history = openHistory([], store);
    for (const entry of entries) history.add(entry);
    store.commit();
    store.close();
    const again = openStore(folder);
    again.store.close();
    return openHistory(again.history, again.store);
  }

  it("knows a payment from its beginning to its outcome", () => {
    expect(written(BEGUN).payment(HASH)).toMatchObject({ msats: 1_500n, outcome: undefined });
    rmSync(join(folder, "state.log"));
    expect(written(BEGUN, FAILED).payment(HASH)?.outcome).toEqual({ kind: "failed", reason: "no_route" });
  });

  it("shows a success that came after a failure", () => {
    const history = written(BEGUN, FAILED, SETTLED);
    expect(history.payment(HASH)?.outcome).toMatchObject({ kind: "settled", feeMsats: "7" });
    expect(history.begun()).toEqual([HASH]);
    expect(history.finished()).toEqual([HASH, HASH]);
  });

  it("keeps payments and receipts in their order", () => {
    const hashes = ["1", "2", "3"].map((digit) => digit.repeat(64));
    const history = written(
      { kind: "created", instanceId: "me" },
      ...hashes.map((hash): HistoryEntry => ({ ...BEGUN, hash })),
      ...hashes.map((hash): HistoryEntry => ({ kind: "received", hash, msats: "1", at: 5, preimage: hash })).reverse(),
    );
    expect(history.instanceId()).toBe("me");
    expect(history.begun()).toEqual(hashes);
    expect(history.receipts().map(({ hash }) => hash)).toEqual([...hashes].reverse());
  });

  it("refuses an outcome without a beginning", () => {
    expect(() => written(SETTLED)).toThrow("without having begun");
  });
});
