import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EndpointId } from "./event.ts";
import { type Attempt, afterAttempt, PAUSES_MS, RETRY_AFTER_MAX_MS } from "./retry.ts";

const NOW = new Date("2026-03-01T12:00:00.000Z");
const ENDPOINT = "018f0000-0000-7000-8000-000000000000" as EndpointId;

function verdictOn(changes: Partial<Attempt> & { status?: number; retryAfter?: string } = {}) {
  const { status, retryAfter, ...rest } = changes;
  const answer: Attempt["answer"] =
    status === undefined ? { kind: "no_answer" } : { kind: "answered", status, retryAfter };
  return afterAttempt({ place: 1, answer, endpoint: ENDPOINT, now: NOW, fraction: 0.5, ...rest });
}

/** Milliseconds until the next attempt. */
function pauseOf(...input: Parameters<typeof verdictOn>): number {
  const verdict = verdictOn(...input);
  return verdict.kind === "again" ? verdict.at.getTime() - NOW.getTime() : Number.NaN;
}

const aFraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const aPlace = fc.integer({ min: 1, max: PAUSES_MS.length });
const aFailure = fc.oneof(
  fc.constant(undefined),
  fc.integer({ min: 300, max: 599 }).filter((status) => status !== 410),
);

describe("after an attempt", () => {
  it("a delivery is done for each answer of 200 to 299, whichever attempt it was", () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 299 }), fc.integer({ min: 1, max: 30 }), (status, place) => {
        expect(verdictOn({ status, place })).toEqual({ kind: "delivered" });
      }),
    );
  });

  it("410 ends the delivery and names the endpoint, if there is one", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.option(fc.constant(ENDPOINT), { nil: undefined }),
        (place, endpoint) => {
          expect(verdictOn({ status: 410, place, endpoint })).toEqual({ kind: "gone", endpoint });
        },
      ),
    );
  });

  it("everything else is tried again after 5 s, 1 min, 5 min, 30 min and 2, 5, 10, 14, 20 and 24 h", () => {
    const minutes = PAUSES_MS.map((_, i) => pauseOf({ place: i + 1 }) / 60_000);
    expect(minutes).toEqual([5 / 60, 1, 5, 30, 120, 300, 600, 840, 1_200, 1_440]);
    expect(minutes.reduce((sum, pause) => sum + pause) / 60).toBeCloseTo(75.6, 1);
  });

  it("the pause is up to a fifth shorter or longer", () => {
    fc.assert(
      fc.property(aPlace, aFraction, aFailure, (place, fraction, status) => {
        const pause = pauseOf({ place, fraction, ...(status !== undefined && { status }) });
        const plain = PAUSES_MS[place - 1] ?? Number.NaN;
        expect(Math.abs(pause - plain)).toBeLessThanOrEqual(plain * 0.2 + 1);
      }),
    );
    expect([pauseOf({ fraction: 0 }), pauseOf({ fraction: 0.999_999 })]).toEqual([4_000, 6_000]);
  });

  it("the eleventh failure is the last, whatever the receiver asks for", () => {
    fc.assert(
      fc.property(fc.integer({ min: PAUSES_MS.length + 1, max: 100 }), aFailure, (place, status) => {
        const failure = status === undefined ? {} : { status, retryAfter: "60" };
        expect(verdictOn({ place, ...failure })).toEqual({ kind: "failed" });
      }),
    );
    expect(verdictOn({ place: 10 }).kind).toBe("again");
  });

  it("Retry-After is honoured when it is later, up to a day", () => {
    fc.assert(
      fc.property(aPlace, aFraction, aFailure, fc.nat({ max: 10 ** 9 }), (place, fraction, status = 503, seconds) => {
        const plain = pauseOf({ place, fraction, status });
        const asked = pauseOf({ place, fraction, status, retryAfter: String(seconds) });
        expect(asked).toBe(Math.max(plain, Math.min(seconds * 1000, RETRY_AFTER_MAX_MS)));
      }),
    );
  });

  it("Retry-After may be a date", () => {
    const inAnHour = new Date(NOW.getTime() + 3_600_000).toUTCString();
    expect(inAnHour).toBe("Sun, 01 Mar 2026 13:00:00 GMT");
    expect(pauseOf({ status: 429, retryAfter: inAnHour })).toBe(3_600_000);
    expect(pauseOf({ status: 429, retryAfter: new Date(0).toUTCString() })).toBe(5_000);
    expect(pauseOf({ status: 429, retryAfter: "Fri, 01 Jan 2999 00:00:00 GMT" })).toBe(RETRY_AFTER_MAX_MS);
  });

  it("any text as Retry-After leaves a pause between a second and 29 hours", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.constantFrom(
        "-5",
        "1e9",
        "Infinity",
        "NaN",
        "0x10",
        " 7",
        "9".repeat(400),
        "2999-01-01",
        "Sun, 99 Xxx 2999 99:99:99 GMT",
      ),
    );
    fc.assert(
      fc.property(aPlace, aFraction, texts, (place, fraction, retryAfter) => {
        const pause = pauseOf({ place, fraction, status: 503, retryAfter });
        expect(pause).toBeGreaterThanOrEqual(1_000);
        expect(pause).toBeLessThanOrEqual(29 * 3_600_000);
      }),
    );
    expect(pauseOf({ status: 503, retryAfter: "1e9" })).toBe(5_000);
  });
});
