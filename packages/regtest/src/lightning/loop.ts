import type { Log } from "../children/log.ts";
import { end } from "../children/run-child.ts";
import type { Store } from "../log/store.ts";
import type { Core } from "./core.ts";
import type { Wallet } from "./wallet.ts";

/** The loop of a node: each tick handles what has happened, makes it durable, and only then sends. */
export type Loop = {
  /** Asks for a tick soon. Safe to call from inside the library. */
  wake(): void;
  /** Resolves once all that is staged is durable. */
  durable(): Promise<void>;
  /** From now on ticks do something. */
  start(parts: LoopParts): void;
  /** Handles everything and makes it durable, now. */
  settle(): void;
  /** No tick happens any more. */
  stop(): void;
};

export type LoopParts = {
  readonly core: Core;
  readonly store: Store;
  readonly wallet: Wallet;
  readonly log: Log;
  /** Handles the library's events; returns whether there were any. */
  readonly pumpEvents: () => boolean;
  /** Size at which the state log is compacted. */
  readonly logMaxBytes: number;
  /** Sends a transaction to the chain. Never throws. */
  readonly broadcast: (transaction: Uint8Array) => void;
};

export const WALLET_KEY = "wallet";
/**
 * How long a change of the manager alone waits for another write. Whatever a peer may learn changes a monitor too; the
 * library restores the rest after a crash.
 */
const MANAGER_ALONE_MS = 100;
/** Rounds of one tick, so that other work of the process does not wait. */
const ROUNDS_MAX = 20;

export function openLoop(): Loop {
  let parts: LoopParts | undefined;
  let isAwake = false;
  let waiting: (() => void)[] = [];
  /** Of `performance.now()`: when the manager goes to the disk, also alone. */
  let managerDueMs: number | undefined;

  function wake(): void {
    if (isAwake) return;
    isAwake = true;
    setImmediate(() => {
      isAwake = false;
      tick();
    });
  }

  function tick(): void {
    if (parts === undefined) return;
    try {
      let rounds = 0;
      while (rounds < ROUNDS_MAX && round(parts)) rounds++;
      if (rounds < ROUNDS_MAX) wakeWaiting(parts.store);
      else wake();
    } catch (error) {
      // Memory and disk may differ now: the next start begins from the disk.
      end(parts.log, error);
    }
  }

  /** One round: events, one commit, messages. Returns false when nothing has changed. */
  function round(parts: LoopParts): boolean {
    const { managerChanged, transactions } = workOff(parts);
    if (managerChanged) expectManager();
    stageManager(parts);
    const isCommitted = parts.store.isStaged();
    if (isCommitted) commit(parts, transactions);
    const isChangedAgain = sendMessages(parts.core);
    if (isChangedAgain) expectManager();
    return isCommitted || managerChanged || isChangedAgain || parts.core.persistence.isWaiting();
  }

  function expectManager(): void {
    if (managerDueMs !== undefined) return;
    managerDueMs = performance.now() + MANAGER_ALONE_MS;
    setTimeout(wake, MANAGER_ALONE_MS).unref();
  }

  /**
   * With every monitor change, because a monitor must never be newer on the disk; with whatever else is staged; when
   * due.
   */
  function stageManager({ core: { manager, persistence }, store }: LoopParts): void {
    const isDue = managerDueMs !== undefined && (store.isStaged() || performance.now() >= managerDueMs);
    if (!isDue && !persistence.isWaiting()) return;
    managerDueMs = undefined;
    persistence.stage(manager.write());
  }

  function wakeWaiting(store: Store): void {
    if (store.isStaged()) throw new Error("something was left uncommitted");
    const resolvers = waiting;
    waiting = [];
    for (const resolve of resolvers) resolve();
  }

  return {
    wake,
    settle() {
      managerDueMs = 0;
      tick();
    },
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
 * Events, until nothing more comes of them. Whether the manager has changed by them, and transactions that leave after
 * the commit.
 */
function workOff({ core, store, wallet, pumpEvents }: LoopParts) {
  let hadEvents = pumpEvents();
  while (core.persistence.acknowledge(core.chainMonitor)) hadEvents = pumpEvents() || hadEvents;
  const managerChanged = Boolean(core.manager.get_and_clear_needs_persistence()) || hadEvents;
  const transactions = core.outbox.splice(0);
  for (const transaction of transactions) wallet.sent(transaction);
  if (transactions.length > 0) store.put(WALLET_KEY, wallet.write());
  return { managerChanged, transactions };
}

/** Whether the manager has changed by it. */
function sendMessages({ manager, peerManager }: Core): boolean {
  peerManager.process_events();
  return Boolean(manager.get_and_clear_needs_persistence());
}

/**
 * Makes durable what is staged, then sends. Messages leave in `process_events`, after it, and what they change is held
 * back by the library until it is acknowledged: so a peer never gets a message whose state a crash could lose.
 */
function commit({ store, broadcast, logMaxBytes }: LoopParts, transactions: readonly Uint8Array[]): void {
  store.commit();
  for (const transaction of transactions) broadcast(transaction);
  if (store.size() > logMaxBytes) store.compact();
}
