import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { Clock, Random } from "#kernel/clock.ts";
import { machineClock } from "./clock.ts";

/** Room for 2,048 ids a millisecond and more; what exceeds it borrows from the next millisecond. */
const COUNTER_START = 0x800;
const COUNTER_END = 0x1000;

/**
 * Randomness from the operating system. Ids grow within this process, also when many are made in one millisecond or
 * the clock jumps back (RFC 9562, section 6.2, method 1: the 12 bits after the version are a counter that starts at a
 * random place in its lower half).
 */
export function machineRandom(clock: Pick<Clock, "now"> = machineClock): Random {
  let lastMs = 0;
  let time = "";
  let counter = 0;

  const startMillisecond = (ms: number): void => {
    lastMs = ms;
    const digits = ms.toString(16).padStart(12, "0");
    time = `${digits.slice(0, 8)}-${digits.slice(8)}-7`;
    counter = randomInt(COUNTER_START);
  };

  return {
    bytes: (length) => randomBytes(length),
    uuid() {
      const ms = clock.now().getTime();
      counter += 1;
      if (ms > lastMs || counter === COUNTER_END) startMillisecond(Math.max(ms, lastMs + 1));
      // The last two groups are the same in versions 4 and 7: the variant and 62 random bits (RFC 9562, section 4).
      return `${time}${counter.toString(16).padStart(3, "0")}-${randomUUID().slice(19)}`;
    },
  };
}
