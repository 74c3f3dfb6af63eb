import * as ldk from "lightningdevkit";
import type { Store } from "../log/store.ts";
import { hex, reversed } from "./bytes.ts";
import { free } from "./ldk.ts";

/**
 * How channel state reaches the disk. The library hands over every change of a monitor; the answer is "in progress",
 * and it then holds back the messages that depend on the change until `acknowledge`.
 *
 * The order is what keeps channels open after a crash: manager first, then the monitors, in one durable commit, and
 * only then the acknowledgement. A monitor that is newer on disk than the manager makes the library close the channel.
 */
export type Persistence = {
  /** The library's calls; they stage nothing yet. */
  readonly persister: ldk.PersistInterface;
  /** True when monitor changes wait. */
  isWaiting(): boolean;
  /** Stages the manager, then the waiting monitor changes. */
  stage(manager: Uint8Array): void;
  /** Call after the commit of what `stage` staged. */
  acknowledge(chainMonitor: ldk.ChainMonitor): void;
};

export const MANAGER_KEY = "manager";
export const MONITOR_PREFIX = "monitor/";

/** A monitor is stored whole again after so many single updates: that bounds the log and the work of a start. */
const UPDATES_MAX = 100;

type Change = {
  readonly kind: "put" | "append" | "remove";
  readonly key: string;
  readonly body: Uint8Array;
  readonly acknowledgement: { readonly outpoint: ldk.OutPoint; readonly updateId: bigint } | undefined;
};

/** `freed` ends the copies that the library makes for a call. */
export function persistence(store: Store, wake: () => void, freed: typeof free = free): Persistence {
  let waiting: Change[] = [];
  let staged: Change[] = [];
  const updates = new Map<string, number>();

  function add(change: Change): ldk.ChannelMonitorUpdateStatus {
    waiting.push(change);
    wake();
    return ldk.ChannelMonitorUpdateStatus.LDKChannelMonitorUpdateStatus_InProgress;
  }

  function whole(outpoint: ldk.OutPoint, monitor: ldk.ChannelMonitor, updateId: bigint | undefined) {
    const key = monitorKey(outpoint);
    updates.set(key, 0);
    return add({ kind: "put", key, body: monitor.write(), acknowledgement: acknowledgementOf(outpoint, updateId) });
  }

  function changed(outpoint: ldk.OutPoint, update: ldk.ChannelMonitorUpdate, monitor: ldk.ChannelMonitor) {
    if (!isPresent(update)) return whole(outpoint, monitor, undefined);
    const key = monitorKey(outpoint);
    const count = updates.get(key) ?? 0;
    const updateId = update.get_update_id();
    if (count >= UPDATES_MAX) return whole(outpoint, monitor, updateId);
    updates.set(key, count + 1);
    return add({
      kind: "append",
      key,
      body: update.write(),
      acknowledgement: acknowledgementOf(outpoint, updateId),
    });
  }

  return {
    persister: {
      persist_new_channel(outpoint, monitor) {
        const status = whole(outpoint, monitor, monitor.get_latest_update_id());
        freed(monitor);
        return status;
      },
      update_persisted_channel(outpoint, update, monitor) {
        const status = changed(outpoint, update, monitor);
        freed(update);
        freed(monitor);
        return status;
      },
      archive_persisted_channel: (outpoint) =>
        void add({ kind: "remove", key: monitorKey(outpoint), body: new Uint8Array(0), acknowledgement: undefined }),
    },
    isWaiting: () => waiting.length > 0,
    stage(manager) {
      store.put(MANAGER_KEY, manager);
      for (const { kind, key, body } of waiting)
        if (kind === "remove") store.remove(key);
        else store[kind](key, body);
      staged = waiting;
      waiting = [];
    },
    acknowledge(chainMonitor) {
      const acknowledged = staged;
      staged = [];
      for (const { acknowledgement } of acknowledged)
        if (acknowledgement !== undefined)
          chainMonitor.channel_monitor_updated(acknowledgement.outpoint, acknowledgement.updateId);
    },
  };
}

/** With an outpoint of its own: the library's is valid during the call only. */
function acknowledgementOf(outpoint: ldk.OutPoint, updateId: bigint | undefined): Change["acknowledgement"] {
  if (updateId === undefined) return undefined;
  return { outpoint: ldk.OutPoint.constructor_new(outpoint.get_txid(), outpoint.get_index()), updateId };
}

/** Key of a channel's monitor in the store: its funding output as Bitcoin shows it. */
export function monitorKey(outpoint: ldk.OutPoint): string {
  return `${MONITOR_PREFIX}${hex(reversed(outpoint.get_txid()))}:${outpoint.get_index()}`;
}

/** An absent update comes as an object around a null pointer. */
function isPresent(update: ldk.ChannelMonitorUpdate): boolean {
  return (update as unknown as { readonly ptr: bigint }).ptr !== 0n;
}
