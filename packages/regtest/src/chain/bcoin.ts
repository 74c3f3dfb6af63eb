import { createRequire } from "node:module";

/**
 * The little of bcoin 1.0.2 that we use; it has no types of its own. It is loaded in the chain's process only, and
 * with its JavaScript backend, because nothing that needs a compiler may be installed.
 */
export type BcoinNode = {
  readonly chain: { readonly height: number; readonly tip: object; add(block: object): Promise<object | null> };
  readonly miner: { mineBlock(tip: object, address: object): Promise<object> };
  /** Seconds that its clock is ahead of ours. */
  readonly network: { readonly time: { offset: number } };
  ensure(): Promise<void>;
  open(): Promise<void>;
  connect(): Promise<void>;
  close(): Promise<void>;
};

export type Bcoin = {
  readonly FullNode: new (options: Readonly<Record<string, unknown>>) => BcoinNode;
  readonly Address: { fromString(text: string, network: string): object };
};

type Networks = { get(name: string): { addressPrefix: { bech32: string } } };

export function loadBcoin(): Bcoin {
  // biome-ignore lint/style/noProcessEnv: the only way to tell bcoin which backend to take
  process.env["NODE_BACKEND"] = "js";
  const require = createRequire(import.meta.url);
  const networks = require("bcoin/lib/protocol/network") as Networks;
  // bcoin 1.0.2 says "rb"; every other program expects BIP 173's "bcrt".
  networks.get("regtest").addressPrefix.bech32 = "bcrt";
  return {
    FullNode: require("bcoin/lib/node/fullnode") as Bcoin["FullNode"],
    Address: require("bcoin/lib/primitives/address") as Bcoin["Address"],
  };
}
