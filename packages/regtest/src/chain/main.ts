/** Process of the chain: bcoin on regtest, kept on disk, with a JSON-RPC that other Lightning programs understand. */
import { runChild } from "../children/run-child.ts";
import { type BcoinNode, loadBcoin } from "./bcoin.ts";
import { BURN_ADDRESS, FIRST_BLOCKS } from "./rpc.ts";

export type ChainConfig = { readonly folder: string; readonly rpcPort: number; readonly password: string };

/** The first blocks are dated back: a block's time must grow, and thousands of fast ones would run into the future. */
const FIRST_BLOCKS_BACKDATED_S = 24 * 60 * 60;

await runChild("chain", async (config: ChainConfig) => {
  const bcoin = loadBcoin();
  const node = new bcoin.FullNode({
    network: "regtest",
    memory: false,
    prefix: config.folder,
    "http-host": "127.0.0.1",
    "http-port": config.rpcPort,
    "api-key": config.password,
    indexTX: true,
    listen: false,
    seeds: [], // no peers: the default is 127.0.0.1
    selfish: true,
    bip37: false,
    workers: false,
    logFile: false,
    logLevel: "none",
    "persistent-mempool": true,
  });
  await node.ensure();
  await node.open();
  await node.connect(); // to no peer; bcoin cannot take back a block without
  await mineFirstBlocks(node, bcoin.Address.fromString(BURN_ADDRESS, "regtest"));
  return { report: {}, stop: () => node.close() };
});

/** Mines what a new chain needs before it can carry channels; goes on where an earlier try was cut off. */
async function mineFirstBlocks(node: BcoinNode, address: object): Promise<void> {
  node.network.time.offset = -FIRST_BLOCKS_BACKDATED_S;
  while (node.chain.height < FIRST_BLOCKS) await node.chain.add(await node.miner.mineBlock(node.chain.tip, address));
  node.network.time.offset = 0;
}
