import { setTimeout as sleep } from "node:timers/promises";
import type { Controls } from "./addresses.ts";
import { BURN_ADDRESS, type ChainRpc } from "./chain/rpc.ts";
import type { Control } from "./control-client.ts";

export type SetUp = {
  readonly controls: Controls;
  readonly rpc: ChainRpc;
  readonly ids: { readonly node: string; readonly router: string; readonly merchant: string };
  readonly progress: (step: string) => void;
  readonly signal: AbortSignal | undefined;
};

/** A channel that has to be there. */
type Link = { readonly from: Control; readonly to: Control; readonly toId: string };

const CHANNEL_SATS = 50_000_000n;
/** Given to the other side, so that payments find liquidity in both directions. */
const PUSH_SATS = 25_000_000n;
/** For the transactions that open channels. */
const MARGIN_SATS = 1_000_000n;
const MATURITY_BLOCKS = 100;
/** Channels are announced after so many (BOLT 7). */
const ANNOUNCE_BLOCKS = 6;
/** Set-up blocks are dated back: a hundred of them in a second would run ahead of the clock. */
const BEFORE_S = 600;
const TIMEOUT_MS = 60_000;
const POLL_MS = 40;
/** The amount that a route is looked up for: 10,000 sat. */
const PROBE_MSATS = "10000000";

/**
 * Makes what is missing: coins, channels, announcements. It depends on what exists now, not on what was done
 * before, so that it may be cut off anywhere and started again. Ends when a payment would find its way.
 */
export async function setUp(set: SetUp): Promise<void> {
  const { controls, ids, progress } = set;
  const links: readonly Link[] = [
    { from: controls.node, to: controls.router, toId: ids.router },
    { from: controls.router, to: controls.merchant, toId: ids.merchant },
  ];
  if ((await missing(links)).length > 0) {
    progress("Mining coins for the channels");
    await fund(set, links);
    progress("Opening channels");
  }
  await untilUsable(set, links);
  progress("Waiting until a payment finds its way");
  await untilRouted(set);
  // The nodes take the time from the newest block, which may be days old.
  await mine(set, 1);
}

/** Links that have no channel yet, not even one that is about to open. */
async function missing(links: readonly Link[]): Promise<readonly Link[]> {
  const found = await Promise.all(links.map(channelOf));
  return links.filter((_, i) => found[i] === undefined);
}

async function channelOf({ from, toId }: Link) {
  const { channels } = await from.channels();
  return channels.find((channel) => channel.peer === toId);
}

/** Mines a reward for each node that opens a channel, and the blocks after which it may be spent. */
async function fund(set: SetUp, links: readonly Link[]): Promise<void> {
  const needed = (CHANNEL_SATS + MARGIN_SATS) * 1_000n;
  let isImmature = false;
  for (const { from } of await missing(links)) {
    const balances = await from.balances();
    if (BigInt(balances.onchainSpendableMsats) >= needed) continue;
    isImmature = true;
    if (BigInt(balances.onchainMsats) < needed) await mineTo(set, 1, (await from.address()).address);
  }
  if (isImmature) await mine(set, MATURITY_BLOCKS);
}

/** Opens what is missing and mines until every channel carries payments. */
async function untilUsable(set: SetUp, links: readonly Link[]): Promise<void> {
  let pollsWithTransaction = 0;
  await until(set, "the channels are not usable", async () => {
    for (const link of await missing(links)) await open(link);
    const channels = await Promise.all(links.map(channelOf));
    if (channels.every((channel) => channel?.usable)) return true;
    const opening = channels.filter((channel) => channel?.ready !== true).length;
    const pending = (await set.rpc<readonly string[]>("getrawmempool")).length;
    pollsWithTransaction = pending === 0 ? 0 : pollsWithTransaction + 1;
    // Both funding transactions in one block save time; but one may be there already from an earlier start.
    if (opening > 0 && (pending >= opening || pollsWithTransaction * POLL_MS > 1_000)) await mine(set, ANNOUNCE_BLOCKS);
    return false;
  });
}

async function open({ from, toId }: Link): Promise<void> {
  const { peers } = await from.info();
  if (!peers.includes(toId)) return;
  await from.openChannel({ nodeId: toId, amountSats: String(CHANNEL_SATS), pushSats: String(PUSH_SATS) });
}

/** Waits for the gossip: our node finds the merchant, and the merchant finds us. */
async function untilRouted(set: SetUp): Promise<void> {
  const { controls, ids } = set;
  let polls = 0;
  await until(set, "no route between our node and the merchant", async () => {
    const [there, back] = await Promise.all([
      controls.node.route({ nodeId: ids.merchant, amountMsats: PROBE_MSATS }),
      controls.merchant.route({ nodeId: ids.node, amountMsats: PROBE_MSATS }),
    ]);
    if (there.found && back.found) return true;
    // An earlier start may have died between the blocks that announce a channel.
    if (++polls % 25 === 0) await mine(set, 1);
    return false;
  });
}

function mine(set: SetUp, blocks: number): Promise<void> {
  return mineTo(set, blocks, BURN_ADDRESS);
}

/** Mines, and waits until every node has seen it. */
async function mineTo({ rpc, controls }: SetUp, blocks: number, address: string): Promise<void> {
  const now = Math.floor(Date.now() / 1_000);
  if (blocks > 1) await rpc("setmocktime", now - BEFORE_S);
  await rpc("generatetoaddress", blocks, address);
  if (blocks > 1) await rpc("setmocktime", now);
  await Promise.all([controls.node.sync(), controls.router.sync(), controls.merchant.sync()]);
}

async function until({ signal }: SetUp, what: string, isDone: () => Promise<boolean>): Promise<void> {
  const giveUpMs = performance.now() + TIMEOUT_MS;
  while (!(await isDone())) {
    signal?.throwIfAborted();
    if (performance.now() > giveUpMs) throw new Error(`${what} after ${TIMEOUT_MS / 1_000} s`);
    await sleep(POLL_MS);
  }
}
