import { setTimeout as sleep } from "node:timers/promises";
import type * as ldk from "lightningdevkit";
import { publish } from "../chain/publish.ts";
import { type ChainAddress, chainRpc, untilReady } from "../chain/rpc.ts";
import { type Log, textOf } from "../children/log.ts";
import { Refusal } from "../children/run-child.ts";
import type { ChannelParams } from "../control-api.ts";
import { DamagedLog } from "../log/frames.ts";
import { openStore, type Store } from "../log/store.ts";
import { hex, unhex } from "./bytes.ts";
import { type ChainFollower, openChainFollower } from "./chain-follower.ts";
import { untilQuiet } from "./channels.ts";
import { type Core, openCore } from "./core.ts";
import { eventPump } from "./events.ts";
import { type History, openHistory } from "./history.ts";
import { type Incoming, incoming } from "./incoming.ts";
import { need } from "./ldk.ts";
import { type Loop, openLoop, WALLET_KEY } from "./loop.ts";
import { type Onchain, onchain } from "./onchain.ts";
import { type Outgoing, outgoing } from "./outgoing.ts";
import { keepPeers, type Peers } from "./peers.ts";
import { readSeed } from "./seed.ts";
import { sockets } from "./sockets.ts";
import { openSweeper, spendWith } from "./sweeper.ts";
import { followChain, graphKeeper, startTimers } from "./upkeep.ts";
import { openWallet, type Wallet } from "./wallet.ts";

export type NodeOptions = {
  /** Folder of this node alone: seed and logs. */
  readonly folder: string;
  /** Written to the log when it is created; a log with another one is refused. */
  readonly instanceId: string;
  readonly chain: ChainAddress;
  /** Port on 127.0.0.1 for other Lightning nodes. */
  readonly peerPort: number;
  /** Takes payments for which it made no invoice. */
  readonly takesKeysend?: boolean;
  /** Size at which the state log is compacted. */
  readonly logMaxBytes: number;
};

export type Node = {
  readonly id: string;
  readonly options: NodeOptions;
  readonly core: Core;
  readonly chain: ChainFollower;
  readonly wallet: Wallet;
  readonly incoming: Incoming;
  readonly outgoing: Outgoing;
  readonly onchain: Onchain;
  readonly peers: Peers;
  /** To be called after a call of the library: resolves when its effects are durable. */
  settled(): Promise<void>;
  /** Follows the chain to its tip now, and makes durable what is known of it and of other nodes' channels. */
  sync(): Promise<void>;
  /** Lets other nodes connect. Until then only this node connects to others. */
  listen(): Promise<void>;
  openChannel(params: ChannelParams): string;
  /**
   * Begins nothing any more. Resolves when no HTLC is pending, or after `maxMs`; calls that still wait for the outcome
   * of a payment have been answered then.
   */
  drain(maxMs: number): Promise<void>;
  isDraining(): boolean;
  stop(): Promise<void>;
};

const CHAIN_TIMEOUT_MS = 30_000;
/** Time for the last answers to leave. */
const ANSWERS_MS = 100;

/** Starts a node from its folder, or a new one. @throws {Refusal} when it must not run on this folder. */
export async function startNode(options: NodeOptions, log: Log): Promise<Node> {
  const { store, history, isNew } = openOwnStore(options);
  const seed = readSeed(options.folder, isNew);
  const rpc = chainRpc(options.chain);
  await untilReady(rpc, CHAIN_TIMEOUT_MS);
  const chain = await openChainFollower(rpc, store);
  const wallet = openWallet(seed, store.get(WALLET_KEY), chain.tip());
  const loop = openLoop();
  const core = await openCore({ seed, store, chain, log, wake: loop.wake });
  const deps = { core, store, history, durable: loop.durable, log };
  const [coming, going] = [incoming({ ...deps, takesKeysend: options.takesKeysend ?? false }), outgoing(deps)];
  const broadcast = (transaction: Uint8Array) => {
    rpc("sendrawtransaction", hex(transaction)).catch((error) =>
      log("debug", "transaction.not_taken", { error: textOf(error) }),
    );
  };
  const send = (transaction: Uint8Array) => void core.outbox.push(transaction);
  const sweeper = openSweeper({ store, spend: spendWith(core.keys, wallet.script), send, log });
  const settled = () => {
    loop.wake();
    return loop.durable();
  };
  const paying = onchain({ wallet, store, history, settled, publish: (raw) => publish(rpc, raw) });
  const following = { chain, core, wallet, store, incoming: coming, sweeper, onchain: paying, loop, log, broadcast };
  await followChain(following);
  const pumpEvents = eventPump({ core, wallet, store, incoming: coming, outgoing: going, sweeper, log });
  loop.start({ core, store, wallet, log, pumpEvents, broadcast, logMaxBytes: options.logMaxBytes });
  await loop.durable();
  const net = sockets(core.peerManager, loop.wake);
  const peers = keepPeers(core.peerManager, net);
  const keepGraph = graphKeeper(core, store);
  const stopTimers = startTimers({ core, chain, loop, log, keepGraph });
  let isDraining = false;
  return {
    id: hex(core.nodeId),
    options,
    core,
    chain,
    wallet,
    incoming: coming,
    outgoing: going,
    onchain: paying,
    peers,
    settled,
    async sync() {
      await chain.poll();
      keepGraph();
      await settled();
    },
    listen: () => net.listen(options.peerPort),
    openChannel: (params) => openChannel(core, params, loop),
    async drain(maxMs) {
      isDraining = true;
      await untilQuiet(core, maxMs);
      going.answerWaiting();
      await sleep(ANSWERS_MS);
    },
    isDraining: () => isDraining,
    async stop() {
      stopTimers();
      peers.stop();
      net.close();
      keepGraph();
      loop.settle();
      loop.stop();
      store.close();
    },
  };
}

type OwnStore = { readonly store: Store; readonly history: History; readonly isNew: boolean };

function openOwnStore({ folder, instanceId }: NodeOptions): OwnStore {
  const opened = openOrRefuse(folder);
  const history = openHistory(opened.history, opened.store);
  const known = history.instanceId();
  if (known === undefined) history.add({ kind: "created", instanceId });
  else if (known !== instanceId)
    throw new Refusal(`${folder} belongs to the instance ${known}, not to ${instanceId}: another database or folder?`);
  return { store: opened.store, history, isNew: known === undefined };
}

function openOrRefuse(folder: string): ReturnType<typeof openStore> {
  try {
    return openStore(folder);
  } catch (error) {
    if (error instanceof DamagedLog) throw new Refusal(error.message);
    throw error;
  }
}

function openChannel(core: Core, { nodeId, amountSats, pushSats }: ChannelParams, loop: Loop): string {
  const pushMsats = BigInt(pushSats) * 1_000n;
  const created = core.manager.create_channel(unhex(nodeId), BigInt(amountSats), pushMsats, 0n, null, core.config);
  loop.wake();
  return hex(need<ldk.ChannelId>(created, "opening a channel").get_a());
}
