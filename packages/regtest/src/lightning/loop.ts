import type { Log } from "../children/log.ts";
import { end } from "../children/run-child.ts";
import type { Store } from "../log/store.ts";
import type { Core } from "./core.ts";
import type { Wallet } from "./wallet.ts";

/** The heartbeat of a node: whatever happened is worked off and made durable, then the world hears of it. */
export type Loop = {
  /** Asks for a tick soon. Safe to call from inside the library. */
  wake(): void;
  /** Resolves once all that is staged is durable. */
  durable(): Promise<void>;
  /** From now on ticks do something. */
  start(parts: LoopParts): void;
  /** Works off what there is, now. */
  settle(): void;
  /** No tick happens any more. */
  stop(): void;
};

export type LoopParts = {
  readonly core: Core;
  readonly store: Store;
  readonly wallet: Wallet;
  readonly log: Log;
  /** Works off the library's events; says whether there were any. */
  readonly pumpEvents: () => boolean;
  /** Size at which the state log is compacted. */
  readonly logMaxBytes: number;
  /** Sends a transaction to the chain. Never throws. */
  readonly broadcast: (transaction: Uint8Array) => void;
};

export const WALLET_KEY = "wallet";
/** Rounds of one tick before other work of the process gets its turn. */
const ROUNDS_MAX = 20;

export function openLoop(): Loop {
  let parts: LoopParts | undefined;
  let isAwake = false;
  let waiting: (() => void)[] = [];

  function wake(): void {
    if (isAwake) return;
    isAwake = true;
    setImmediate(() => {
      isAwake = false;
      settle();
    });
  }

  function settle(): void {
    if (parts === undefined) return;
    try {
      let rounds = 0;
      while (rounds < ROUNDS_MAX && workOff(parts)) rounds++;
      if (rounds < ROUNDS_MAX) wakeWaiting(parts.store);
      else wake();
    } catch (error) {
      // Memory and disk may differ now: the next start begins from the disk.
      end(parts.log, error);
    }
  }

  function wakeWaiting(store: Store): void {
    if (store.isStaged()) throw new Error("something was left uncommitted");
    const resolvers = waiting;
    waiting = [];
    for (const resolve of resolvers) resolve();
  }

  return {
    wake,
    settle,
    durable() {
      if (parts?.store.isStaged() !== true) return Promise.resolve();
      wake();
      return new Promise((resolve) => waiting.push(resolve));
    },
    start(started) {
      parts = started;
      wake();
    },
    stop() {
      parts = undefined;
    },
  };
}

/**
 * One round: events, messages, one commit. Returns false when there was nothing to make durable.
 *
 * The library held back every message that depends on a monitor change until `acknowledge`, so nothing that a peer
 * hears can be missing on our disk after a crash.
 */
function workOff({ core, store, wallet, pumpEvents, broadcast, logMaxBytes }: LoopParts): boolean {
  const hadEvents = pumpEvents();
  core.peerManager.process_events();
  const managerChanged = Boolean(core.manager.get_and_clear_needs_persistence());
  const transactions = core.outbox.splice(0);
  for (const transaction of transactions) wallet.sent(transaction);
  if (transactions.length > 0) store.put(WALLET_KEY, wallet.write());
  if (hadEvents || managerChanged || core.persistence.isWaiting()) core.persistence.stage(core.manager.write());
  if (!store.isStaged()) return false;
  store.commit();
  core.persistence.acknowledge(core.chainMonitor);
  for (const transaction of transactions) broadcast(transaction);
  if (store.size() > logMaxBytes) store.compact();
  return true;
}
