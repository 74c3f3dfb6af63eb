import { randomBytes } from "node:crypto";
import * as ldk from "lightningdevkit";
import type { Log } from "../children/log.ts";
import type { Store } from "../log/store.ts";
import { hex, reversed, unhex } from "./bytes.ts";
import type { ChainFollower, ChainListener } from "./chain-follower.ts";
import { free, loadLdk, need } from "./ldk.ts";
import { MANAGER_KEY, MONITOR_PREFIX, type Persistence, persistence } from "./persistence.ts";

/** The library's objects of one node, wired. All are referenced, because the library does not own what it is given. */
export type Core = {
  readonly nodeId: Uint8Array;
  readonly keys: ldk.KeysManager;
  readonly graph: ldk.NetworkGraph;
  readonly router: ldk.Router;
  readonly chainMonitor: ldk.ChainMonitor;
  readonly manager: ldk.ChannelManager;
  readonly peerManager: ldk.PeerManager;
  readonly config: ldk.UserConfig;
  readonly persistence: Persistence;
  /** Transactions to broadcast. They are sent after the next commit. */
  readonly outbox: Uint8Array[];
};

export type CoreOptions = {
  readonly seed: Uint8Array;
  readonly store: Store;
  readonly chain: ChainFollower;
  readonly log: Log;
  /** Asks for a tick later. Called from inside a call of the library. */
  readonly wake: () => void;
};

export const GRAPH_KEY = "graph";
/**
 * Pending HTLCs that each side of a channel accepts: the most that BOLT 2 allows (max_accepted_htlcs). With 100, bursts
 * of payments found no route.
 */
export const HTLCS_PER_SIDE = 483;

/** What the router takes for forwarding: never zero, because bugs hide there. */
const FEE_BASE_MSATS = 1_000;
const FEE_MILLIONTHS = 100;
/** Fee of all transactions, in satoshis per 1,000 weight units: 4 sat a vbyte. */
const FEE_RATE = 1_000;
/** The lowest rate that the protocol allows. */
const FEE_RATE_FLOOR = 253;
const CHANNEL_MAX_SATS = 10_000_000_000n;
/** Without a high limit a few dozen concurrent small payments fail: each is dust in the commitment transaction. */
const DUST_EXPOSURE_MAX_MSATS = 5_000_000_000n;

type Base = ReturnType<typeof base>;

/** The library's objects as they are stored. @throws when it cannot read them. Exported for tests. */
export function readState(options: CoreOptions) {
  const parts = base(options);
  const monitors = readMonitors(options, parts);
  return { parts, monitors, manager: readManager(options, parts, monitors) };
}

/** Builds the node from its stored state, or a new one, and brings it to the tip of the chain. */
export async function openCore(options: CoreOptions): Promise<Core> {
  await loadLdk();
  const { parts, monitors, manager } = readState(options);
  await catchUp(options, parts, monitors, manager);
  for (const monitor of monitors)
    need(parts.watch.watch_channel(monitor.get_funding_txo().get_a(), monitor), "watching a channel");
  const nodeId = manager.get_our_node_id();
  return { ...parts, ...peerParts(parts, manager), nodeId, manager };
}

