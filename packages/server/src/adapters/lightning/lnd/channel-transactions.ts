import { type Msats, msats } from "#kernel/money.ts";
import type { ChannelTransaction } from "#lightning";
import { parseBitcoinTransaction } from "#protocol/bitcoin-transaction.ts";
import { countOf, type Fields, fieldsOf, listOf, textOf } from "../answers.ts";
import { satsOf } from "./answers.ts";
import { CHANNELS_MAX, openChannelsOf, pendingChannelsOf, RESOLUTIONS_MAX } from "./channels.ts";
import type { Connection, Connections } from "./connections.ts";
import { Refusal } from "./errors.ts";
import { LABEL } from "./onchain.ts";
import { readTransactions, type WalletTransaction } from "./transactions.ts";

/** A channel, open or not any more. `isOurs`: we opened it, so we pay for its transactions. */
export type KnownChannel = {
  readonly point: string;
  readonly capacity: Msats;
  readonly isOurs: boolean;
  /** Once all of its close is resolved. */
  readonly close?: { readonly txid: string; readonly height: number };
};

/** What an output of a closed channel held, by its place `txid:index`. */
export type Resolved = { readonly coin: string; readonly amount: Msats };

/** Labels that LND gives (its package labels), with the version before them. */
const SWEEP_LABELS = ["0:sweep", "0:justicetx"];

/** Undefined where the credential may not ask. @throws {NodeUnavailable} */
export async function readChannelTransactions(
  connections: Connections,
): Promise<readonly ChannelTransaction[] | undefined> {
  const connection = await connections.take();
  try {
    const closed = await readClosed(connection);
    const open = openChannelsOf(await connection.ask({ method: "GET", path: "/v1/channels" }));
    const pending = pendingChannelsOf(await connection.ask({ method: "GET", path: "/v1/channels/pending" }));
    const transactions = await readTransactions(connection, "all");
    const resolved = closed.flatMap(({ resolutions }) => resolutions);
    const atBlock = countOf((await connection.ask({ method: "GET", path: "/v1/getinfo" }))["block_height"]);
    return channelTransactionsOf({ transactions, channels: [...open, ...pending, ...closed], resolved, atBlock });
  } catch (error) {
    if (error instanceof Refusal && error.code !== undefined) return undefined;
    throw error;
  } finally {
    connections.giveBack(connection);
  }
}

async function readClosed(connection: Connection) {
  const answer = await connection.ask({ method: "GET", path: "/v1/channels/closed" });
  return listOf(answer["channels"], CHANNELS_MAX).map((channel) => ({
    point: textOf(channel["channel_point"]),
    capacity: satsOf(channel["capacity"]),
    isOurs: channel["open_initiator"] === "INITIATOR_LOCAL",
    close: { txid: textOf(channel["closing_tx_hash"]), height: countOf(channel["close_height"]) },
    resolutions: listOf(channel["resolutions"], RESOLUTIONS_MAX).map(resolvedOf),
  }));
}

function resolvedOf({ outpoint, amount_sat }: Fields): Resolved {
  const { txid_str, output_index } = fieldsOf(outpoint);
  return { coin: `${textOf(txid_str)}:${countOf(output_index)}`, amount: satsOf(amount_sat) };
}

