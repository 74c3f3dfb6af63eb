import { copyFileSync, mkdtempSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { openStore, type Store } from "./store.ts";

describe("the store", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "leyden-store-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const bytes = (text: string) => Uint8Array.from(Buffer.from(text));

  /** Content of the store in `from`, as text. */
  function content(from = folder) {
    const { store, history } = openStore(from);
    const values = Object.fromEntries(
      store.keys("").map((key) => [key, [store.get(key) ?? [], ...store.appended(key)].map(String)]),
    );
    store.close();
    return { values, history };
  }

  function within(work: (store: Store) => void): void {
    const { store } = openStore(folder);
    work(store);
    store.close();
  }

  it("forgets what was staged and not committed", () => {
    within((store) => {
      store.put("manager", bytes("1"));
      store.record({ kind: "begun" });
      store.commit();
      store.put("manager", bytes("2"));
      store.append("manager", bytes("3"));
      store.record({ kind: "settled" });
    });
    expect(content()).toEqual({ values: { manager: [String(bytes("1"))] }, history: [{ kind: "begun" }] });
  });

  it("keeps a commit as a whole or not at all, wherever a crash cuts it", () => {
    within((store) => {
      store.put("manager", bytes("1"));
      store.commit();
    });
    const before = content();
    const start = statSync(join(folder, "state.log")).size;
    within((store) => {
      store.put("manager", bytes("2"));
      store.append("manager", bytes("update"));
      store.record({ kind: "settled" });
      store.commit();
    });
    const end = statSync(join(folder, "state.log")).size;
    for (let cut = end - 1; cut >= start; cut--) {
      truncateSync(join(folder, "state.log"), cut);
      expect(content()).toEqual(before);
    }
  });

  it("has the same content after a compaction, and less on the disk", () => {
    within((store) => {
      for (let i = 0; i < 50; i++) {
        store.put("manager", new Uint8Array(1_000).fill(i));
        store.put("monitor", bytes(`full ${i}`));
        store.append("monitor", bytes(`update ${i}`));
        store.record({ index: i });
        store.commit();
      }
      store.put("gone", bytes("x"));
      store.remove("gone");
      store.commit();
    });
    const before = content();
    expect(before.history).toHaveLength(50);
    within((store) => {
      const size = store.size();
      store.compact();
      expect(store.size()).toBeLessThan(size / 10);
      store.record({ index: 50 });
      store.commit();
    });
    expect(content()).toEqual({ values: before.values, history: [...before.history, { index: 50 }] });
  });

  it("loses nothing and doubles nothing when a compaction dies between its two steps", () => {
    within((store) => {
      store.put("manager", bytes("1"));
      for (let i = 0; i < 2_500; i++) store.record({ index: i });
      store.commit();
    });
    const before = content();
    const saved = mkdtempSync(join(tmpdir(), "leyden-store-"));
    copyFileSync(join(folder, "state.log"), join(saved, "state.log"));
    within((store) => store.compact());
    // The history has moved, but the state log is still the old one.
    copyFileSync(join(saved, "state.log"), join(folder, "state.log"));
    rmSync(saved, { recursive: true });

    expect(content()).toEqual(before);
    within((store) => {
      store.record({ index: 2_500 });
      store.commit();
      store.compact();
    });
    expect(content().history).toEqual(Array.from({ length: 2_501 }, (_, index) => ({ index })));
  });

  it("refuses to start when the older part of the history is missing", () => {
    within((store) => {
      store.record({ index: 0 });
      store.commit();
      store.compact();
      store.record({ index: 1 });
      store.commit();
    });
    rmSync(join(folder, "history.log"));
    expect(() => openStore(folder)).toThrow("history entry 0 is missing");
  });

  it("refuses to compact over what is only staged", () => {
    within((store) => {
      store.put("manager", bytes("1"));
      expect(() => store.compact()).toThrow();
    });
  });

  it("agrees with a plain map under any run of writes, commits, compactions and crashes", () => {
    type Step = readonly ["put" | "append" | "remove" | "record" | "commit" | "compact" | "crash", number];
    const step: fc.Arbitrary<Step> = fc.tuple(
      fc.constantFrom("put", "append", "remove", "record", "commit", "commit", "compact", "crash"),
      fc.integer({ min: 0, max: 3 }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const own = mkdtempSync(join(tmpdir(), "leyden-store-"));
        let durable = { values: {} as Record<string, string[]>, history: [] as unknown[] };
        let staged = structuredClone(durable);
        let { store } = openStore(own);
        for (const [kind, n] of steps) {
          const key = `key ${n}`;
          const list = staged.values[key];
          if (kind === "put") {
            store.put(key, bytes(String(n)));
            staged.values[key] = [String(bytes(String(n)))];
          } else if (kind === "append" && list !== undefined) {
            store.append(key, bytes("more"));
            list.push(String(bytes("more")));
          } else if (kind === "remove") {
            store.remove(key);
            delete staged.values[key];
          } else if (kind === "record") {
            store.record({ n });
            staged.history.push({ n });
          } else if (kind === "commit" || kind === "compact") {
            store.commit();
            if (kind === "compact") store.compact();
            durable = structuredClone(staged);
          } else if (kind === "crash") {
            store.close();
            ({ store } = openStore(own));
            staged = structuredClone(durable);
          }
        }
        store.close();
        expect(content(own)).toEqual(durable);
        rmSync(own, { recursive: true });
      }),
      { numRuns: inject("runs") * 60 },
    );
  });
});