function base({ seed, store, log, wake }: CoreOptions) {
  const logger = ldk.Logger.new_impl({
    log(record) {
      if (record.get_level() >= ldk.Level.LDKLevel_Warn)
        log("debug", "ldk.logged", { module: record.get_module_path(), text: record.get_args() });
      free(record);
    },
  });
  const feeEstimator = ldk.FeeEstimator.new_impl({
    get_est_sat_per_1000_weight: (target) => (FLOOR_TARGETS.includes(target) ? FEE_RATE_FLOOR : FEE_RATE),
  });
  const outbox: Uint8Array[] = [];
  const broadcaster = ldk.BroadcasterInterface.new_impl({
    broadcast_transactions(transactions) {
      outbox.push(...transactions);
      wake();
    },
  });
  const persisting = persistence(store, wake);
  const persister = ldk.Persist.new_impl(persisting.persister);
  const chainMonitor = ldk.ChainMonitor.constructor_new(
    ldk.Option_FilterZ.constructor_none(),
    broadcaster,
    logger,
    feeEstimator,
    persister,
  );
  const now = Date.now();
  const keys = ldk.KeysManager.constructor_new(seed, BigInt(Math.floor(now / 1_000)), (now % 1_000) * 1_000_000);
  const graph = readGraph(store, logger);
  const scorer = ldk.ProbabilisticScorer.constructor_new(
    ldk.ProbabilisticScoringDecayParameters.constructor_default(),
    graph,
    logger,
  );
  const score = ldk.MultiThreadedLockableScore.constructor_new(scorer.as_Score());
  const entropy = keys.as_EntropySource();
  const defaultRouter = ldk.DefaultRouter.constructor_new(
    graph,
    logger,
    entropy,
    score.as_LockableScore(),
    ldk.ProbabilisticScoringFeeParameters.constructor_default(),
  );
  const messenger = ldk.DefaultMessageRouter.constructor_new(graph, entropy);
  return {
    logger,
    feeEstimator,
    outbox,
    broadcaster,
    persistence: persisting,
    persister,
    chainMonitor,
    watch: chainMonitor.as_Watch(),
    keys,
    entropy,
    signer: keys.as_NodeSigner(),
    signers: keys.as_SignerProvider(),
    graph,
    scorer,
    score,
    defaultRouter,
    router: defaultRouter.as_Router(),
    messenger,
    messageRouter: messenger.as_MessageRouter(),
    config: userConfig(),
  };
}

const FLOOR_TARGETS: readonly ldk.ConfirmationTarget[] = [
  ldk.ConfirmationTarget.LDKConfirmationTarget_MinAllowedAnchorChannelRemoteFee,
  ldk.ConfirmationTarget.LDKConfirmationTarget_MinAllowedNonAnchorChannelRemoteFee,
];

/** The graph is only a cache: what cannot be read is learnt again. */
function readGraph(store: Store, logger: ldk.Logger): ldk.NetworkGraph {
  const stored = store.get(GRAPH_KEY);
  const read = stored === undefined ? undefined : ldk.NetworkGraph.constructor_read(stored, logger);
  if (read instanceof ldk.Result_NetworkGraphDecodeErrorZ_OK) return read.res;
  return ldk.NetworkGraph.constructor_new(ldk.Network.LDKNetwork_Regtest, logger);
}

function userConfig(): ldk.UserConfig {
  const config = ldk.UserConfig.constructor_default();
  const handshake = config.get_channel_handshake_config();
  handshake.set_announce_for_forwarding(true);
  handshake.set_minimum_depth(1);
  handshake.set_max_inbound_htlc_value_in_flight_percent_of_channel(100);
  handshake.set_our_max_accepted_htlcs(HTLCS_PER_SIDE);
  handshake.set_negotiate_anchors_zero_fee_htlc_tx(false);
  config.set_channel_handshake_config(handshake);
  const limits = config.get_channel_handshake_limits();
  limits.set_force_announced_channel_preference(false);
  limits.set_max_funding_satoshis(CHANNEL_MAX_SATS);
  config.set_channel_handshake_limits(limits);
  const channel = config.get_channel_config();
  channel.set_forwarding_fee_base_msat(FEE_BASE_MSATS);
  channel.set_forwarding_fee_proportional_millionths(FEE_MILLIONTHS);
  channel.set_max_dust_htlc_exposure(ldk.MaxDustHTLCExposure.constructor_fixed_limit_msat(DUST_EXPOSURE_MAX_MSATS));
  config.set_channel_config(channel);
  config.set_accept_forwards_to_priv_channels(true);
  return config;
}

function readMonitors({ store, log }: CoreOptions, parts: Base): ldk.ChannelMonitor[] {
  const monitors: ldk.ChannelMonitor[] = [];
  for (const key of store.keys(MONITOR_PREFIX)) {
    const read = ldk.UtilMethods.constructor_C2Tuple_ThirtyTwoBytesChannelMonitorZ_read(
      store.get(key) ?? new Uint8Array(0),
      parts.entropy,
      parts.signers,
    );
    const monitor = need<ldk.TwoTuple_ThirtyTwoBytesChannelMonitorZ>(read, key).get_b();
    for (const bytes of store.appended(key)) {
      const update = need<ldk.ChannelMonitorUpdate>(ldk.ChannelMonitorUpdate.constructor_read(bytes), key);
      const applied = monitor.update_monitor(update, parts.broadcaster, parts.feeEstimator, parts.logger);
      // The library says so for a channel that is closing, and has applied the update nevertheless.
      if (!applied.is_ok()) log("warn", "monitor.update_refused", { key });
    }
    monitors.push(monitor);
  }
  return monitors;
}

