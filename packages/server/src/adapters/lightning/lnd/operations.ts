import { msats } from "#kernel/money.ts";
import type { ChannelBackup, ChannelSweeps, ClosedChannel, NodeChannel, NodeOperations } from "#lightning";
import { countOf, type Fields, fieldsOf, listOf, textOf } from "../answers.ts";
import { base64Of, satsOf } from "./answers.ts";
import { readChannelTransactions } from "./channel-transactions.ts";
import {
  CHANNELS_MAX,
  type OpenChannel,
  openChannelsOf,
  type PendingChannel,
  pendingChannelsOf,
  pointOf,
} from "./channels.ts";
import type { Connections } from "./connections.ts";
import { readForwards } from "./forwards.ts";
import { readSweeps, sweepsOf } from "./sweeps.ts";

export function createOperations(connections: Connections): NodeOperations {
  return {
    async channels() {
      const open = openChannelsOf(await connections.ask({ method: "GET", path: "/v1/channels" }));
      const pending = pendingChannelsOf(await connections.ask({ method: "GET", path: "/v1/channels/pending" }));
      const sweeps = pending.some(isForcedClose) ? await readSweeps(connections) : [];
      return [...open.map(ofOpen), ...pending.map((channel) => ofPending(channel, sweeps))];
    },
    async closedChannels() {
      const answer = await connections.ask({ method: "GET", path: "/v1/channels/closed" });
      return listOf(answer["channels"], CHANNELS_MAX).map(closedOf);
    },
    async channelBackup(): Promise<ChannelBackup> {
      const answer = await connections.ask({ method: "GET", path: "/v1/channels/backup" });
      const all = fieldsOf(answer["multi_chan_backup"]);
      const channels = listOf(all["chan_points"], CHANNELS_MAX).map((point) =>
        pointOf(base64Of(point["funding_txid_bytes"]), countOf(point["output_index"])),
      );
      return { bytes: base64Of(all["multi_chan_backup"]), channels };
    },
    channelTransactions: () => readChannelTransactions(connections),
    forwards: (cursor, since) => readForwards(connections, cursor, since),
  };
}

/** By a commitment transaction of either side, also one of an earlier state. */
const FORCED: readonly unknown[] = ["LOCAL_FORCE_CLOSE", "REMOTE_FORCE_CLOSE", "BREACH_CLOSE"];

function closedOf(channel: Fields): ClosedChannel {
  return {
    point: textOf(channel["channel_point"]),
    peer: textOf(channel["remote_pubkey"]),
    capacity: satsOf(channel["capacity"]),
    local: satsOf(channel["settled_balance"]),
    isForced: FORCED.includes(channel["close_type"]),
  };
}

function ofOpen(channel: OpenChannel): NodeChannel {
  const { point, peer, isActive, isPrivate, capacity, local, remote, sendable, receivable, htlcs } = channel;
  const amounts = { capacity, local, remote, sendable, receivable };
  return {
    point,
    peer,
    state: "open",
    isActive,
    isPrivate,
    isForced: false,
    ...amounts,
    htlcs,
    sweeps: undefined,
    spendableAtBlock: undefined,
  };
}

function isForcedClose({ state, isForced }: PendingChannel): boolean {
  return state === "closing" && isForced;
}

function ofPending(channel: PendingChannel, sweeps: ChannelSweeps): NodeChannel {
  const { point, peer, state, isForced, isPrivate, capacity, remote, htlcs, spendableAtBlock } = channel;
  const local = state === "closing" ? channel.limbo : channel.local;
  const nothing = { sendable: msats(0n), receivable: msats(0n) };
  return {
    point,
    peer,
    state,
    isActive: false,
    isForced,
    isPrivate,
    capacity,
    local,
    remote,
    htlcs,
    sweeps: isForcedClose(channel) ? sweepsOf(channel, sweeps) : undefined,
    spendableAtBlock,
    ...nothing,
  };
}
