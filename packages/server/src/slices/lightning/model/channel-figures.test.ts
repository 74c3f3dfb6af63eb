import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { fakeChannel } from "../testing/fake-operations.harness.ts";
import { figuresOf, HTLC_BLOCKS_MIN, htlcsAtRisk } from "./channel-figures.ts";

const htlc = (expiresAtBlock: number, isOutgoing = true) => ({
  paymentHash: new Uint8Array(32),
  isOutgoing,
  amount: msats(1_000n),
  expiresAtBlock,
});

describe("the figures of channels", () => {
  it("count each channel once, by what it does", () => {
    const channels = [
      fakeChannel(),
      fakeChannel(),
      fakeChannel({ isActive: false }),
      fakeChannel({ state: "opening", isActive: false }),
      fakeChannel({ state: "closing", isActive: false }),
      fakeChannel({ state: "closing", isActive: false, isForced: true }),
    ];
    expect(figuresOf(channels, 100).counts).toEqual({ active: 2, inactive: 1, opening: 1, closing: 1, forced: 1 });
  });

  it("add up what active channels could move, and name the largest of them", () => {
    const channels = [
      fakeChannel({ sendable: msats(5_000n), receivable: msats(100n) }),
      fakeChannel({ sendable: msats(7_000n), receivable: msats(200n) }),
      fakeChannel({ sendable: msats(90_000n), receivable: msats(90_000n), isActive: false }),
      fakeChannel({ sendable: msats(80_000n), receivable: msats(80_000n), state: "closing" }),
    ];
    expect(figuresOf(channels, 100)).toMatchObject({
      sendable: 12_000n,
      receivable: 300n,
      largestSendable: 7_000n,
      largestReceivable: 200n,
    });
  });

  it("are zero without a channel", () => {
    expect(figuresOf([], 100)).toMatchObject({
      sendable: 0n,
      largestReceivable: 0n,
      blocksLeft: { connected: undefined, away: undefined },
    });
  });

  it("have the fewest blocks until a time lock, apart for peers that are away", () => {
    const channels = [
      fakeChannel({ htlcs: [htlc(180), htlc(150)] }),
      fakeChannel({ htlcs: [htlc(90)], isActive: false }),
      fakeChannel({ htlcs: [htlc(10)], state: "closing" }),
    ];
    expect(figuresOf(channels, 100).blocksLeft).toEqual({ connected: 50, away: 0 });
    expect(figuresOf(channels, undefined).blocksLeft).toEqual({ connected: undefined, away: undefined });
  });
});

describe("an HTLC at risk", () => {
  it("is one in a channel whose peer is away, with fewer than the blocks that both sides keep", () => {
    const near = htlc(100 + HTLC_BLOCKS_MIN - 1);
    const far = htlc(100 + HTLC_BLOCKS_MIN);
    const away = fakeChannel({ isActive: false, htlcs: [far, near, htlc(105, false)] });
    const connected = fakeChannel({ htlcs: [near] });
    const closing = fakeChannel({ state: "closing", isActive: false, htlcs: [near] });
    expect(htlcsAtRisk([connected, away, closing], 100).map(({ blocksLeft }) => blocksLeft)).toEqual([
      5,
      HTLC_BLOCKS_MIN - 1,
    ]);
  });

  it("is there exactly when the figures have so few blocks for a peer that is away", () => {
    const channel = fc
      .record({ isActive: fc.boolean(), blocks: fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 3 }) })
      .map(({ isActive, blocks }) => fakeChannel({ isActive, htlcs: blocks.map((block) => htlc(block)) }));
    fc.assert(
      fc.property(fc.array(channel, { maxLength: 4 }), fc.integer({ min: 0, max: 400 }), (channels, atBlock) => {
        const left = figuresOf(channels, atBlock).blocksLeft.away;
        const [first] = htlcsAtRisk(channels, atBlock);
        expect(first?.blocksLeft).toBe(left !== undefined && left < HTLC_BLOCKS_MIN ? left : undefined);
      }),
      { numRuns: inject("runs") * 100 },
    );
  });
});
