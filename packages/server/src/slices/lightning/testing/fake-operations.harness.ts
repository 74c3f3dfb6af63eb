import { randomBytes } from "node:crypto";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type Msats, msats } from "#kernel/money.ts";
import type { ChannelTransaction } from "../model/channel-transaction.ts";
import type { ClosedChannel } from "../model/closed-channel.ts";
import type { NodeChannel, Permissions } from "../model/node-channel.ts";
import type { NodeBalances } from "../model/node-info.ts";
import type { NodeOperations } from "../port.ts";

/** What an operator asks of a fake node. Tests change the lists. */
export type FakeOperations = NodeOperations & {
  channelList: NodeChannel[];
  /** Undefined: the node cannot say. */
  closedList: ClosedChannel[] | undefined;
  /** Undefined: the node cannot say. */
  rights: Permissions | undefined;
  /** Undefined: the node cannot say. */
  transactions: ChannelTransaction[] | undefined;
  /** Fees of settled forwards, in their order; undefined: the node cannot say. */
  forwardFees: bigint[] | undefined;
  /** How many forwards it lists at once. */
  forwardsAtOnce: number;
  /** What its balances have more than by payments and its wallet: channels that were opened and closed. In msats. */
  readonly shifted: Record<Exclude<keyof NodeBalances, "reserve">, bigint>;
  /** Points that the backup leaves out. */
  readonly missingInBackup: Set<string>;
};

/** `ask`: answers as the node does, or throws as it does. */
export function createFakeOperations(ask: <T>(make: () => T) => T, funds: Msats): FakeOperations {
  const operations: FakeOperations = {
    channelList: [fakeChannel({ capacity: funds, local: funds })],
    closedList: [],
    rights: { lacking: [], needless: [] },
    transactions: [],
    forwardFees: [],
    forwardsAtOnce: 1_000,
    shifted: { channels: 0n, outgoingHtlcs: 0n, opening: 0n, closing: 0n, onchain: 0n, commitFees: 0n },
    missingInBackup: new Set(),
    channels: async () => ask(() => operations.channelList),
    closedChannels: async () => ask(() => operations.closedList),
    channelBackup: async () =>
      ask(() => {
        const points = operations.channelList.map(({ point }) => point);
        const channels = points.filter((point) => !operations.missingInBackup.has(point));
        return { bytes: Buffer.from(channels.join("\n")), channels };
      }),
    channelTransactions: async () => ask(() => operations.transactions),
    forwards: async (cursor) =>
      ask(() => {
        const fees = operations.forwardFees?.slice(Number(cursor), Number(cursor) + operations.forwardsAtOnce);
        if (fees === undefined) return undefined;
        const earned = msats(fees.reduce((sum, fee) => sum + fee, 0n));
        return {
          cursor: fees.length === 0 ? cursor : String(Number(cursor) + fees.length),
          count: fees.length,
          earned,
        };
      }),
  };
  return operations;
}

/** An open channel with all of its money on our side, where nothing else is said. */
export function fakeChannel(changes: Partial<NodeChannel> = {}): NodeChannel {
  const capacity = changes.capacity ?? msats(1_000_000_000n);
  const local = changes.local ?? capacity;
  const remote = msats(capacity - local);
  return {
    point: `${bytesToHex(randomBytes(32))}:0`,
    peer: `02${bytesToHex(randomBytes(32))}`,
    state: "open",
    isActive: true,
    isPrivate: false,
    isForced: false,
    capacity,
    local,
    remote,
    sendable: local,
    receivable: remote,
    htlcs: [],
    sweeps: undefined,
    spendableAtBlock: undefined,
    ...changes,
  };
}
