import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as ldk from "lightningdevkit";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ignore } from "../children/ignore.ts";
import { recordingDisk } from "../log/disk.harness.ts";
import { openStore, type Store } from "../log/store.ts";
import type { Core } from "./core.ts";
import { loadLdk } from "./ldk.ts";
import { type Loop, openLoop } from "./loop.ts";
import { persistence } from "./persistence.ts";
import type { Wallet } from "./wallet.ts";

describe("the loop of a node", () => {
  let folder: string;
  let store: Store;
  let loop: Loop;
  /** Disk, acknowledgements, transactions and answers, in the order in which they happen. */
  let steps: string[];
  let writes: string[];
  beforeAll(loadLdk);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "leyden-loop-"));
  });
  afterEach(() => {
    loop.stop();
    store.close();
    rmSync(folder, { recursive: true });
  });

  /** A loop over a real store and a library that changes only when a test changes it. */
  function given() {
    const { disk, calls } = recordingDisk();
    store = openStore(folder, disk).store;
    [steps, writes] = [[], []];
    calls.push = (...added) => {
      for (const call of added) {
        steps.push(`${call.kind} ${call.file}`);
        if (call.kind === "write") writes.push(call.text);
      }
      return steps.length;
    };
    loop = openLoop();
    const library = { hasChanged: false };
    const stored = persistence(store, loop.wake, ignore);
    const core = {
      persistence: stored,
      outbox: [] as Uint8Array[],
      peerManager: { process_events: () => void steps.push("messages") },
      manager: {
        write: () => Buffer.from("the manager"),
        get_and_clear_needs_persistence: () => {
          const { hasChanged } = library;
          library.hasChanged = false;
          return hasChanged;
        },
      },
      chainMonitor: { channel_monitor_updated: (_: unknown, id: bigint) => steps.push(`acknowledge ${id}`) },
    } as unknown as Core;
    loop.start({
      core,
      store,
      wallet: { sent: ignore, write: () => new Uint8Array(1) } as unknown as Wallet,
      log: ignore,
      pumpEvents: () => false,
      logMaxBytes: 1_000_000,
      broadcast: () => void steps.push("broadcast"),
    });
    return { core, library, persister: stored.persister };
  }

  const outpoint = () => ldk.OutPoint.constructor_new(new Uint8Array(32).fill(7), 0);
  const monitor = {
    write: () => Buffer.from("the monitor"),
    get_latest_update_id: () => 5n,
  } as unknown as ldk.ChannelMonitor;

  it("writes monitor and manager in one commit, syncs it, and only then lets anything leave", async () => {
    const { core, persister } = given();
    persister.persist_new_channel(outpoint(), monitor);
    core.outbox.push(Uint8Array.of(1));
    expect(steps).toEqual([]);

    await expect.poll(() => steps).toContain("broadcast");

    expect(steps.slice(0, 5)).toEqual(["acknowledge 5", "write state.log", "sync state.log", "broadcast", "messages"]);
    expect(writes[0]).toContain("the manager");
    expect(writes[0]).toContain("the monitor");
  });

  it("writes the manager with whatever else becomes durable", async () => {
    const { library } = given();
    library.hasChanged = true;
    store.record({ kind: "begun" });
    await loop.durable();
    expect(writes).toHaveLength(1);
    expect(writes[0]).toContain("the manager");
    expect(writes[0]).toContain("begun");
  });

  it("says that something is durable after its sync, not before", async () => {
    given();
    store.record({ kind: "begun" });
    const durable = loop.durable().then(() => steps.push("durable"));
    expect(steps).toEqual([]);
    await durable;
    const withoutMessages = () => steps.filter((step) => step !== "messages");
    expect(withoutMessages()).toEqual(["write state.log", "sync state.log", "durable"]);
    await loop.durable();
    expect(withoutMessages()).toHaveLength(3);
  });
});
