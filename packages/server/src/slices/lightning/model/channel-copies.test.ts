import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { fakeChannel } from "../testing/fake-operations.harness.ts";
import {
  type ChannelCopy,
  coveredChannels,
  expiredCopies,
  isCopyDue,
  isLacking,
  isWorthWriting,
  lackingIn,
  standingOf,
} from "./channel-copies.ts";

const NOW = new Date("2026-11-24T12:00:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const copy = (at: Date, ...channels: string[]): ChannelCopy => ({ nodeId: "02aa", at, channels });
const [HOUR, DAY] = [60, 1_440];

describe("a copy of the channel backup", () => {
  it("covers channels that are open or open now, and not those that close", () => {
    const channels = [
      fakeChannel({ point: "a:0" }),
      fakeChannel({ point: "b:0", state: "opening" }),
      fakeChannel({ point: "c:0", state: "closing" }),
      fakeChannel({ point: "d:0", isActive: false }),
    ];
    expect(coveredChannels(channels)).toEqual(["a:0", "b:0", "d:0"]);
    expect(lackingIn(["a:0", "b:0"], copy(NOW, "b:0", "z:0"))).toEqual(["a:0"]);
    expect(lackingIn(["a:0"], undefined)).toEqual(["a:0"]);
  });

  it("is due when there is none, when a channel has come or gone, and when it is a day old", () => {
    const due = (newest: ChannelCopy | undefined, isFirst = false) =>
      isCopyDue(["a:0", "b:0"], newest, { now: NOW, isFirst });
    expect(due(undefined)).toBe(true);
    expect(due(copy(ago(1), "b:0", "a:0"))).toBe(false);
    expect(due(copy(ago(1), "a:0"))).toBe(true);
    expect(due(copy(ago(1), "a:0", "b:0", "c:0"))).toBe(true);
    expect(due(copy(ago(1), "a:0", "c:0"))).toBe(true);
    expect(due(copy(ago(DAY - 1), "a:0", "b:0"))).toBe(false);
    expect(due(copy(ago(DAY), "a:0", "b:0"))).toBe(true);
    expect(due(copy(ago(-5), "a:0", "b:0"))).toBe(true); // the clock went back
  });

  it("is due at a start when it is an hour old: a process that is started again and again makes few", () => {
    const due = (minutes: number) => isCopyDue(["a:0"], copy(ago(minutes), "a:0"), { now: NOW, isFirst: true });
    expect([due(HOUR - 1), due(HOUR)]).toEqual([false, true]);
  });

  it("is never made of a node without channels: it may have lost them", () => {
    expect(isCopyDue([], undefined, { now: NOW, isFirst: true })).toBe(false);
    expect(isCopyDue([], copy(ago(9 * DAY), "a:0"), { now: NOW, isFirst: true })).toBe(false);
    expect(isWorthWriting(copy(NOW), copy(ago(9 * DAY), "a:0"), true)).toBe(false);
  });

  it("is not written again and again where the node leaves a channel out", () => {
    expect(isWorthWriting(copy(NOW, "a:0"), copy(ago(1), "a:0"), false)).toBe(false);
    expect(isWorthWriting(copy(NOW, "a:0"), copy(ago(1), "a:0", "b:0"), false)).toBe(true);
    expect(isWorthWriting(copy(NOW, "a:0"), copy(ago(DAY), "a:0"), false)).toBe(true);
    expect(isWorthWriting(copy(NOW, "a:0"), undefined, false)).toBe(true);
  });

  it("is kept for 30 days, and the newest ten of each node for ever", () => {
    const old = Array.from({ length: 12 }, (_, i) => copy(ago((31 + i) * DAY), "a:0"));
    const young = Array.from({ length: 20 }, (_, i) => copy(ago(i), "b:0"));
    const other = { ...copy(ago(400 * DAY), "z:0"), nodeId: "02bb" };
    expect(expiredCopies(old, NOW)).toEqual(old.slice(10));
    expect(expiredCopies([...young, other], NOW)).toEqual([]);
    expect(expiredCopies([...old, ...young, other], NOW)).toEqual(old);
  });

  it("is kept whatever there is, when it is the newest", () => {
    const some = fc.array(fc.integer({ min: 0, max: 90 * DAY }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(some, (ages) => {
        const copies = ages.map((minutes) => copy(ago(minutes), "a:0"));
        const gone = new Set(expiredCopies(copies, NOW));
        const newest = Math.min(...ages);
        const kept = copies.filter((one) => !gone.has(one));
        expect(kept.some(({ at }) => at.getTime() === ago(newest).getTime())).toBe(true);
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(10, copies.length));
      }),
      { numRuns: inject("runs") * 50 },
    );
  });

  it("lacks a channel since the look that found it first, until it lacks none", () => {
    const points = ["a:0", "b:0"];
    const lookAt = (now: Date, newest: ChannelCopy, before?: ReturnType<typeof standingOf>) =>
      standingOf("/backup", { newest, problem: undefined }, { points, before, now });
    const first = lookAt(ago(11), copy(ago(20), "a:0"));
    expect(first).toMatchObject({ lacks: ["b:0"], lacksSince: ago(11) });
    const second = lookAt(ago(1), copy(ago(5), "b:0"), first);
    expect(second).toMatchObject({ lacks: ["a:0"], lacksSince: ago(11) });
    expect([isLacking(second, ago(1)), isLacking(second, NOW)]).toEqual([false, true]);
    const whole = lookAt(NOW, copy(NOW, "a:0", "b:0"), second);
    expect(whole).toMatchObject({ lacks: [], lacksSince: undefined });
    expect(isLacking(whole, NOW)).toBe(false);
  });
});
