import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { fakeChannel } from "../testing/fake-operations.harness.ts";
import { troublesOf } from "./channel-trouble.ts";

const htlc = (expiresAtBlock: number, isOutgoing = true, amount = 9_000n) => ({
  paymentHash: new Uint8Array(32).fill(7),
  isOutgoing,
  amount: msats(amount),
  expiresAtBlock,
});
const away = (...htlcs: ReturnType<typeof htlc>[]) => fakeChannel({ point: "a:0", isActive: false, htlcs });
const kinds = (...args: Parameters<typeof troublesOf>) => troublesOf(...args).map(({ kind }) => kind);

describe("the trouble of channels", () => {
  it("is a forced close, with what comes back, what is undecided and from which block on it can be spent", () => {
    const channel = fakeChannel({
      point: "a:0",
      peer: "02aa",
      state: "closing",
      isActive: false,
      isForced: true,
      local: msats(5_000n),
      htlcs: [htlc(950), htlc(930, false, 70n)],
      spendableAtBlock: 944,
    });
    const [trouble, ...others] = troublesOf([channel], 800);
    expect(others).toEqual([]);
    expect(trouble).toEqual({
      kind: "channel_force_closed",
      subject: "a:0",
      detail:
        "the channel with 02aa was closed by force: 5000 msats are still to come back; HTLCs of 9000 msats offered and " +
        "70 msats received are undecided, until block 950 at the latest; it can be spent from block 944 on (in 144 blocks)",
    });
    expect(troublesOf([{ ...channel, htlcs: [], spendableAtBlock: undefined }], undefined)[0]?.detail).toBe(
      "the channel with 02aa was closed by force: 5000 msats are still to come back; " +
        "from which block on it can be spent is not known yet",
    );
    expect(troublesOf([channel], 944)[0]?.detail).toContain("block 944 on (now)");
    expect(troublesOf([channel], undefined)[0]?.detail).toMatch(/block 944 on$/);
  });

  it("names the outputs of a close whose HTLCs are on the chain, and what is not swept, with its fees and tries", () => {
    const onChain = { outpoint: "ff:3", step: "last_but_one" } as const;
    const sweep = { outpoint: "ff:1", amount: msats(330n), satsPerVbyte: 0n, attempts: 0, spendableAtBlock: 944 };
    const channel = fakeChannel({
      point: "a:0",
      state: "closing",
      isActive: false,
      isForced: true,
      htlcs: [{ ...htlc(950), paymentHash: undefined, onChain }],
      spendableAtBlock: 944,
      sweeps: [sweep, { ...sweep, outpoint: "ff:3", attempts: 2, satsPerVbyte: 12n }],
    });
    const detail = (changes: object, atBlock = 800) => troublesOf([{ ...channel, ...changes }], atBlock)[0]?.detail;
    expect(detail({})).toContain(
      "until block 950 at the latest: 9000 msats offered, which may go on from block 950 on (in 150 blocks) " +
        "in two steps by ff:3",
    );
    expect(detail({})).toContain(
      "2 outputs of 660 msats are not swept yet: ff:1 of 330 msats, not tried yet, from block 944 on " +
        "(in 144 blocks), ff:3 of 330 msats, tried 2 times, at last for 12 sat/vB",
    );
    expect(detail({ sweeps: [{ ...sweep, attempts: 3 }] })).toMatch(/tried 3 times, and nothing is published$/);
    expect(detail({ sweeps: Array(7).fill(sweep) })).toMatch(/ff:1 of 330.*, and 2 more$/);
    expect(detail({ sweeps: [] })).toMatch(/; no output of it waits to be swept$/);
    expect(detail({ sweeps: "not_said" })).toMatch(/block 944 on \(in 144 blocks\)$/);
    expect(detail({ sweeps: "not_allowed" })).toMatch(/not swept yet is not known: the credential lacks the right/);
  });

  it("is no close that both sides wanted", () => {
    expect(kinds([fakeChannel({ state: "closing", isActive: false, htlcs: [htlc(801)] })], 800)).toEqual([]);
  });

  it("is an HTLC with less than 40 blocks in a channel whose peer is away", () => {
    expect(kinds([away(htlc(840))], 800)).toEqual([]);
    expect(kinds([away(htlc(839))], 800)).toEqual(["htlc_time_short"]);
    expect(kinds([away(htlc(700))], 800)).toEqual(["htlc_time_short"]);
    expect(kinds([fakeChannel({ htlcs: [htlc(801)] })], 800)).toEqual([]);
    expect(kinds([away(htlc(801))], undefined)).toEqual([]);
    expect(kinds([{ ...away(htlc(801)), state: "opening" }], 800)).toEqual([]);
  });

  it("is told once for a channel, with the most urgent HTLC of those that are near", () => {
    const [trouble, ...others] = troublesOf([away(htlc(830, false), htlc(820), htlc(900))], 800);
    expect(others).toEqual([]);
    expect(trouble?.detail).toContain("the time of 2 HTLCs of 18000 msats runs out: the first one, offered, 0707");
    expect(trouble?.detail).toContain("ends at block 820 (in 20 blocks)");
  });

  it("is at most one of each channel, and never of one that works", () => {
    const channel = fc.record({
      state: fc.constantFrom("opening" as const, "open" as const, "closing" as const),
      isActive: fc.boolean(),
      isForced: fc.boolean(),
      htlcs: fc.array(
        fc.integer({ min: 700, max: 900 }).map((block) => htlc(block)),
        { maxLength: 3 },
      ),
    });
    fc.assert(
      fc.property(fc.array(channel, { maxLength: 6 }), fc.integer({ min: 700, max: 900 }), (drafts, atBlock) => {
        const channels = drafts.map((draft) => fakeChannel(draft));
        const subjects = troublesOf(channels, atBlock).map(({ subject }) => subject);
        expect(new Set(subjects).size).toBe(subjects.length);
        const working = channels.filter(({ state, isActive }) => state === "open" && isActive);
        for (const { point } of working) expect(subjects).not.toContain(point);
      }),
      { numRuns: inject("runs") * 50 },
    );
  });
});
