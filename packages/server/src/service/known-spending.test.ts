import { describe, expect, it } from "vitest";
import type { PostingNo } from "#ledger";
import type { JournalReport, ProcessReport } from "#platform/journal/read.ts";
import type { Opening } from "#restore";
import { coversLost, knownSpending } from "./known-spending.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 24, hour));
const LOST_FROM = at(10);

const PROCESS: ProcessReport = {
  process: "019b0000-0000-7000-8000-000000000001",
  path: "/journal/one.jsonl",
  from: at(8),
  until: at(12),
  lastN: 9n,
  books: new Map([[1n, 20n]]),
  isClosed: false,
  problems: [],
  isWhole: true,
};
const WHOLE: JournalReport = {
  processes: [PROCESS],
  missing: [],
  deleted: [],
  gaps: [],
  unreadable: [],
  isWhole: true,
};
const OPENING: Opening = { foundNo: 15n as PostingNo, seenNo: undefined, seenEpoch: 1n };
const restore = { lostFrom: LOST_FROM, openings: [OPENING] };

describe("the journal for the time that is in question", () => {
  const covers = (report: Partial<JournalReport>, more: { seenNo?: bigint; seenEpoch?: bigint | undefined } = {}) =>
    coversLost({ ...WHOLE, ...report }, { ...restore, openings: [{ ...OPENING, ...more } as Opening] });
  const one = (changed: Partial<ProcessReport>) => ({ processes: [PROCESS, { ...PROCESS, ...changed }] });

  it("is whole when nothing of it is missing", () => {
    expect(covers({})).toBe(true);
    expect(covers({}, { seenNo: 30n })).toBe(true);
  });

  it.each<[string, Partial<JournalReport>]>([
    ["without any file", { processes: [] }],
    ["a file is missing", { missing: [{ process: PROCESS.process, openedAt: at(1) }] }],
    ["a folder cannot be read", { unreadable: [{ folder: "/x", detail: "gone" }] }],
    ["a process could not write then", { gaps: [{ process: PROCESS.process, from: at(9), until: at(11) }] }],
    ["a file has a hole", one({ isWhole: false })],
    ["a file with a hole was closed then", one({ isWhole: false, isClosed: true })],
    ["a file with a hole ends before, and was never closed", one({ isWhole: false, until: at(9) })],
  ])("is not whole: %s", (_, report) => {
    expect(covers(report)).toBe(false);
  });

  it("is whole where something is missing before it alone", () => {
    expect(covers(one({ isWhole: false, isClosed: true, until: at(9) }))).toBe(true);
    expect(covers({ gaps: [{ process: PROCESS.process, from: undefined, until: at(9) }] })).toBe(true);
    const gaps = [{ process: PROCESS.process, from: undefined, until: at(9) }];
    expect(coversLost({ ...WHOLE, gaps }, { ...restore, lostFrom: undefined })).toBe(false);
  });

  it("is not whole when a process had seen more of the ledger than the copy and than every file", () => {
    const { processes } = one({});
    const older = processes.map((file) => ({ ...file, books: new Map([[1n, 15n]]) }));
    expect(covers({ processes: older }, { seenNo: 16n })).toBe(false);
    expect(covers({ processes: older }, { seenNo: 15n })).toBe(true);
  });

  it("is not whole by what was written after the restore, when numbers come a second time", () => {
    const later = (...books: [bigint, bigint][]) => ({ processes: [{ ...PROCESS, books: new Map(books) }] });
    expect(covers(later([1n, 15n], [2n, 30n]), { seenNo: 16n })).toBe(false);
    expect(covers(later([1n, 16n], [2n, 2n]), { seenNo: 16n })).toBe(true);
    expect(covers(later([1n, 30n], [2n, 15n]), { seenNo: 16n, seenEpoch: 2n })).toBe(false);
    expect(covers(later([2n, 16n]), { seenNo: 16n, seenEpoch: undefined })).toBe(true);
  });
});

it("the journal must tell of each time that the database went back", () => {
  const first = { ...OPENING, seenNo: 20n as PostingNo };
  const second: Opening = { foundNo: 17n as PostingNo, seenNo: 25n as PostingNo, seenEpoch: 2n };
  const covers = (...books: [bigint, bigint][]) =>
    coversLost(
      { ...WHOLE, processes: [{ ...PROCESS, books: new Map(books) }] },
      { ...restore, openings: [first, second] },
    );
  expect(covers([1n, 20n], [2n, 25n])).toBe(true);
  expect(covers([1n, 20n], [2n, 17n])).toBe(false); // the newest file of the second time is missing
  expect(covers([1n, 15n], [2n, 25n])).toBe(false);
});

describe("spending that is known again", () => {
  const known = (...whats: ("payment.dispatch" | "voucher.issue" | "purchase.capture" | "account.close")[]) =>
    knownSpending(
      WHOLE,
      restore,
      whats.map((what) => ({ what })),
    );

  it("is that of wallets and of the on-ramp, each without a question that counts there", () => {
    expect(known()).toEqual(["wallets", "purchases"]);
    expect(known("account.close")).toEqual(["wallets", "purchases"]);
    expect(known("payment.dispatch")).toEqual(["purchases"]);
    expect(known("voucher.issue")).toEqual(["purchases"]);
    expect(known("purchase.capture")).toEqual(["wallets"]);
  });

  it("is none where the journal is not whole", () => {
    expect(knownSpending({ ...WHOLE, processes: [] }, restore, [])).toEqual([]);
  });
});
