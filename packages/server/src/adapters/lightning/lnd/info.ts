import { type Msats, msats } from "#kernel/money.ts";
import { type NodeBalances, type NodeInfo, NodeUnavailable } from "#lightning";
import { amountOf, countOf, fieldsOf, yesOrNo } from "../answers.ts";
import { nodeIdOf, satsOf, textOrEmpty } from "./answers.ts";
import { type OpenChannel, openChannelsOf, pendingChannelsOf, without } from "./channels.ts";
import type { Connection, Connections } from "./connections.ts";
import { Refusal } from "./errors.ts";
import { unspentLeases } from "./leases.ts";

const GET = "GET";
const ZERO = msats(0n);
/** Reads of what may change meanwhile are repeated. */
const TRIES = 3;

/** Whatever node answers. @throws {NodeUnavailable} */
export async function readInfo(connections: Connections, how?: "brief"): Promise<NodeInfo> {
  const connection = await connections.takeAny();
  try {
    const info = await connection.ask({ method: GET, path: "/v1/getinfo" });
    const channels = openChannelsOf(await connection.ask({ method: GET, path: "/v1/channels" }));
    const pending = how === "brief" ? undefined : await connection.ask({ method: GET, path: "/v1/channels/pending" });
    const active = channels.filter(({ isActive }) => isActive);
    return {
      nodeId: nodeIdOf(info["identity_pubkey"]),
      network: connection.network,
      version: `lnd ${textOrEmpty(info["version"]).split(" ", 1)[0]}`,
      instanceId: undefined,
      synced: yesOrNo(info["synced_to_chain"]),
      knowsGraph: info["synced_to_graph"] !== false,
      blockHeight: countOf(info["block_height"]),
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
    const onchain = await onchainOf(connection);
    for (let tries = 0; tries < TRIES; tries++) {
      const balances = await channelBalances(connection);
      if (balances !== undefined) return { ...balances, onchain };
    }
  } finally {
    connections.giveBack(connection);
  }
  throw new NodeUnavailable("the node's channels changed while they were counted");
}

/** Undefined when a channel came or went between the questions. */
async function channelBalances(connection: Connection): Promise<Omit<NodeBalances, "onchain"> | undefined> {
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
  return {
    channels: local,
    outgoingHtlcs: offered,
    opening: sumOf(opening, openingOf),
    closing: satsOf(pending["total_limbo_balance"]),
    commitFees: without(msats(fees), ofOthers),
  };
}

/** Of a channel that we open, all that the peer is not given: its fee and anchors are ours. */
function openingOf({ isOurs, capacity, local, remote }: { readonly isOurs: boolean } & Amounts): Msats {
  return isOurs ? without(capacity, remote) : local;
}

type Amounts = { readonly capacity: Msats; readonly local: Msats; readonly remote: Msats };

/**
 * The wallet's coins, also those kept for a transaction that is not published. Once it is published they are still
 * kept, and its change is counted already. A credential without rights on the chain cannot see which case it is: what
 * is kept is then left out, as too little is the safe side.
 */
async function onchainOf(connection: Connection): Promise<Msats> {
  const answer = await connection.ask({ method: GET, path: "/v1/balance/blockchain" });
  const locked = satsOf(answer["locked_balance"]);
  const total = satsOf(answer["total_balance"]);
  if (locked === ZERO) return total;
  try {
    return msats(total + (await unspentLeases(connection)));
  } catch (error) {
    if (error instanceof Refusal) return total;
    throw error;
  }
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
