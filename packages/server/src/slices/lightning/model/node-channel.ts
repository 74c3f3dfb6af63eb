import type { Msats } from "#kernel/money.ts";

export type NodeChannel = {
  /** Where it was opened on the chain, `txid:index`. */
  readonly point: string;
  /** Public key of the peer, lower-case hex. */
  readonly peer: string;
  /**
   * `opening`: not confirmed yet. `closing`: its close is not confirmed, or not all that it pays us can be spent.
   */
  readonly state: "opening" | "open" | "closing";
  /** It could send or receive now: its peer is connected. Only of an open one. */
  readonly isActive: boolean;
  readonly isPrivate: boolean;
  /** A close that one side has forced. Only of a closing one. */
  readonly isForced: boolean;
  readonly capacity: Msats;
  /** Ours, without what is in HTLCs. Of a closing one: what is still to come back to us. */
  readonly local: Msats;
  readonly remote: Msats;
  /** What it could send and receive now, without what it must keep. */
  readonly sendable: Msats;
  readonly receivable: Msats;
  readonly htlcs: readonly {
    readonly paymentHash: Uint8Array;
    readonly isOutgoing: boolean;
    readonly amount: Msats;
    readonly expiresAtBlock: number;
  }[];
  /** Block from which on what it pays us can be spent; undefined where that is not known, or not the case. */
  readonly spendableAtBlock: number | undefined;
};

export type ChannelHtlc = {
  readonly paymentHash: Uint8Array;
  /** We offered it. */
  readonly isOutgoing: boolean;
  readonly amount: Msats;
  readonly expiresAtBlock: number;
};

/** `channels`: the points of those that it rescues. */
export type ChannelBackup = { readonly bytes: Uint8Array; readonly channels: readonly string[] };

/** Names as the node has them. `lacking`: what we need and may not do. `needless`: what we may do and never need. */
export type Permissions = {
  readonly lacking: readonly { readonly name: string; readonly neededFor: "service" | "onchain" | "operator" }[];
  readonly needless: readonly string[];
};
