import { type Msats, msats, sats } from "#kernel/money.ts";

/**
 * What strangers see of how much more a wallet may receive: the largest of 1, 2, 5 × 10^n sat that is not above it, and
 * 0 below 1 sat. With the exact number anybody could follow the balance. Rounded down, to more than two fifths of it.
 * Ours.
 */
export function coarseHeadroom(headroom: Msats): Msats {
  const whole = headroom / 1_000n;
  if (whole === 0n) return msats(0n);
  const unit = 10n ** BigInt(String(whole).length - 1);
  const first = whole / unit;
  return sats((first >= 5n ? 5n : first >= 2n ? 2n : 1n) * unit);
}