function readManager({ store, chain }: CoreOptions, parts: Base, monitors: ldk.ChannelMonitor[]): ldk.ChannelManager {
  const stored = store.get(MANAGER_KEY);
  if (stored !== undefined) {
    const read = ldk.UtilMethods.constructor_C2Tuple_ThirtyTwoBytesChannelManagerZ_read(
      stored,
      parts.entropy,
      parts.signer,
      parts.signers,
      parts.feeEstimator,
      parts.watch,
      parts.broadcaster,
      parts.router,
      parts.messageRouter,
      parts.logger,
      parts.config,
      monitors,
    );
    return need<ldk.TwoTuple_ThirtyTwoBytesChannelManagerZ>(read, "reading the channel manager").get_b();
  }
  if (monitors.length > 0) throw new Error("channels without a channel manager: the log is not whole");
  const tip = chain.tip();
  const firstBlock = ldk.BestBlock.constructor_new(reversed(unhex(tip.hash)), tip.height);
  return ldk.ChannelManager.constructor_new(
    parts.feeEstimator,
    parts.watch,
    parts.broadcaster,
    parts.router,
    parts.messageRouter,
    parts.logger,
    parts.entropy,
    parts.signer,
    parts.signers,
    parts.config,
    ldk.ChainParameters.constructor_new(ldk.Network.LDKNetwork_Regtest, firstBlock),
    Math.floor(Date.now() / 1_000),
  );
}

/** Each monitor and the manager may have stopped at another block. */
async function catchUp(
  { chain }: CoreOptions,
  { broadcaster, feeEstimator, logger }: Base,
  monitors: readonly ldk.ChannelMonitor[],
  manager: ldk.ChannelManager,
): Promise<void> {
  for (const monitor of monitors) {
    const listener: ChainListener = {
      connect({ header, transactions }, height) {
        const data = transactions.map((tx, i) => ldk.TwoTuple_usizeTransactionZ.constructor_new(i, tx.raw));
        monitor.block_connected(header, data, height, broadcaster, feeEstimator, logger);
      },
      disconnect: (header, height) => monitor.block_disconnected(header, height, broadcaster, feeEstimator, logger),
    };
    await chain.bring(listener, blockId(monitor.current_best_block()));
  }
  const listen = manager.as_Listen();
  const listener: ChainListener = {
    connect: (block, height) => listen.block_connected(block.raw, height),
    disconnect: (header, height) => listen.block_disconnected(header, height),
  };
  await chain.bring(listener, blockId(manager.current_best_block()));
}

function blockId(best: ldk.BestBlock) {
  return { hash: hex(reversed(best.get_block_hash())), height: best.get_height() };
}

function peerParts({ graph, logger, signer, entropy, messageRouter }: Base, manager: ldk.ChannelManager) {
  const ignoring = ldk.IgnoringMessageHandler.constructor_new();
  const onion = ldk.OnionMessenger.constructor_new(
    entropy,
    signer,
    logger,
    manager.as_NodeIdLookUp(),
    messageRouter,
    manager.as_OffersMessageHandler(),
    ignoring.as_AsyncPaymentsMessageHandler(),
    ignoring.as_DNSResolverMessageHandler(),
    ignoring.as_CustomOnionMessageHandler(),
  );
  const gossip = ldk.P2PGossipSync.constructor_new(graph, ldk.Option_UtxoLookupZ.constructor_none(), logger);
  const peerManager = ldk.PeerManager.constructor_new(
    manager.as_ChannelMessageHandler(),
    gossip.as_RoutingMessageHandler(),
    onion.as_OnionMessageHandler(),
    ignoring.as_CustomMessageHandler(),
    Math.floor(Date.now() / 1_000),
    randomBytes(32),
    logger,
    signer,
  );
  return { ignoring, onion, gossip, peerManager };
}
