import * as ldk from "lightningdevkit";
import type { Store } from "../log/store.ts";
import { hex, reversed } from "./bytes.ts";
import { free } from "./ldk.ts";

/**
 * How channel state reaches the disk. The library hands over every change of a monitor; the answer is "in progress",
 * and it holds back what depends on the change until `acknowledge`.
 *
 * One durable commit has the manager first, then the monitors: a monitor that is newer on disk than the manager makes
 * the library close the channel. The manager is written when all changes are acknowledged and the events of that are
 * handled. What a commit holds is then never a payment that is just being claimed: this version of the library cannot
 * read such a manager (rust-lightning pull request 3772). No message leaves before the commit.
 */
export type Persistence = {
  /** The library's calls; they stage nothing yet. */
  readonly persister: ldk.PersistInterface;
  /** True when monitor changes wait for `stage`. */
  isWaiting(): boolean;
  /** Acknowledges changes; false when there were none. The library may then have events. */
  acknowledge(chainMonitor: ldk.ChainMonitor): boolean;
  /** Stages the manager, then the waiting monitor changes. */
  stage(manager: Uint8Array): void;
};

export const MANAGER_KEY = "manager";
export const MONITOR_PREFIX = "monitor/";

/** A monitor is stored whole again after so many single updates: that bounds the log and the work of a start. */
const UPDATES_MAX = 100;

type Change = {
  readonly kind: "put" | "append" | "remove";
  readonly key: string;
  readonly body: Uint8Array;
};

/** Which change is reported to the library as stored. */
type Acknowledgement = { readonly outpoint: ldk.OutPoint; readonly updateId: bigint };

/** `freed` ends the copies that the library makes for a call. */
export function persistence(store: Store, wake: () => void, freed: typeof free = free): Persistence {
  let waiting: Change[] = [];
  let unacknowledged: Acknowledgement[] = [];
  const updates = new Map<string, number>();

  function add(change: Change, acknowledgement?: Acknowledgement): ldk.ChannelMonitorUpdateStatus {
    waiting.push(change);
    if (acknowledgement !== undefined) unacknowledged.push(acknowledgement);
    wake();
    return ldk.ChannelMonitorUpdateStatus.LDKChannelMonitorUpdateStatus_InProgress;
  }

  function whole(outpoint: ldk.OutPoint, monitor: ldk.ChannelMonitor, updateId: bigint | undefined) {
    const key = monitorKey(outpoint);
    updates.set(key, 0);
    return add({ kind: "put", key, body: monitor.write() }, acknowledgementOf(outpoint, updateId));
  }

  function changed(outpoint: ldk.OutPoint, update: ldk.ChannelMonitorUpdate, monitor: ldk.ChannelMonitor) {
    if (!isPresent(update)) return whole(outpoint, monitor, undefined);
    const key = monitorKey(outpoint);
    const count = updates.get(key) ?? 0;
    const updateId = update.get_update_id();
    if (count >= UPDATES_MAX) return whole(outpoint, monitor, updateId);
    updates.set(key, count + 1);
    return add({ kind: "append", key, body: update.write() }, acknowledgementOf(outpoint, updateId));
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
        void add({ kind: "remove", key: monitorKey(outpoint), body: new Uint8Array(0) }),
    },
    isWaiting: () => waiting.length > 0,
    acknowledge(chainMonitor) {
      const acknowledged = unacknowledged;
      unacknowledged = [];
      for (const { outpoint, updateId } of acknowledged) chainMonitor.channel_monitor_updated(outpoint, updateId);
      return acknowledged.length > 0;
    },
    stage(manager) {
      store.put(MANAGER_KEY, manager);
      for (const { kind, key, body } of waiting)
        if (kind === "remove") store.remove(key);
        else store[kind](key, body);
      waiting = [];
    },
  };
}

/** With an outpoint of its own: the library's is valid during the call only. */
function acknowledgementOf(outpoint: ldk.OutPoint, updateId: bigint | undefined): Acknowledgement | undefined {
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
