import { join } from "node:path";
import { type Chain, startChain } from "../lnd/chain.harness.ts";
import { type LndNode, startLndNode } from "../lnd/lnd-node.harness.ts";
import { setUp, until } from "../lnd/process.harness.ts";
import { type ClnNode, startClnNode } from "./cln-node.harness.ts";

/** Ours, of Core Lightning – a router that takes fees – a recipient, both of LND; with money on both sides. */
export type ClnNetwork = {
  readonly chain: Chain;
  readonly ours: ClnNode;
  readonly router: LndNode;
  readonly recipient: LndNode;
  /** Mines blocks. Resolves when all nodes have seen them. */
  mine(blocks: number): Promise<void>;
  /** Resolves when every channel can be used. */
  usable(): Promise<void>;
  stop(): Promise<void>;
};

const COIN_SATS = 100_000_000n;
const COINS = 3;
const OUR_CHANNELS = 2;
const ANNOUNCED_AFTER = 6;
/** A fee of 1,000 msat and a ten-thousandth. */
const ROUTER_ARGS = ["--bitcoin.basefee=1000", "--bitcoin.feerate=100"];

export function startClnNetwork(): Promise<ClnNetwork> {
  return setUp(async (programs) => {
    const { folder } = programs;
    const chain = await startChain(join(folder, "btcd"), programs);
    const [ours, router, recipient] = await Promise.all([
      startClnNode(join(folder, "ours"), chain, programs),
      startLndNode(folder, { name: "router", chain, programs, args: ROUTER_ARGS }),
      startLndNode(folder, { name: "recipient", chain, programs }),
    ]);
    const network = networkOf({ chain, ours, router, recipient, stop: programs.end });
    await openChannels(network);
    return network;
  });
}

function networkOf(parts: Omit<ClnNetwork, "mine" | "usable">): ClnNetwork {
  const { chain, ours, router, recipient } = parts;
  const nodes = [ours, router, recipient];
  return {
    ...parts,
    async mine(blocks) {
      await chain.mine(blocks);
      await Promise.all(nodes.map((node) => node.synced()));
    },
    async usable() {
      await until("our channels", async () => {
        const { channels } = await ours.call("listpeerchannels");
        return channels.length === OUR_CHANNELS && channels.every(isUsable);
      });
      await until("our graph", async () => {
        const { channels } = await ours.call("listchannels"); // one item for each direction
        return channels.filter(({ active }: { readonly active: boolean }) => active).length === 2 * (OUR_CHANNELS + 1);
      });
      for (const node of [router, recipient])
        await until(`the graph of ${node.name}`, async () => {
          const { edges } = await node.get("/v1/graph?include_unannounced=true");
          return edges.filter(hasBothPolicies).length === OUR_CHANNELS + 1;
        });
    },
  };
}

type Channel = { readonly state: string; readonly peer_connected: boolean; readonly reestablished?: boolean };

function isUsable({ state, peer_connected: isConnected, reestablished }: Channel): boolean {
  return state === "CHANNELD_NORMAL" && isConnected && reestablished !== false;
}

function hasBothPolicies(edge: { readonly node1_policy: unknown; readonly node2_policy: unknown }): boolean {
  return Boolean(edge.node1_policy && edge.node2_policy);
}

async function openChannels({ chain, ours, router, recipient, mine, usable }: ClnNetwork): Promise<void> {
  await Promise.all([ours, router, recipient].map((node) => node.synced()));
  const { bech32 } = await ours.call("newaddr", { addresstype: "bech32" });
  const { address } = await router.get("/v1/newaddress?type=WITNESS_PUBKEY_HASH");
  const coins = [bech32, address].flatMap((to) =>
    Array.from({ length: COINS }, () => ({ address: to, sats: COIN_SATS })),
  );
  await chain.fund(coins);
  await mine(1);
  const { identity_pubkey: routerKey } = await router.get("/v1/getinfo");
  const { identity_pubkey: recipientKey } = await recipient.get("/v1/getinfo");
  const addr = { pubkey: routerKey, host: `127.0.0.1:${router.peerPort}` };
  await recipient.post("/v1/peers", { addr, perm: true });
  await ours.call("connect", { id: routerKey, host: "127.0.0.1", port: router.peerPort });
  for (const [amount, push] of [
    [10_000_000, 4_000_000],
    [5_000_000, 1_000_000],
  ] as const)
    await ours.call("fundchannel", { id: routerKey, amount, push_msat: push * 1_000 });
  await until("the peer", async () => (await recipient.get("/v1/peers")).peers.length > 0);
  await router.post("/v1/channels", {
    node_pubkey: Buffer.from(recipientKey, "hex").toString("base64"),
    local_funding_amount: "12000000",
    push_sat: "6000000",
    sat_per_vbyte: "2",
  });
  await mine(ANNOUNCED_AFTER);
  await usable();
}
