import fc from "fast-check";
import { expect, it } from "vitest";
import { machineRandom } from "#platform/machine/random.ts";
import { idRange, NO_RANGE } from "./ids.ts";

const times = fc.date({
  min: new Date(Date.UTC(2000, 0, 1)),
  max: new Date(Date.UTC(9999, 11, 31)),
  noInvalidDate: true,
});

it("a range of ids holds every row of its time whose id was made up to a minute before", () => {
  fc.assert(
    fc.property(times, times, fc.nat(59_999), (a, b, delayMs) => {
      const [from, to] = a < b ? [a, b] : [b, a];
      for (const at of [from, new Date(to.getTime() - 1)]) {
        const id = machineRandom({ now: () => new Date(at.getTime() - delayMs) }).uuid();
        const range = idRange({ from, to });
        expect(id >= range.from && id < range.before).toBe(true);
      }
    }),
  );
});

it("a range of ids leaves out what was made more than a minute before or after", () => {
  const time = new Date(Date.UTC(2026, 0, 1));
  const idAt = (ms: number) => machineRandom({ now: () => new Date(time.getTime() + ms) }).uuid();
  expect(idAt(-61_000) < idRange({ from: time }).from).toBe(true);
  expect(idAt(61_000) > idRange({ to: time }).before).toBe(true);
});

it("a range ends at the row that the caller has, or at the end of the time, whichever is first", () => {
  const to = new Date(Date.UTC(2026, 0, 1));
  const old = "00000000-8f5e-7d30-a1b2-c3d4e5f60718";
  expect(idRange({ to, before: old }).before).toBe(old);
  expect(idRange({ to, before: "ff97c5a1-8f5e-7d30-a1b2-c3d4e5f60718" }).before).toBe(idRange({ to }).before);
  expect(idRange({})).toEqual(NO_RANGE);
});
