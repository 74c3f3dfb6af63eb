import { randomBytes } from "node:crypto";
import type { Clock, Random } from "#kernel/clock.ts";
import { machineClock } from "./clock.ts";

/** Bytes drawn from the operating system in one call: a call for each id costs more than the id. */
const POOL_BYTES = 8_192;
/** Room for 2,048 ids a millisecond and more; what exceeds it borrows from the next millisecond. */
const COUNTER_START = 0x800;
const COUNTER_END = 0x1000;

/**
 * Randomness from the operating system. Ids grow within this process, also when many are made in one millisecond or
 * the clock jumps back (RFC 9562, section 6.2, method 1: the 12 bits after the version are a counter that starts at a
 * random place in its lower half).
 */
export function machineRandom(clock: Pick<Clock, "now"> = machineClock): Random {
  let pool = "";
  let used = 0;
  let lastMs = 0;
  let time = "";
  let counter = 0;

  /** Random hexadecimal digits. */
  const draw = (digits: number): string => {
    if (used + digits > pool.length) {
      pool = randomBytes(POOL_BYTES).toString("hex");
      used = 0;
    }
    used += digits;
    return pool.slice(used - digits, used);
  };

  const startMillisecond = (ms: number): void => {
    lastMs = ms;
    const digits = ms.toString(16).padStart(12, "0");
    time = `${digits.slice(0, 8)}-${digits.slice(8)}-7`;
    counter = Number.parseInt(draw(4), 16) % COUNTER_START;
  };

  return {
    bytes: (length) => randomBytes(length),
    uuid() {
      const ms = clock.now().getTime();
      counter += 1;
      if (ms > lastMs || counter === COUNTER_END) startMillisecond(Math.max(ms, lastMs + 1));
      const variant = VARIANTS[Number.parseInt(draw(1), 16) & 3];
      return `${time}${counter.toString(16).padStart(3, "0")}-${variant}${draw(3)}-${draw(12)}`;
    },
  };
}

/** The first digit of the fourth group: variant 10 and two random bits (RFC 9562, section 4.1). */
const VARIANTS = ["8", "9", "a", "b"] as const;
