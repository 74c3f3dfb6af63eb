import { msats, sats } from "#kernel/money.ts";
import { type Network, type NodeBalances, type NodeClock, type NodeInfo, NodeUnavailable } from "#lightning";
import { amountOf, type Fields, textOf, txidOf } from "../answers.ts";
import { longListOf, numberOf } from "./answers.ts";
import { type Channel, listChannels, localOf, offeredBy } from "./channels.ts";
import type { CallOptions, Transport } from "./transport.ts";

const NETWORKS: Readonly<Record<string, Network>> = {
  bitcoin: "mainnet",
  testnet: "testnet",
  testnet4: "testnet4",
  signet: "signet",
  regtest: "regtest",
};
/** Since then `listpays` says of a payment that it may still be tried; before, no failure is proved by it. */
const VERSION_MIN = [26, 6] as const;
const VERSION = /^v?([0-9]{2})\.([0-9]{2})/;

/** Of any node: that is how one learns which it is. */
export async function readInfo({ callAny }: Pick<Transport, "callAny">): Promise<NodeInfo> {
  const said: { clock?: NodeClock | undefined } = {};
  const onClock: CallOptions["onClock"] = (clock) => {
    said.clock = clock;
  };
  const [info, channels] = await Promise.all([callAny("getinfo", {}, { onClock }), listChannels({ call: callAny })]);
  const version = textOf(info["version"]);
  if (!isNewEnough(version)) throw new NodeUnavailable(`its version is ${version}, and v26.06 is needed`);
  const network = NETWORKS[textOf(info["network"])];
  if (network === undefined) throw new NodeUnavailable("it is on a chain that is none of Bitcoin's");
  return {
    nodeId: textOf(info["id"]),
    network,
    version: `Core Lightning ${version}`,
    instanceId: undefined,
    synced: isSynced(info),
    blockHeight: numberOf(info["blockheight"]),
    ...(said.clock && { clock: said.clock }),
    ...capacityOf(channels),
  };
}

function isNewEnough(version: string): boolean {
  const [, year = "0", month = "0"] = VERSION.exec(version) ?? [];
  const [yearMin, monthMin] = VERSION_MIN;
  return Number(year) > yearMin || (Number(year) === yearMin && Number(month) >= monthMin);
}

/** Of `getinfo`. The warnings are there while the node, or the chain's node, still reads blocks. */
export function isSynced(info: Fields): boolean {
  return info["warning_bitcoind_sync"] === undefined && info["warning_lightningd_sync"] === undefined;
}

/** What a peer accepts is not said: as much as we do, the adapter takes. */
function capacityOf(channels: readonly Channel[]) {
  const usable = channels.filter(({ isActive }) => isActive);
  return {
    htlcSlots: usable.reduce((sum, { acceptedHtlcsMax }) => sum + 2 * acceptedHtlcsMax, 0),
    usableChannels: usable.length,
    sendable: sumOf(usable, ({ spendable }) => spendable),
    receivable: sumOf(usable, ({ receivable }) => receivable),
    lostChannels: channels.filter(({ isLost }) => isLost).length,
  };
}

/**
 * The fee of a commitment transaction is inside what a channel owes us. A coin that a close has paid counts in the
 * wallet; for some blocks while a forced close pays us, its coins may count twice.
 */
export async function readBalances(caller: Pick<Transport, "call">): Promise<NodeBalances> {
  const [channels, { outputs }] = await Promise.all([listChannels(caller), caller.call("listfunds")]);
  const coins = longListOf(outputs)
    .filter(({ status }) => status !== "spent")
    .map((coin) => ({ txid: txidOf(coin["txid"]), amount: amountOf(coin["amount_msat"]) }));
  const isIn = (phase: Channel["phase"]) => channels.filter((channel) => channel.phase === phase);
  return {
    channels: sumOf(isIn("open"), localOf),
    outgoingHtlcs: sumOf(channels, offeredBy),
    opening: sumOf(isIn("opening"), localOf),
    closing: sumOf(isIn("closing"), (channel) => stillToCome(channel, coins)),
    onchain: sumOf(coins, ({ amount }) => amount),
    reserve: reserveFor(channels),
    commitFees: msats(0n),
  };
}

/** Default of `min-emergency-msat`; a rune for `listconfigs`, which says it, would show much more. */
const RESERVE = sats(25_000n);

/** The wallet's own calls leave it, as long as a channel has anchors. */
function reserveFor(channels: readonly Channel[]) {
  return channels.some(({ hasAnchors, isResolved }) => hasAnchors && !isResolved) ? RESERVE : msats(0n);
}

type Coin = { readonly txid: string; readonly amount: bigint };

/** What a closing channel will still pay us. */
export function stillToCome(channel: Channel, coins: readonly Coin[]): bigint {
  if (channel.isResolved) return 0n;
  const paid = coins.filter(({ txid }) => txid === channel.closingTxid).reduce((sum, { amount }) => sum + amount, 0n);
  const local = localOf(channel);
  return local > paid ? local - paid : 0n;
}

function sumOf<T>(items: readonly T[], amountIn: (item: T) => bigint) {
  return msats(items.reduce((sum, item) => sum + amountIn(item), 0n));
}
