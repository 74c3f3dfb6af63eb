import { type Msats, msats } from "#kernel/money.ts";
import { type NodeBalances, type NodeClock, type NodeInfo, NodeUnavailable } from "#lightning";
import { amountOf, countOf, type Fields, fieldsOf, yesOrNo } from "../answers.ts";
import { nodeIdOf, satsOf, signedSatsOf, textOrEmpty } from "./answers.ts";
import { type OpenChannel, openChannelsOf, pendingChannelsOf, without } from "./channels.ts";
import type { AskLimits, Connection, Connections } from "./connections.ts";
import { named, Refusal } from "./errors.ts";
import { unspentLeases } from "./leases.ts";
import { readTransactions, type WalletTransaction } from "./transactions.ts";

const GET = "GET";
const ZERO = msats(0n);
/** Reads of what may change meanwhile are repeated. */
const TRIES = 3;

/** Whatever node answers. @throws {NodeUnavailable} */
export async function readInfo(connections: Connections, how?: "brief"): Promise<NodeInfo> {
  const connection = await connections.takeAny();
  try {
    const said: { clock?: NodeClock | undefined } = {};
    const askAs = (call: string, path: string, limits?: AskLimits) =>
      named(call, connection.ask({ method: GET, path }, limits));
    const onClock: AskLimits["onClock"] = (clock) => {
      said.clock = clock;
    };
    const info = await askAs("GetInfo", "/v1/getinfo", { onClock });
    const channels = openChannelsOf(await askAs("ListChannels", "/v1/channels"));
    const pending = how === "brief" ? undefined : await askAs("PendingChannels", "/v1/channels/pending");
    const active = channels.filter(({ isActive }) => isActive);
    return {
      nodeId: nodeIdOf(info["identity_pubkey"]),
      network: connection.network,
      version: `lnd ${textOrEmpty(info["version"]).split(" ", 1)[0]}`,
      instanceId: undefined,
      synced: yesOrNo(info["synced_to_chain"]),
      knowsGraph: info["synced_to_graph"] !== false,
      blockHeight: countOf(info["block_height"]),
      ...(said.clock && { clock: said.clock }),
      htlcSlots: active.reduce((sum, { slots }) => sum + slots, 0),
      usableChannels: active.length,
      sendable: sumOf(active, ({ sendable }) => sendable),
      receivable: sumOf(active, ({ receivable }) => receivable),
      ...(pending && { lostChannels: lostOf([...channels, ...pendingChannelsOf(pending)]) }),
    };
  } finally {
    connections.giveBack(connection);
  }
}

function lostOf(channels: readonly { readonly isLost: boolean }[]): number {
  return channels.filter(({ isLost }) => isLost).length;
}

/** @throws {NodeUnavailable} */
export async function readBalances(connections: Connections): Promise<NodeBalances> {
  const connection = await connections.take();
  try {
    const wallet = await connection.ask({ method: GET, path: "/v1/balance/blockchain" });
    for (let tries = 0; tries < TRIES; tries++) {
      const found = await channelBalances(connection);
      if (found === undefined) continue;
      const { waiting, ...balances } = found;
      const reserve = satsOf(wallet["reserved_balance_anchor_chan"]);
      return { ...balances, onchain: await onchainOf(connection, wallet, found), reserve };
    }
  } finally {
    connections.giveBack(connection);
  }
  throw new NodeUnavailable("the node's channels changed while they were counted");
}

/** `waiting`: the channels, `txid:index`, whose close is not deep enough. */
type ChannelMoney = Omit<NodeBalances, "onchain" | "reserve"> & { readonly waiting: ReadonlySet<string> };

