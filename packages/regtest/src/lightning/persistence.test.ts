import * as ldk from "lightningdevkit";
import { beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../log/store.ts";
import { loadLdk } from "./ldk.ts";
import { type Persistence, persistence } from "./persistence.ts";

const TXID = new Uint8Array(32).fill(7);
const KEY = `monitor/${"07".repeat(32)}:0`;

describe("how channel state is stored", () => {
  beforeAll(loadLdk);

  /** Persistence over a store that writes down the calls. */
  function given() {
    const calls: string[] = [];
    const freed: object[] = [];
    const record = (name: string) => (key: string) => void calls.push(`${name} ${key}`);
    const store = { put: record("put"), append: record("append"), remove: record("remove") } as unknown as Store;
    const stored: Persistence = persistence(
      store,
      () => undefined,
      (copy) => void freed.push(copy),
    );
    return { ...stored, calls, freed };
  }

  const outpoint = () => ldk.OutPoint.constructor_new(TXID, 0);
  const monitor = (id = 0n) =>
    ({ write: () => new Uint8Array(9), get_latest_update_id: () => id }) as unknown as ldk.ChannelMonitor;
  const update = (id: bigint) =>
    ({ ptr: 1n, get_update_id: () => id, write: () => new Uint8Array(3) }) as unknown as ldk.ChannelMonitorUpdate;
  const none = { ptr: 0n } as unknown as ldk.ChannelMonitorUpdate;
  /** The updates that are acknowledged. */
  const acknowledged = ({ acknowledge }: Persistence): bigint[] => {
    const ids: bigint[] = [];
    acknowledge({ channel_monitor_updated: (_: unknown, id: bigint) => ids.push(id) } as unknown as ldk.ChainMonitor);
    return ids;
  };

  it("frees the library's copies of monitor and update after each call", () => {
    const { persister, freed } = given();
    const [first, second, third, change] = [monitor(), monitor(), monitor(), update(1n)];

    persister.persist_new_channel(outpoint(), first);
    persister.update_persisted_channel(outpoint(), change, second);
    persister.update_persisted_channel(outpoint(), none, third);

    expect(freed).toEqual([first, change, second, none, third]);
    expect(freed[0]).toBe(first);
  });

  it("acknowledges each change once, and stages the manager first, then the monitors", () => {
    const stored = given();
    stored.persister.persist_new_channel(outpoint(), monitor(5n));
    stored.persister.update_persisted_channel(outpoint(), update(6n), monitor());
    expect([stored.isWaiting(), stored.calls, acknowledged(stored)]).toEqual([true, [], [5n, 6n]]);
    expect([stored.isWaiting(), stored.calls, acknowledged(stored)]).toEqual([true, [], []]);

    stored.stage(new Uint8Array(1));

    expect(stored.calls).toEqual(["put manager", `put ${KEY}`, `append ${KEY}`]);
    expect(stored.isWaiting()).toBe(false);
  });

  it("stores a monitor whole after a hundred updates, and when the library asks for it", () => {
    const stored = given();
    for (let id = 1n; id <= 101n; id++) stored.persister.update_persisted_channel(outpoint(), update(id), monitor());
    stored.persister.update_persisted_channel(outpoint(), none, monitor());
    stored.persister.archive_persisted_channel(outpoint());
    stored.stage(new Uint8Array(1));

    expect(stored.calls.filter((call) => call === `append ${KEY}`)).toHaveLength(100);
    expect(stored.calls.slice(-3)).toEqual([`put ${KEY}`, `put ${KEY}`, `remove ${KEY}`]);
    expect(acknowledged(stored)).toHaveLength(101);
  });
});