/** Those of the wallet that opened, closed or swept one of these channels, and what each cost us. */
export function channelTransactionsOf({
  transactions,
  channels,
  resolved,
  atBlock,
}: {
  readonly transactions: readonly WalletTransaction[];
  readonly channels: readonly KnownChannel[];
  readonly resolved: readonly Resolved[];
  readonly atBlock: number;
}): readonly ChannelTransaction[] {
  const byPoint = new Map(channels.map((channel) => [channel.point, channel]));
  const ofCloses = new Set(resolved.map(({ coin }) => coin));
  const values = valuesOf(transactions, channels, resolved);
  const known = transactions.flatMap((transaction): readonly ChannelTransaction[] => {
    const { txid, bytes, gain, confirmations, at, label } = transaction;
    if (label.startsWith(LABEL)) return [];
    const { outputs, inputs } = parseBitcoinTransaction(bytes);
    const closing = inputs.flatMap((coin) => byPoint.get(coin) ?? []);
    const one = { txid, gain, confirmations, at };
    const whole = feeOf(inputs, outputs, values);
    const opening = outputs.flatMap((_, index) => byPoint.get(`${txid}:${index}`) ?? []);
    if (opening.length > 0) return [{ ...one, kind: "open", fee: isAllFor(opening, gain, whole) ? whole : undefined }];
    if (closing.length > 0) {
      const fee = closing.some(({ isOurs }) => isOurs) ? whole : msats(0n);
      return [{ ...one, kind: "close", fee, confirmations: depthOf(transaction, closing, atBlock) }];
    }
    const isSweep = inputs.some((coin) => ofCloses.has(coin)) || SWEEP_LABELS.some((known) => label.startsWith(known));
    const paysOthers = whole !== undefined && gain + whole < 0n; // a coin of a close may be one of the wallet by then
    return isSweep && !paysOthers ? [{ ...one, kind: "sweep", fee: whole }] : [];
  });
  return [...known, ...unlistedCloses(transactions, channels, atBlock)];
}

/** Closes that we pay for and have swept, where the wallet lists the sweep alone: what they cost is not said. */
function unlistedCloses(
  transactions: readonly WalletTransaction[],
  channels: readonly KnownChannel[],
  atBlock: number,
): readonly ChannelTransaction[] {
  return channels.flatMap(({ isOurs, close }): readonly ChannelTransaction[] => {
    if (!isOurs || close === undefined || transactions.some(({ txid }) => txid === close.txid)) return [];
    const sweep = transactions.find(({ coins }) => coins.some((coin) => coin.startsWith(`${close.txid}:`)));
    if (sweep === undefined) return [];
    const confirmations = atBlock - close.height + 1;
    return [{ txid: close.txid, kind: "close", fee: undefined, gain: 0n, confirmations, at: sweep.at }];
  });
}

/** The wallet does not see the block of a commitment transaction that pays it nothing at once; the channel says it. */
function depthOf(
  { txid, confirmations }: WalletTransaction,
  closing: readonly KnownChannel[],
  atBlock: number,
): number {
  const heights = closing.flatMap(({ close }) => (close?.txid === txid && close.height > 0 ? [close.height] : []));
  return Math.max(confirmations, ...heights.map((height) => atBlock - height + 1));
}

/** Whether what the wallet gave is in these channels, but for the fee: others neither got nor gave a part of it. */
function isAllFor(channels: readonly KnownChannel[], gain: bigint, fee: Msats | undefined): boolean {
  return fee !== undefined && channels.reduce((sum, { capacity }) => sum + capacity, 0n) === -(gain + fee);
}

/** What each coin holds that is known. */
function valuesOf(
  transactions: readonly WalletTransaction[],
  channels: readonly KnownChannel[],
  resolved: readonly Resolved[],
): ReadonlyMap<string, bigint> {
  return new Map<string, bigint>([
    ...resolved.map(({ coin, amount }) => [coin, amount] as const),
    ...transactions.flatMap(({ txid, bytes }) =>
      parseBitcoinTransaction(bytes).outputs.map(({ sats }, index) => [`${txid}:${index}`, sats * 1_000n] as const),
    ),
    ...channels.map(({ point, capacity }) => [point, capacity] as const),
  ]);
}

/** What goes in less what comes out; undefined where not all that goes in is known. */
function feeOf(
  inputs: readonly string[],
  outputs: readonly { readonly sats: bigint }[],
  values: ReadonlyMap<string, bigint>,
): Msats | undefined {
  const known = inputs.flatMap((coin) => values.get(coin) ?? []);
  if (known.length < inputs.length) return undefined;
  const fee =
    known.reduce((sum, value) => sum + value, 0n) - outputs.reduce((sum, { sats }) => sum + sats * 1_000n, 0n);
  return fee >= 0n ? msats(fee) : undefined;
}
