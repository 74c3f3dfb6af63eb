import type { Clock } from "#kernel/clock.ts";
import { networkOf } from "./rate-limit.ts";

/** Addresses from which a valid project key came in the last hour. */
export type KeyHolders = {
  add(address: string): void;
  has(address: string): boolean;
};

const REMEMBERED_MS = 3_600_000;
/** An address that is seen again sooner is not recorded again. */
const PRECISION_MS = 60_000;
const ADDRESSES_MAX = 10_000;

export function createKeyHolders(clock: Pick<Clock, "monotonicMs">): KeyHolders {
  /** When an address was seen last; the longest ago first. */
  const seen = new Map<string, number>();
  const isYounger = (network: string, ms: number) => {
    const seenMs = seen.get(network);
    return seenMs !== undefined && clock.monotonicMs() - seenMs < ms;
  };
  return {
    add(address) {
      const network = networkOf(address);
      if (isYounger(network, PRECISION_MS)) return;
      seen.delete(network);
      seen.set(network, clock.monotonicMs());
      const [oldest] = seen.keys();
      if (seen.size > ADDRESSES_MAX && oldest !== undefined) seen.delete(oldest);
    },
    has: (address) => isYounger(networkOf(address), REMEMBERED_MS),
  };
}
