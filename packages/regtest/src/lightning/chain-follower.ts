import type { ChainRpc } from "../chain/rpc.ts";
import { ignore } from "../children/ignore.ts";
import type { Store } from "../log/store.ts";
import { type Block, headerHash, parseBlock, previousHash } from "./block.ts";
import { unhex } from "./bytes.ts";

export type BlockId = { readonly hash: string; readonly height: number };

/** Gets every block in order, and each block that left the chain. */
export type ChainListener = {
  connect(block: Block, height: number): void;
  disconnect(header: Uint8Array, height: number): void;
};

/**
 * Follows the chain through reorganizations. Headers of the last blocks are kept in the store, because bcoin forgets
 * a block that is not on the active chain, and the library needs its header to disconnect it.
 */
export type ChainFollower = {
  tip(): BlockId;
  /** True when the last poll succeeded. */
  isSynced(): boolean;
  /** Brings one listener from where it is to our tip. For the start, when each is somewhere else. */
  bring(listener: ChainListener, from: BlockId): Promise<void>;
  /** From now on `poll` moves our tip and this listener, which is at our tip. */
  follow(listener: ChainListener): void;
  /** Follows the chain to its tip now. Resolves when the listener has got every block. */
  poll(): Promise<void>;
};

const HEADER_PREFIX = "header/";
/** No reorganization goes deeper: rewards cannot even be spent earlier. */
const HEADERS_KEPT = 144;
/** Blocks fetched in advance while catching up. */
const PREFETCH_BLOCKS = 16;

export async function openChainFollower(rpc: ChainRpc, store: Store): Promise<ChainFollower> {
  const byHash = new Map<string, Uint8Array>();
  const byHeight = new Map<number, Uint8Array>();
  for (const key of store.keys(HEADER_PREFIX)) {
    const header = store.get(key) ?? new Uint8Array(0);
    byHash.set(headerHash(header), header);
    byHeight.set(Number(key.slice(HEADER_PREFIX.length)), header);
  }

  let tip = await bestBlock(rpc);
  let isSynced = true;
  let listener: ChainListener | undefined;
  let queue: Promise<void> = Promise.resolve();

  function remember(block: Block, height: number): void {
    byHash.set(block.hash, block.header);
    byHeight.set(height, block.header);
    store.put(`${HEADER_PREFIX}${height}`, block.header);
    const old = byHeight.get(height - HEADERS_KEPT);
    if (old === undefined) return;
    byHash.delete(headerHash(old));
    byHeight.delete(height - HEADERS_KEPT);
    store.remove(`${HEADER_PREFIX}${height - HEADERS_KEPT}`);
  }

  async function move(target: ChainListener, from: BlockId, to: BlockId, moved?: (at: BlockId) => void): Promise<void> {
    let at = from;
    while (at.height > to.height || (await blockHash(rpc, at.height)) !== at.hash) {
      const header = byHash.get(at.hash);
      if (header === undefined) throw new Error(`block ${at.hash} is unknown: is this another chain?`);
      target.disconnect(header, at.height);
      at = { hash: previousHash(header), height: at.height - 1 };
      moved?.(at);
    }
    for await (const block of blocks(rpc, at.height + 1, to.height)) {
      if (block.previous !== at.hash) throw new Error("the chain was reorganized while it was read");
      at = { hash: block.hash, height: at.height + 1 };
      remember(block, at.height);
      target.connect(block, at.height);
      moved?.(at);
    }
  }

  async function pollOnce(): Promise<void> {
    try {
      const best = await bestBlock(rpc);
      if (best.hash !== tip.hash && listener !== undefined)
        await move(listener, tip, best, (at) => {
          tip = at;
        });
      isSynced = true;
    } catch (error) {
      isSynced = false;
      throw error;
    }
  }

  // A node that starts at this block may have to disconnect it.
  if (!byHash.has(tip.hash)) remember(await fetchBlock(rpc, tip.height), tip.height);

  return {
    tip: () => tip,
    isSynced: () => isSynced,
    bring: (target, from) => move(target, from, tip),
    follow(followed) {
      listener = followed;
    },
    poll() {
      queue = queue.then(pollOnce, pollOnce);
      return queue;
    },
  };
}

async function bestBlock(rpc: ChainRpc): Promise<BlockId> {
  const { blocks: height, bestblockhash: hash } = await rpc<{ blocks: number; bestblockhash: string }>(
    "getblockchaininfo",
  );
  return { hash, height };
}

function blockHash(rpc: ChainRpc, height: number): Promise<string> {
  return rpc<string>("getblockhash", height);
}

/** Blocks of the active chain from height to height, fetched a few ahead of the reader. */
async function* blocks(rpc: ChainRpc, from: number, to: number): AsyncGenerator<Block> {
  const fetched: Promise<Block>[] = [];
  for (let next = from, height = from; height <= to; height++) {
    for (; next <= to && next < height + PREFETCH_BLOCKS; next++) {
      const block = fetchBlock(rpc, next);
      block.catch(ignore); // seen when its turn comes
      fetched.push(block);
    }
    const block = fetched.shift();
    if (block !== undefined) yield await block;
  }
}

async function fetchBlock(rpc: ChainRpc, height: number): Promise<Block> {
  return parseBlock(unhex(await rpc<string>("getblock", await blockHash(rpc, height), 0)));
}
