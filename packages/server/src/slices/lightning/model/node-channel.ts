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

/** What our credential may do, against what we need. */
export type Permissions = {
  /** What we need and may not do. */
  readonly lacking: readonly LackingRight[];
  /** What we may do and never need: names as the node has them. */
  readonly needless: readonly string[];
  /** The credential may not ask what it may do: both lists are empty, and prove nothing. */
  readonly isHidden?: true;
  /** Absent where the node's credentials are of one kind. */
  readonly remake?: CredentialLines;
};

export type LackingRight = {
  /** As the node has it. */
  readonly name: string;
  readonly neededFor: "service" | "onchain" | "operator";
  /** What fails without it: commands, and what the service does. For people. */
  readonly stops: string;
};

/** Commands of the node that make the right credential, each a line. */
export type CredentialLines = {
  /** For what the service does alone. */
  readonly service: string;
  /** With the operator's commands. */
  readonly commands: string;
};
