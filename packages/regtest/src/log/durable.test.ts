import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { recordingDisk } from "./disk.harness.ts";
import { openStore } from "./store.ts";

describe("what the store does to the disk", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "leyden-store-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const bytes = (text: string) => Uint8Array.from(Buffer.from(text));

  /** A new store and the calls from now on. */
  function given() {
    const { disk, calls } = recordingDisk();
    const { store } = openStore(folder, disk);
    const kinds = () => calls.map(({ kind, file }) => `${kind} ${file}`);
    return { store, calls, kinds, forget: () => calls.splice(0) };
  }

  it("is one write and one sync for each commit, in this order, and nothing before it", () => {
    const { store, calls, kinds, forget } = given();
    forget();
    store.put("manager", bytes("the manager"));
    store.put("monitor/1", bytes("the monitor"));
    store.append("monitor/1", bytes("an update"));
    store.record({ kind: "begun" });
    expect(kinds()).toEqual([]);

    store.commit();
    expect(kinds()).toEqual(["write state.log", "sync state.log"]);
    const [write] = calls;
    for (const part of ["the manager", "the monitor", "an update", "begun"])
      expect(write?.kind === "write" && write.text).toContain(part);

    forget();
    store.commit();
    expect(kinds()).toEqual([]);
    store.put("manager", bytes("another"));
    store.commit();
    expect(kinds()).toEqual(["write state.log", "sync state.log"]);
    store.close();
  });

  it("is a synced folder when files are new", () => {
    const { store, kinds } = given();
    store.close();
    expect(kinds()).toEqual([`sync ${basename(folder)}`, `sync ${basename(folder)}`]);
  });

  it("is, for a compaction, the history first, then the whole new file, and its name last", () => {
    const { store, calls, kinds, forget } = given();
    store.put("manager", bytes("the manager"));
    store.record({ kind: "begun" });
    store.commit();
    forget();

    store.compact();

    expect(kinds()).toEqual([
      "write history.log",
      "sync history.log",
      "write state.log.next",
      "sync state.log.next",
      "rename state.log.next",
      `sync ${basename(folder)}`,
    ]);
    expect(calls.find(({ kind }) => kind === "rename")).toMatchObject({ to: "state.log" });
    store.put("manager", bytes("another"));
    store.commit();
    expect(kinds().slice(6)).toEqual(["write state.log", "sync state.log"]);
    store.close();
  });
});
