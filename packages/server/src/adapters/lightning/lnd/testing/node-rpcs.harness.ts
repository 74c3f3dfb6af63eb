import { RpcError } from "./fields.harness.ts";
import type { LndParts } from "./parts.harness.ts";
import { plain, type Rpc } from "./rest.harness.ts";

/**
 * Calls about the node itself, its channels and its macaroons; and those that an adapter should not be allowed. `all`:
 * every call that the node knows.
 */
export function nodeRpcs(parts: LndParts, all: () => readonly Rpc[]): readonly Rpc[] {
  const { channels, macaroons } = parts;
  return [
    plain({ uri: "/lnrpc.State/GetState", at: "GET /v1/state", needs: "" }, {}, () => ({ state: parts.state() })),
    plain({ uri: "/lnrpc.Lightning/GetInfo", at: "GET /v1/getinfo", needs: "info:read" }, {}, () => infoOf(parts)),
    plain({ uri: "/lnrpc.Lightning/ChannelBalance", at: "GET /v1/balance/channels", needs: "offchain:read" }, {}, () =>
      channels.balance(),
    ),
    plain(
      { uri: "/lnrpc.Lightning/ListChannels", at: "GET /v1/channels", needs: "offchain:read" },
      {
        active_only: "bool",
        inactive_only: "bool",
        public_only: "bool",
        private_only: "bool",
        peer: "bytes",
        peer_alias_lookup: "bool",
      },
      () => channels.listed(),
    ),
    plain(
      { uri: "/lnrpc.Lightning/PendingChannels", at: "GET /v1/channels/pending", needs: "offchain:read" },
      { include_raw_tx: "bool" },
      () => channels.pending(),
    ),
    plain(
      { uri: "/lnrpc.Lightning/ClosedChannels", at: "GET /v1/channels/closed", needs: "offchain:read" },
      {
        cooperative: "bool",
        local_force: "bool",
        remote_force: "bool",
        breach: "bool",
        funding_canceled: "bool",
        abandoned: "bool",
      },
      () => channels.closed(),
    ),
    plain(
      { uri: "/lnrpc.Lightning/ForwardingHistory", at: "POST /v1/switch", needs: "offchain:read" },
      {
        start_time: "int",
        end_time: "int",
        index_offset: "int",
        num_max_events: "int",
        peer_alias_lookup: "bool",
        incoming_chan_ids: { list: "int" },
        outgoing_chan_ids: { list: "int" },
      },
      (request) => channels.forwarded(request),
    ),
    plain(
      {
        uri: "/lnrpc.Lightning/ExportAllChannelBackups",
        at: "GET /v1/channels/backup",
        needs: "offchain:read",
      },
      {},
      () => channels.backup(),
    ),
    plain(
      { uri: "/walletrpc.WalletKit/PendingSweeps", at: "GET /v2/wallet/sweeps/pending", needs: "onchain:read" },
      {},
      () => channels.sweeps(),
    ),
    ...macaroonRpcs(macaroons, all),
    ...FORBIDDEN,
  ];
}

function infoOf({ nodeId, channels, wallet, node }: LndParts): object {
  const open = channels.all.filter(({ state }) => state === "open");
  return {
    version: "0.21.3-beta commit=",
    commit_hash: "",
    identity_pubkey: nodeId,
    alias: "fake",
    color: "#3399ff",
    num_pending_channels: 0,
    num_active_channels: channels.active().length,
    num_inactive_channels: open.length - channels.active().length,
    num_peers: 1,
    block_height: wallet.height,
    block_hash: "33a5a1a461c437d5a1530f59eff148e9a4fa7183fae535bbe45bed7f83bbd3e5",
    best_header_timestamp: "1795405987",
    synced_to_chain: node.isSynced,
    synced_to_graph: node.knowsGraph,
    testnet: false,
    chains: [{ chain: "bitcoin", network: node.network }],
    uris: [],
    features: {},
    require_htlc_interceptor: false,
    store_final_htlc_resolutions: false,
    wallet_synced: node.isSynced,
    graph_cache_status: "GRAPH_CACHE_STATUS_LOADED",
  };
}

function macaroonRpcs(macaroons: LndParts["macaroons"], all: () => readonly Rpc[]): readonly Rpc[] {
  type Op = { readonly entity?: string; readonly action?: string };
  return [
    plain(
      {
        uri: "/lnrpc.Lightning/CheckMacaroonPermissions",
        at: "POST /v1/macaroon/checkpermissions",
        needs: "macaroon:read",
      },
      {
        macaroon: "bytes",
        permissions: { list: { fields: { entity: "string", action: "string" } } },
        fullMethod: "string",
        checkDefaultPermsFromFullMethod: "bool",
      },
      (request) => {
        const uri = (request["fullMethod"] ?? "") as string;
        const isByMethod = request["checkDefaultPermsFromFullMethod"] === true;
        const byMethod = all().find((rpc) => rpc.uri === uri)?.needs ?? [];
        if (isByMethod && byMethod.length === 0) throw new RpcError(2, `no permissions found for full method ${uri}`);
        const asked = ((request["permissions"] ?? []) as readonly Op[]).map(
          ({ entity, action }) => `${entity}:${action}`,
        );
        try {
          macaroons.check(request["macaroon"] as Buffer, isByMethod ? byMethod : asked, uri);
        } catch (error) {
          throw new RpcError(3, (error as Error).message);
        }
        return { valid: true };
      },
    ),
    plain(
      { uri: "/lnrpc.Lightning/ListPermissions", at: "GET /v1/macaroon/permissions", needs: "info:read" },
      {},
      () => ({
        method_permissions: Object.fromEntries(
          all().map(({ uri, needs }) => [
            uri,
            {
              permissions: needs.map((need) => {
                const [entity, action] = need.split(":");
                return { entity, action };
              }),
            },
          ]),
        ),
      }),
    ),
  ];
}

/** They do nothing here: only whether a macaroon allows them counts. */
const FORBIDDEN: readonly Rpc[] = [
  ["/lnrpc.Lightning/SendCoins", "POST /v1/transactions", "onchain:write"],
  ["/lnrpc.Lightning/OpenChannelSync", "POST /v1/channels", "onchain:write offchain:write"],
  ["/lnrpc.Lightning/BakeMacaroon", "POST /v1/macaroon", "macaroon:generate"],
  ["/lnrpc.Lightning/StopDaemon", "POST /v1/stop", "info:write"],
].map(([uri = "", at = "", needs = ""]) =>
  plain({ uri, at, needs }, {}, () => {
    throw new Error(`${uri} was called`);
  }),
);
