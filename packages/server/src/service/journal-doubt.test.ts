import { describe, expect, it } from "vitest";
import { type Doubt, doubtAfter, isOver, QUIET_MS } from "./journal-doubt.ts";

const HOUR_MS = 3_600_000;

const letGo = (doubt: Doubt): Doubt => ({ ...doubt, isLetGo: true });

/** A disk that fails so long after sending goes on. How often sending was stopped in a day, with a look each second. */
function stops(failsAfterMs: number): number {
  let [count, doubt, goesOnAt] = [0, undefined as Doubt | undefined, 0];
  for (let now = 0; now < 24 * HOUR_MS; now += 1_000) {
    if (doubt !== undefined && !isOver(doubt, now)) goesOnAt = now + 1_000;
    else if (doubt?.isLetGo === false) doubt = letGo(doubt);
    else if (now - goesOnAt >= failsAfterMs) {
      doubt = doubtAfter(doubt, now);
      count += 1;
    }
  }
  return count;
}

describe("how long a disk that failed is doubted", () => {
  it("is longer than a disk may take for a line, and than a look of another process", () => {
    expect(QUIET_MS).toBeGreaterThan(5_000 + 1_000);
  });

  it("grows when it fails again as soon as it is used, so that payments are not stopped and let go in turn", () => {
    expect(stops(10_000)).toBeLessThan(160); // 4,320 times with the first wait alone
  });

  it("is the first wait again after half an hour that was good", () => {
    const first = doubtAfter(undefined, 0);
    const second = doubtAfter(letGo(first), 20_000);
    expect(second.quietMs).toBe(2 * QUIET_MS);
    expect(doubtAfter(letGo(second), HOUR_MS).quietMs).toBe(QUIET_MS);
  });

  it("does not grow while the disk is down, however long, and begins anew with each failure", () => {
    let doubt = doubtAfter(undefined, 0);
    for (let now = 0; now < HOUR_MS; now += 50_000) doubt = doubtAfter(doubt, now);
    expect(doubt.quietMs).toBe(QUIET_MS);
    expect(isOver(doubt, HOUR_MS - 50_000)).toBe(false);
    expect(isOver(doubt, HOUR_MS - 50_000 + QUIET_MS)).toBe(true);
  });

  it("is never more than ten minutes", () => {
    let doubt = doubtAfter(undefined, 0);
    for (let i = 0; i < 50; i += 1) doubt = doubtAfter(letGo(doubt), doubt.failedAtMs + doubt.quietMs);
    expect(doubt.quietMs).toBe(600_000);
  });
});
