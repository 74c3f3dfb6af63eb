import type { Random } from "#kernel/clock.ts";

/** What we echo: long enough for a UUID or a trace id, nothing that could break a log line or a page. */
const SANE = /^[A-Za-z0-9._:/+=-]{1,128}$/;

/**
 * Gives every request an id: the caller's own when it is sane, else a number that no other process gives out.
 * Counting is a hundred times cheaper than asking for random bytes.
 */
export function requestIds(random: Random): (fromCaller: string | string[] | undefined) => string {
  const process = Buffer.from(random.bytes(9)).toString("base64url").replaceAll(/[-_]/g, "0");
  let count = 0;
  return (fromCaller) => {
    if (typeof fromCaller === "string" && SANE.test(fromCaller)) return fromCaller;
    count++;
    return `${process}-${count.toString(36)}`;
  };
}
