import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import type { Clock } from "#kernel/clock.ts";
import { machineClock } from "../machine/clock.ts";
import { within } from "./within.ts";

const errors = { late: () => new Error("late"), abandoned: () => new Error("abandoned") };
const forever = () => new Promise<never>(() => undefined);

/** A clock that counts the sleeps that are under way. */
function countingClock(): Clock & { sleeping(): number } {
  let sleeping = 0;
  return {
    ...machineClock,
    sleeping: () => sleeping,
    async sleep(ms, signal) {
      sleeping += 1;
      await machineClock.sleep(ms, signal);
      sleeping -= 1;
    },
  };
}

describe("within", () => {
  it("returns what the work returns, and leaves no timer and no listener behind", async () => {
    const clock = countingClock();
    const outer = new AbortController();
    expect(await within({ clock, ms: 60_000, outer: outer.signal }, errors, async () => "done")).toBe("done");
    await expect.poll(clock.sleeping).toBe(0);
    expect(getEventListeners(outer.signal, "abort")).toHaveLength(0);
  });

  it("throws what the work throws", async () => {
    const work = () => Promise.reject(new Error("broken"));
    await expect(within({ clock: machineClock, ms: 60_000 }, errors, work)).rejects.toThrow("broken");
  });

  it("is over at its end even when the work heeds no signal, and the signal says why", async () => {
    let seen: AbortSignal | undefined;
    const work = (signal: AbortSignal) => {
      seen = signal;
      return forever();
    };
    await expect(within({ clock: machineClock, ms: 10 }, errors, work)).rejects.toThrow("late");
    expect(seen?.reason).toEqual(new Error("late"));
  });

  it("is over when the outer signal aborts, and does not begin when it has", async () => {
    const outer = new AbortController();
    const running = within({ clock: machineClock, ms: 60_000, outer: outer.signal }, errors, forever);
    outer.abort();
    await expect(running).rejects.toThrow("abandoned");

    let begun = false;
    const work = async () => {
      begun = true;
    };
    await expect(within({ clock: machineClock, ms: 1, outer: outer.signal }, errors, work)).rejects.toThrow(
      "abandoned",
    );
    expect(begun).toBe(false);
  });
});
