import type { Random } from "./clock.ts";

/**
 * A pause is up to this share of itself shorter or longer, so that what failed together does not come again together.
 */
const JITTER = 0.2;

/** `pauseMs`, made shorter or longer. `fraction`: from 0 to below 1. */
export function jittered(pauseMs: number, fraction: number): number {
  return Math.round(pauseMs * (1 - JITTER + 2 * JITTER * fraction));
}

/** From 0 to below 1. */
export function randomFraction(random: Random): number {
  return new DataView(random.bytes(4).slice().buffer).getUint32(0) / 2 ** 32;
}
