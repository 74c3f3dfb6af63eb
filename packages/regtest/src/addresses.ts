import { join } from "node:path";
import type { ControlAddress } from "./control-api.ts";
import { type Control, control } from "./control-client.ts";
import type { Settings } from "./folder.ts";

export type ChainAddress = {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Holds `user:password`, as bitcoind's cookie file does; mode 600. */
  readonly cookieFile: string;
};

/**
 * Where everything is. Plain data: it may be written down for other processes. The same at every start, but for one
 * token.
 */
export type NetworkAddresses = {
  /**
   * Control server of our node. Its token is new at every start, so calls for the node of an earlier start are refused.
   */
  readonly node: ControlAddress;
  /** Control server of the world; its nodes are at `/router` and `/merchant`. */
  readonly world: ControlAddress;
  readonly chain: ChainAddress;
  /** Lightning address of the merchant, for instance "merchant@127.0.0.1:20123". */
  readonly merchantAddress: string;
  /** `host:port` of the merchant's web server. */
  readonly merchantHost: string;
};

const CHAIN_USER = "leyden";

/** The three nodes by name. */
export type Controls = { readonly node: Control; readonly router: Control; readonly merchant: Control };

export function addressesOf(dataDir: string, { ports, ...secrets }: Settings, nodeToken: string): NetworkAddresses {
  const merchantHost = `127.0.0.1:${ports.merchantHttp}`;
  return {
    node: { url: `http://127.0.0.1:${ports.nodeControl}/node`, token: nodeToken },
    world: { url: `http://127.0.0.1:${ports.worldControl}`, token: secrets.worldToken },
    chain: {
      url: `http://127.0.0.1:${ports.chainRpc}`,
      user: CHAIN_USER,
      password: secrets.chainPassword,
      cookieFile: join(dataDir, "chain.cookie"),
    },
    merchantAddress: `merchant@${merchantHost}`,
    merchantHost,
  };
}

/** Clients of the three nodes. */
export function controlsOf({ node, world }: Pick<NetworkAddresses, "node" | "world">): Controls {
  return {
    node: control(node),
    router: control({ url: `${world.url}/router`, token: world.token }),
    merchant: control({ url: `${world.url}/merchant`, token: world.token }),
  };
}
