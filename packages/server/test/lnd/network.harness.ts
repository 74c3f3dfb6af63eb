import { join } from "node:path";
import { type Chain, startChain } from "./chain.harness.ts";
import { type LndNode, startLndNode } from "./lnd-node.harness.ts";
import { type Programs, setUp, until } from "./process.harness.ts";

/** Ours – a router that takes fees – a recipient, with money on both sides of each channel. */
export type LndNetwork = {
  readonly chain: Chain;
  readonly programs: Programs;
  readonly ours: LndNode;
  readonly router: LndNode;
  readonly recipient: LndNode;
  /** Mines blocks. Resolves when all nodes have seen them. */
  mine(blocks: number): Promise<void>;
  /** Resolves when every channel can be used. */
  usable(): Promise<void>;
  stop(): Promise<void>;
};

const COINS_OF_EACH = 6;
const COIN_SATS = 100_000_000n;
const OUR_CHANNELS = 2;
const ANNOUNCED_AFTER = 6;
/** A fee of 1,000 msat and a ten-thousandth. */
const ROUTER_ARGS = ["--bitcoin.basefee=1000", "--bitcoin.feerate=100"];

/** `prepare` is given the folder in which ours will lie. */
export function startLndNetwork(prepare: (folder: string) => void = () => undefined): Promise<LndNetwork> {
  return setUp(async (programs) => {
    const { folder } = programs;
    prepare(join(folder, "ours"));
    const chain = await startChain(join(folder, "btcd"), programs);
    const start = (name: string, args: readonly string[] = []) => startLndNode(folder, { name, chain, programs, args });
    const [ours, router, recipient] = await Promise.all([
      start("ours"),
      start("router", ROUTER_ARGS),
      start("recipient"),
    ]);
    const network = networkOf({ chain, programs, ours, router, recipient, stop: programs.end });
    await openChannels(network);
    return network;
  });
}

function networkOf(parts: Omit<LndNetwork, "mine" | "usable">): LndNetwork {
  const { chain, ours, router, recipient } = parts;
  const nodes = [ours, router, recipient];
  const channelsOf = new Map([
    [ours, OUR_CHANNELS],
    [router, OUR_CHANNELS + 1],
    [recipient, 1],
  ]);
  return {
    ...parts,
    async mine(blocks) {
      await chain.mine(blocks);
      await Promise.all(nodes.map((node) => node.synced()));
    },
    async usable() {
      for (const node of nodes)
        await until(`channels of ${node.name}`, async () => {
          const { channels } = await node.get("/v1/channels?active_only=true");
          const { edges } = await node.get("/v1/graph?include_unannounced=true");
          const known = edges.filter((edge: { node1_policy: unknown; node2_policy: unknown }) =>
            Boolean(edge.node1_policy && edge.node2_policy),
          );
          return channels.length === channelsOf.get(node) && known.length === OUR_CHANNELS + 1;
        });
    },
  };
}

async function openChannels(network: LndNetwork): Promise<void> {
  const { chain, ours, router, recipient, mine, usable } = network;
  const nodes = [ours, router, recipient];
  await Promise.all(nodes.map((node) => node.synced()));
  const outputs = nodes.flatMap((node) => Array.from({ length: COINS_OF_EACH }, () => node));
  await chain.fund(
    await Promise.all(
      outputs.map(async (node) => {
        const { address } = await node.get("/v1/newaddress?type=WITNESS_PUBKEY_HASH");
        return { address, sats: COIN_SATS };
      }),
    ),
  );
  await mine(1);
  const { identity_pubkey: routerKey } = await router.get("/v1/getinfo");
  const { identity_pubkey: recipientKey } = await recipient.get("/v1/getinfo");
  for (const node of [ours, recipient]) {
    const addr = { pubkey: routerKey, host: `127.0.0.1:${router.peerPort}` };
    await node.post("/v1/peers", { addr, perm: true });
    await until(`${node.name} and its peer`, async () => (await node.get("/v1/peers")).peers.length > 0);
  }
  const open = async (from: LndNode, key: string, sats: number, push: number) => {
    const peer = Buffer.from(key, "hex").toString("base64");
    const amounts = { local_funding_amount: String(sats), push_sat: String(push), sat_per_vbyte: "2" };
    await from.post("/v1/channels", { node_pubkey: peer, ...amounts });
  };
  await open(ours, routerKey, 10_000_000, 4_000_000);
  await open(ours, routerKey, 5_000_000, 1_000_000);
  await open(router, recipientKey, 12_000_000, 6_000_000);
  await mine(ANNOUNCED_AFTER);
  await usable();
}
