import { type Log, textOf } from "../children/log.ts";
import { end } from "../children/run-child.ts";
import type { Store } from "../log/store.ts";
import { previousHash } from "./block.ts";
import type { ChainFollower } from "./chain-follower.ts";
import { type Core, GRAPH_KEY } from "./core.ts";
import type { Incoming } from "./incoming.ts";
import { type Loop, WALLET_KEY } from "./loop.ts";
import type { Onchain } from "./onchain.ts";
import type { Sweeper } from "./sweeper.ts";
import type { Wallet } from "./wallet.ts";

const POLL_MS = 1_000;
const GRAPH_MS = 1_000;
/** The intervals that the library asks for. */
const MANAGER_TICK_MS = 60_000;
const PEERS_TICK_MS = 10_000;
const REBROADCAST_MS = 30_000;

export type Following = {
  readonly chain: ChainFollower;
  readonly core: Core;
  readonly wallet: Wallet;
  readonly store: Store;
  readonly incoming: Incoming;
  readonly sweeper: Sweeper;
  readonly onchain: Onchain;
  readonly loop: Loop;
  readonly log: Log;
  readonly broadcast: (transaction: Uint8Array) => void;
};

/** Brings the wallet to the tip, where the library already is, and makes both follow the chain. */
export async function followChain(following: Following): Promise<void> {
  const { chain, core, wallet, store, incoming, sweeper, onchain, loop, log, broadcast } = following;
  await chain.bring(
    { connect: wallet.connect, disconnect: (header, height) => wallet.disconnect(previousHash(header), height) },
    wallet.best(),
  );
  onchain.onBlock();
  store.put(WALLET_KEY, wallet.write());
  const listeners = [core.chainMonitor.as_Listen(), core.manager.as_Listen()];
  chain.follow({
    connect: orEnd(log, (block, height) => {
      for (const listener of listeners) listener.block_connected(block.raw, height);
      wallet.connect(block, height);
      onchain.onBlock();
      store.put(WALLET_KEY, wallet.write());
      incoming.onBlock(height);
      sweeper.retry();
      for (const transaction of wallet.unconfirmed()) broadcast(transaction);
      loop.wake();
    }),
    disconnect: orEnd(log, (header, height) => {
      for (const listener of listeners) listener.block_disconnected(header, height);
      wallet.disconnect(previousHash(header), height);
      store.put(WALLET_KEY, wallet.write());
      loop.wake();
    }),
  });
  for (const transaction of wallet.unconfirmed()) broadcast(transaction);
}

/**
 * Stores the network graph when it has changed. Peers do not send their announcements again, so without it a restarted
 * node finds no route for a while.
 */
export function graphKeeper(core: Core, store: Store): () => void {
  let kept = store.get(GRAPH_KEY) ?? new Uint8Array(0);
  return () => {
    const graph = core.graph.write();
    if (Buffer.compare(graph, kept) === 0) return;
    kept = graph;
    store.put(GRAPH_KEY, graph);
  };
}

export type Timed = {
  readonly core: Core;
  readonly chain: ChainFollower;
  readonly loop: Loop;
  readonly log: Log;
  readonly keepGraph: () => void;
};

/** Calls that the library and the chain need regularly. Returns how to stop them. */
export function startTimers({ core, chain, loop, log, keepGraph }: Timed): () => void {
  let couldPoll = true;
  async function poll(): Promise<void> {
    try {
      await chain.poll();
      couldPoll = true;
    } catch (error) {
      if (couldPoll) log("warn", "chain.lost", { error: textOf(error) });
      couldPoll = false;
    }
  }
  /** Runs `task` again and again, and lets the loop make durable what it changed. */
  const every = (ms: number, task: () => void) =>
    setInterval(
      orEnd(log, () => {
        task();
        loop.wake();
      }),
      ms,
    );
  const timers = [
    setInterval(() => void poll(), POLL_MS),
    every(GRAPH_MS, keepGraph),
    every(PEERS_TICK_MS, () => core.peerManager.timer_tick_occurred()),
    every(REBROADCAST_MS, () => core.chainMonitor.rebroadcast_pending_claims()),
    every(MANAGER_TICK_MS, () => core.manager.timer_tick_occurred()),
  ];
  return () => timers.forEach(clearInterval);
}

/** After a panic of the library the memory must not reach the disk any more. */
function orEnd<Args extends unknown[]>(log: Log, task: (...args: Args) => void): (...args: Args) => void {
  return (...args) => {
    try {
      task(...args);
    } catch (error) {
      end(log, error);
    }
  };
}