/** Undefined when a channel came or went between the questions. */
async function channelBalances(connection: Connection): Promise<ChannelMoney | undefined> {
  const before = openChannelsOf(await connection.ask({ method: GET, path: "/v1/channels" }));
  const answer = await connection.ask({ method: GET, path: "/v1/balance/channels" });
  const pending = await connection.ask({ method: GET, path: "/v1/channels/pending" });
  const channels = openChannelsOf(await connection.ask({ method: GET, path: "/v1/channels" }));
  if (pointsOf(before) !== pointsOf(channels)) return undefined;
  const part = (name: string) => amountOf(fieldsOf(answer[name])["msat"]);
  const [local, remote] = [part("local_balance"), part("remote_balance")];
  const [offered, incoming] = [part("unsettled_remote_balance"), part("unsettled_local_balance")];
  const fees = sumOf(channels, ({ capacity }) => capacity) - local - remote - offered - incoming;
  const ofOthers = sumOf(
    channels.filter(({ isOurs }) => !isOurs),
    ({ commitFee }) => commitFee,
  );
  if (fees < 0n) return undefined;
  const opening = pendingChannelsOf(pending).filter(({ state }) => state === "opening");
  const waiting = pendingChannelsOf(pending).filter(({ isWaiting }) => isWaiting);
  return {
    channels: local,
    outgoingHtlcs: offered,
    opening: sumOf(opening, openingOf),
    closing: satsOf(pending["total_limbo_balance"]),
    commitFees: without(msats(fees), ofOthers),
    waiting: new Set(waiting.map(({ point }) => point)),
  };
}

/** Of a channel that we open, all that the peer is not given: its fee and anchors are ours. */
function openingOf({ isOurs, capacity, local, remote }: { readonly isOurs: boolean } & Amounts): Msats {
  return isOurs ? without(capacity, remote) : local;
}

type Amounts = { readonly capacity: Msats; readonly local: Msats; readonly remote: Msats };

/**
 * The wallet's coins, also those kept for a transaction that is not published. Once it is published they are still
 * kept, and its change is counted already. What a close pays is in `total_limbo_balance` as well, until its transaction
 * is deep enough. A credential without rights on the chain cannot see which case it is: too little is the safe side.
 */
async function onchainOf(connection: Connection, wallet: Fields, { closing, waiting }: ChannelMoney): Promise<Msats> {
  const [locked, total] = [satsOf(wallet["locked_balance"]), satsOf(wallet["total_balance"])];
  const moving = signedSatsOf(wallet["unconfirmed_balance"]) * 1_000n;
  if (locked === ZERO && moving === 0n && waiting.size === 0) return total;
  try {
    const transactions = await readMoving(connection, waiting);
    const kept = locked === ZERO ? ZERO : await unspentLeases(connection, transactions);
    return without(msats(total + kept), msats(countedTwice(transactions, waiting)));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const twice = moving < closing ? moving : closing;
    return twice > 0n ? without(total, msats(twice)) : total;
  }
}

/** More than LND waits for a close to be deep. */
const DEEP_BLOCKS = 144;

/** Transactions in no block, and those that closed what still waits. */
async function readMoving(connection: Connection, waiting: ReadonlySet<string>): Promise<readonly WalletTransaction[]> {
  if (waiting.size === 0) return await readTransactions(connection, "unconfirmed");
  const height = countOf((await connection.ask({ method: GET, path: "/v1/getinfo" }))["block_height"]);
  const recent = await readTransactions(connection, { from: Math.max(1, height - DEEP_BLOCKS) });
  return recent.filter(({ confirmations, coins }) => confirmations === 0 || coins.some((coin) => waiting.has(coin)));
}

/** Labels that LND gives, with the version before them. */
const OF_CLOSES = ["0:closechannel", "0:sweep", "0:justicetx"];

/** To raise the fee of a sweep LND makes another transaction of the same coins, and counts what each of them pays. */
function countedTwice(moving: readonly WalletTransaction[], waiting: ReadonlySet<string>): bigint {
  const seen = new Set<string>();
  let twice = 0n;
  for (const { label, own, gain, coins } of moving) {
    if (!OF_CLOSES.some((known) => label.startsWith(known)) && !coins.some((coin) => waiting.has(coin))) continue;
    if (coins.some((coin) => seen.has(coin))) twice += own;
    else if (gain > 0n) twice += gain;
    for (const coin of coins) seen.add(coin);
  }
  return twice;
}

function pointsOf(channels: readonly OpenChannel[]): string {
  return channels
    .map(({ point }) => point)
    .sort()
    .join(" ");
}

function sumOf<T>(items: readonly T[], amount: (item: T) => Msats): Msats {
  return msats(items.reduce((sum, item) => sum + amount(item), 0n));
}
