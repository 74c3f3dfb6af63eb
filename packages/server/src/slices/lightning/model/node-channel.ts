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
  readonly htlcs: readonly ChannelHtlc[];
  /** Undefined of one that is not closing by force. */
  readonly sweeps: ChannelSweeps | undefined;
  /** Block from which on what it pays us can be spent; undefined where that is not known, or not the case. */
  readonly spendableAtBlock: number | undefined;
};

export type ChannelHtlc = {
  /** Undefined where the node does not say it of one that a close has brought onto the chain. */
  readonly paymentHash: Uint8Array | undefined;
  /** We offered it. */
  readonly isOutgoing: boolean;
  readonly amount: Msats;
  /** Its time lock. With `onChain`: the block from which on our next transaction for it may be in one. */
  readonly expiresAtBlock: number;
  /** Where the node says where it is after a close. */
  readonly onChain?: {
    /** The output, `txid:index`, by which it comes back in the end, as far as the node knows; it may not exist yet. */
    readonly outpoint: string;
    /** Whether our next transaction for it pays the wallet, or another one has to come after it (BOLT 3). */
    readonly step: "last" | "last_but_one";
  };
};

/** Outputs of a close that the node has not brought into its wallet yet. */
export type ChannelSweeps =
  | readonly ChannelSweep[]
  /** The backend does not say it. */
  | "not_said"
  /** It refuses to say it: the credential lacks a right. */
  | "not_allowed";

export type ChannelSweep = {
  /** The output, `txid:index`. */
  readonly outpoint: string;
  readonly amount: Msats;
  /** What its last published transaction paid, in whole sats for a virtual byte; 0 where there was none. */
  readonly satsPerVbyte: bigint;
  /** How often the node has tried to make and publish a transaction for it, also in vain. */
  readonly attempts: number;
  /** Block from which on it can be spent; undefined: at once. */
  readonly spendableAtBlock: number | undefined;
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
