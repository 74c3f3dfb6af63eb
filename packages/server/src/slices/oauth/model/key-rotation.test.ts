import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PUBLISHED_AROUND_MS, planRotation, SIGNS_MS } from "./key-rotation.ts";

type Key = { readonly generation: number; readonly kid: string; readonly signsFrom: Date };

const START = Date.UTC(2026, 0, 1);
const at = (ms: number) => new Date(START + ms);
const key = (generation: number, ms: number): Key => ({ generation, kid: `k${generation}`, signsFrom: at(ms) });

/** Does what a plan says. */
function follow(keys: readonly Key[], now: Date, isForced = false): readonly Key[] {
  const { make, retire } = planRotation(keys, now, { isForced });
  const made = make === undefined ? [] : [{ ...make, kid: `k${make.generation}` }];
  return [...keys, ...made].filter(({ kid }) => !retire.includes(kid));
}

/** Moments at which a process looks, as pauses before each; and whether the operator wants another key then. */
const looks = fc.array(fc.record({ pauseMs: fc.integer({ min: 1, max: 2 * SIGNS_MS }), isForced: fc.boolean() }), {
  minLength: 1,
  maxLength: 30,
});
const oftenLooks = fc.array(
  fc.record({ pauseMs: fc.integer({ min: 1, max: PUBLISHED_AROUND_MS / 2 }), isForced: fc.constant(false) }),
  { minLength: 1, maxLength: 300 },
);

describe("planRotation", () => {
  it("makes the first key, which signs immediately", () => {
    expect(planRotation([], at(0))).toEqual({ make: { generation: 1, signsFrom: at(0) }, retire: [], published: [] });
    expect(planRotation([], at(0), { lastGeneration: 7 }).make).toEqual({ generation: 8, signsFrom: at(0) });
  });

  it("has always one key that signs, which is published first, and all that stay are published once", () => {
    fc.assert(
      fc.property(looks, (pauses) => {
        let [now, keys] = [0, follow([], at(0))];
        for (const { pauseMs, isForced } of pauses) {
          now += pauseMs;
          keys = follow(keys, at(now), isForced);
          const { published } = planRotation(keys, at(now));
          const signing = keys.find(({ kid }) => kid === published[0]);
          expect(signing?.signsFrom.getTime()).toBeLessThanOrEqual(START + now);
          expect(new Set(published).size).toBe(published.length);
          expect(published.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  it("publishes a key a day before it signs, but for the first, and a day after the next one signs", () => {
    fc.assert(
      fc.property(looks, (pauses) => {
        let [now, keys] = [0, follow([], at(0))];
        const publishedSince = new Map<string, number>([["k1", 0]]);
        for (const { pauseMs, isForced } of pauses) {
          now += pauseMs;
          const before = keys;
          keys = follow(keys, at(now), isForced);
          for (const { kid } of keys) if (!publishedSince.has(kid)) publishedSince.set(kid, now);
          for (const { kid, signsFrom, generation } of keys)
            if (generation > 1)
              expect(signsFrom.getTime() - START - (publishedSince.get(kid) ?? 0)).toBeGreaterThanOrEqual(
                PUBLISHED_AROUND_MS,
              );
          for (const gone of before.filter(({ kid }) => !keys.some((kept) => kept.kid === kid))) {
            const successor = before.find(({ generation }) => generation === gone.generation + 1);
            const successorMs = (successor?.signsFrom.getTime() ?? Number.POSITIVE_INFINITY) - START;
            expect(now - successorMs).toBeGreaterThanOrEqual(PUBLISHED_AROUND_MS);
          }
        }
      }),
    );
  });

  it("lets no key sign for longer than 90 days where it is looked at every half day, and keeps three at most", () => {
    fc.assert(
      fc.property(oftenLooks, (pauses) => {
        let [now, keys] = [0, follow([], at(0))];
        for (const { pauseMs } of pauses) {
          now += pauseMs;
          keys = follow(keys, at(now));
          const [signing] = planRotation(keys, at(now)).published;
          const since = keys.find(({ kid }) => kid === signing)?.signsFrom.getTime() ?? 0;
          expect(START + now - since).toBeLessThanOrEqual(SIGNS_MS + PUBLISHED_AROUND_MS / 2);
          expect(keys.length).toBeLessThanOrEqual(3);
        }
      }),
    );
  });

  it("makes one key however often the operator asks, until that one signs", () => {
    const first = follow([], at(0));
    const second = follow(first, at(1_000), true);
    expect(second.map(({ kid }) => kid)).toEqual(["k1", "k2"]);
    expect(follow(second, at(2_000), true)).toEqual(second);
    expect(follow(second, at(PUBLISHED_AROUND_MS + 2_000), true).map(({ kid }) => kid)).toEqual(["k1", "k2", "k3"]);
  });

  it("says the same whatever the order of the keys, and from two processes at the same time", () => {
    const keys = [key(1, 0), key(2, SIGNS_MS), key(3, 2 * SIGNS_MS)];
    for (const ms of [SIGNS_MS + 1, SIGNS_MS + PUBLISHED_AROUND_MS, 2 * SIGNS_MS])
      expect(planRotation([...keys].reverse(), at(ms))).toEqual(planRotation(keys, at(ms)));
  });
});
