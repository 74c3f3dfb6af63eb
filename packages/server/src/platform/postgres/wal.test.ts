import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isWhole,
  lsn,
  lsnText,
  type Piece,
  pieceName,
  pieceOf,
  piecesToRead,
  reachOf,
  SEGMENT_BYTES,
  segmentAt,
  segmentName,
} from "./wal.ts";

const TIMELINE = "00000001";

function piece(segment: bigint, from = 0, to = SEGMENT_BYTES): Piece {
  const part = { timeline: TIMELINE, segment, from, to };
  return { ...part, name: pieceName(part) };
}

describe("names of the write-ahead log", () => {
  it("are those of PostgreSQL", () => {
    // select pg_walfile_name(…) of PostgreSQL 18
    expect(segmentName(TIMELINE, segmentAt(lsn("0/2000028")))).toBe("000000010000000000000002");
    expect(segmentName(TIMELINE, segmentAt(lsn("1/FF000000")))).toBe("0000000100000001000000FF");
    expect(segmentName("0000000A", segmentAt(lsn("2A/10")))).toBe("0000000A0000002A00000000");
  });

  it("are read back as they were written", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 40n - 1n), fc.nat(SEGMENT_BYTES - 1), fc.nat(SEGMENT_BYTES), (segment, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b) + (a === b ? 1 : 0)];
        const made = piece(segment, from, to);
        expect(pieceOf(made.name)).toEqual(made);
      }),
    );
    fc.assert(fc.property(fc.bigInt(0n, 2n ** 64n - 1n), (at) => lsn(lsnText(at)) === at));
  });

  it("of other files, drafts and ranges that cannot be are none", () => {
    for (const name of [
      "000000010000000000000001",
      "000000010000000000000001.gz.new",
      "000000010000000000000001.00000010-00000010.gz",
      "000000010000000000000001.00000000-01000001.gz",
      "00000002.history",
      "lost+found",
    ])
      expect(pieceOf(name), name).toBeUndefined();
    expect(() => lsn("none")).toThrow("no place in the write-ahead log");
  });
});

describe("what an archive reaches", () => {
  it("goes from the first segment to the first gap, and names what is after it", () => {
    const { segments, end, beyond } = reachOf([piece(3n), piece(4n), piece(6n), piece(7n, 0, 10)], 3n);
    expect(segments.map(({ segment }) => segment)).toEqual([3n, 4n]);
    expect(end).toBe(5n * BigInt(SEGMENT_BYTES));
    expect(beyond).toEqual([piece(6n).name, piece(7n, 0, 10).name]);
  });

  it("ends in the segment that is not full", () => {
    const pieces = [piece(3n), piece(4n, 0, 100), piece(4n, 100, 250)];
    expect(reachOf(pieces, 3n)).toMatchObject({ end: 4n * BigInt(SEGMENT_BYTES) + 250n, beyond: [] });
  });

  it("does not use a piece whose beginning is missing", () => {
    const { end, beyond } = reachOf([piece(4n, 0, 100), piece(4n, 101, 250)], 4n);
    expect(end).toBe(4n * BigInt(SEGMENT_BYTES) + 100n);
    expect(beyond).toEqual([piece(4n, 101, 250).name]);
  });

  it("is nothing without the first segment", () => {
    expect(reachOf([piece(4n)], 3n)).toEqual({
      segments: [],
      end: 3n * BigInt(SEGMENT_BYTES),
      beyond: [piece(4n).name],
    });
  });

  it("takes the longest of pieces that overlap, as a copy that was begun again leaves them", () => {
    const pieces = [piece(4n, 0, 100), piece(4n, 100, 200), piece(4n, 0, 250)];
    expect(piecesToRead(pieces)).toEqual([piece(4n, 0, 250)]);
    expect(piecesToRead([...pieces, piece(4n)]).every(isWhole)).toBe(true);
  });

  it("covers a segment without a gap whatever the pieces are", () => {
    const range = fc
      .tuple(fc.nat(99), fc.integer({ min: 1, max: 40 }))
      .map(([from, length]) => piece(1n, from, from + length));
    fc.assert(
      fc.property(fc.array(range), (pieces) => {
        let reached = 0;
        for (const { from, to } of piecesToRead(pieces)) {
          expect(from).toBeLessThanOrEqual(reached);
          expect(to).toBeGreaterThan(reached);
          reached = to;
        }
        expect(pieces.every(({ from, to }) => from > reached || to <= reached)).toBe(true);
      }),
    );
  });
});
