import type { Msats } from "#kernel/money.ts";

export type Network = "mainnet" | "testnet" | "testnet4" | "signet" | "regtest";

export type NodeInfo = {
  /** Public key of the node, 33 bytes compressed, lower-case hex. */
  readonly nodeId: string;
  readonly network: Network;
  /** Program and version as the node says them, for people. */
  readonly version?: string;
  /**
   * Name that the node's own store was given when it was made; a rebuilt store has another. Absent where the backend
   * has none.
   */
  readonly instanceId: string | undefined;
  /** True when the node follows the tip of the chain. */
  readonly synced: boolean;
  /**
   * False while it has not heard yet which channels others have: it may find no way, and say that there is none. What
   * it knows of its own payments is whole all the same. Absent where the backend does not say.
   */
  readonly knowsGraph?: boolean;
  readonly blockHeight: number;
  /** What the node's clock says. Absent where the backend does not say it. */
  readonly clock?: NodeClock;
  /**
   * HTLCs that its channels can carry concurrently, both directions. Absent where the backend does not say: then the
   * configuration decides.
   */
  readonly htlcSlots: number | undefined;
  /** Channels that could send or receive now. */
  readonly usableChannels: number;
  /**
   * What these channels could send and receive now in all, without what they must keep. Absent where the backend does
   * not say.
   */
  readonly sendable: Msats | undefined;
  readonly receivable: Msats | undefined;
  /**
   * Channels of which a peer has shown a later state than the node has (BOLT 2, `option_data_loss_protect`): it was put
   * back from a copy. Absent where the backend does not say.
   */
  readonly lostChannels?: number;
  /** Why an operator should not use this backend with this adapter, and what to do. Absent: no reason is known. */
  readonly unfit?: { readonly says: string; readonly todo: string };
};

/** A node's clock against ours, in milliseconds. */
export type NodeClock = {
  /** By how much it is ahead; negative: behind. */
  readonly aheadMs: number;
  /** It may be as much more or less: the time that the answer took, and what its form leaves out. */
  readonly withinMs: number;
};

/** What the node holds for us, in msats. */
export type NodeBalances = {
  /** Ours in open channels, without what is in HTLCs. */
  readonly channels: Msats;
  /** In HTLCs that we offered and that have no outcome yet. */
  readonly outgoingHtlcs: Msats;
  /** In channels that wait for confirmations, and in closes that wait for theirs. */
  readonly opening: Msats;
  readonly closing: Msats;
  readonly onchain: Msats;
  /**
   * What of `onchain` its channels need, to raise the fees of their closes: it is neither sent nor sold. The wallet may
   * hold less. 0 where the backend keeps none.
   */
  readonly reserve: Msats;
  /** Fee of the commitment transactions that we would pay. */
  readonly commitFees: Msats;
};
