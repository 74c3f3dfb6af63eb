import type { HtlcEvidence } from "#lightning";

/**
 * So many blocks, a day, after the highest time lock of its attempts the HTLCs of a payment are settled or timed out,
 * on the chain too. Ours.
 */
export const GONE_BLOCKS = 144;
/** Two look-ups at least this far apart have to find that no channel has an HTLC of it. Ours. */
export const GONE_APART_MS = 3_600_000;
/**
 * Where a backend cannot say where the HTLCs are: so long after the last attempt an operator may end it. Twice the
 * longest time lock that we ask for, 1,008 blocks of ten minutes. Ours.
 */
export const UNSAID_MS = 14 * 24 * 3_600_000;

/**
 * What the evidence about a payment in flight is worth. A node that was killed while it gave an HTLC to its peer may
 * report the payment as in flight for ever (seen of LND and Core Lightning).
 *
 * `held`: it may settle. `missing`: no channel has an HTLC of it, and its time lock is not over for long enough.
 * `gone`: nor can any settle.
 */
export function judgeInFlight(htlcs: HtlcEvidence | undefined): "held" | "missing" | "gone" {
  if (htlcs?.place !== "gone" || htlcs.atBlock === undefined) return "held";
  return htlcs.atBlock >= htlcs.lockedUntilBlock + GONE_BLOCKS ? "gone" : "missing";
}

/**
 * Whether an operator may give the money of a payment back that the node reports in flight: no channel has it, or the
 * backend never says where its HTLCs are and it has been in flight for two weeks. `sinceMs`: since the last attempt.
 */
export function mayEndInFlight(htlcs: HtlcEvidence | undefined, sinceMs: number): boolean {
  return htlcs === undefined ? sinceMs >= UNSAID_MS : judgeInFlight(htlcs) !== "held";
}
