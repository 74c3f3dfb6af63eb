/**
 * Where the HTLCs of a payment are. A node that was killed at the wrong instant reports a payment as in flight for ever
 * although no channel has an HTLC of it.
 */
export type HtlcEvidence = {
  /** The highest time lock of all attempts: after this block no HTLC of them can settle. */
  readonly lockedUntilBlock: number;
  /** The node's newest block; undefined while it does not follow the chain. */
  readonly atBlock: number | undefined;
  /**
   * `in_channel`: a channel has an HTLC with the hash. `gone`: each channel that an attempt began with is active and
   * has none, or is closed with a time-out as every resolution of it. `unclear`: neither can be said now.
   */
  readonly place: "in_channel" | "gone" | "unclear";
};
