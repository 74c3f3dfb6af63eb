import type * as ldk from "lightningdevkit";
import type { Peer } from "../control-api.ts";
import { hex, unhex } from "./bytes.ts";
import type { Sockets } from "./sockets.ts";

/** Peers to which a connection is kept: the library itself never connects again. */
export type Peers = {
  keep(peer: Peer): void;
  connected(): readonly string[];
  wanted(): readonly string[];
  stop(): void;
};

const RETRY_FIRST_MS = 100;
const RETRY_MAX_MS = 250;
/** A connection that lasted so long was a good one: the next is tried without delay. */
const STEADY_MS = 3_000;

export function keepPeers(peerManager: ldk.PeerManager, sockets: Sockets): Peers {
  const wanted = new Map<string, Peer>();
  let isStopped = false;
  const connected = () => peerManager.list_peers().map((peer) => hex(peer.get_counterparty_node_id()));

  function connect(peer: Peer, waitMs: number): void {
    if (isStopped || wanted.get(peer.nodeId) !== peer) return;
    const startedMs = performance.now();
    sockets.connect(unhex(peer.nodeId), peer.host, peer.port, () => {
      const wasSteady = performance.now() - startedMs > STEADY_MS;
      const pauseMs = wasSteady ? RETRY_FIRST_MS : waitMs;
      setTimeout(() => connect(peer, Math.min(pauseMs * 2, RETRY_MAX_MS)), pauseMs).unref();
    });
  }

  return {
    keep(peer) {
      const known = wanted.get(peer.nodeId);
      if (known?.host === peer.host && known.port === peer.port) return;
      wanted.set(peer.nodeId, peer);
      connect(peer, RETRY_FIRST_MS);
    },
    connected,
    wanted: () => [...wanted.keys()],
    stop() {
      isStopped = true;
    },
  };
}
