import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chosen, coveredBy, DAY_MS, due, expired, type Known, newestFirst, newestProved } from "./kept.ts";
import { type Manifest, manifestOf, manifestText, type Proof } from "./manifest.ts";

const NOW = new Date("2026-11-23T12:00:00Z");

const proof: Proof = {
  at: NOW,
  book: { no: 12n, hash: "ab".repeat(32) },
  newestAt: undefined,
  examined: 12,
  tookMs: 900,
};

function backup(hoursAgo: number, { proved = true, line = "a" } = {}): Known {
  return {
    endedAt: new Date(NOW.getTime() - hoursAgo * 3_600_000),
    line,
    proof: proved ? proof : undefined,
  };
}

const backups = fc.array(
  fc
    .record({ hoursAgo: fc.nat(1_000), proved: fc.boolean() })
    .map(({ hoursAgo, proved }) => backup(hoursAgo, { proved })),
);

describe("what is due", () => {
  const present = { now: NOW, line: "a", isReached: true };

  it("is a backup when there is none, when it is a day old, and when the archive has begun anew or has a gap", () => {
    expect(due([], present)).toBe("backup");
    expect(due([backup(24)], present)).toBe("backup");
    expect(due([backup(1, { line: "b" })], present)).toBe("backup");
    expect(due([backup(1)], { ...present, isReached: false })).toBe("backup");
    expect(due([backup(23), backup(400)], present)).toBe("nothing");
  });

  it("is a proof when the newest has none, and not another backup each hour", () => {
    expect(due([backup(1, { proved: false }), backup(25)], present)).toBe("proof");
    expect(due([backup(DAY_MS / 3_600_000, { proved: false })], present)).toBe("backup");
  });
});

describe("what is kept", () => {
  it("is the newest so many that are proved, and what is newer than the last of them", () => {
    const all = [backup(1, { proved: false }), backup(24), backup(48), backup(49, { proved: false }), backup(72)];
    expect(expired(all, 2)).toEqual(all.slice(3));
    expect(expired(all, 1)).toEqual(all.slice(2));
    expect(expired(all, 4)).toEqual([]);
  });

  it("never loses a proved backup for one that is not", () => {
    fc.assert(
      fc.property(backups, fc.integer({ min: 1, max: 9 }), (all, keep) => {
        const gone = expired(all, keep);
        const left = all.filter((one) => !gone.includes(one));
        const proved = (some: readonly Known[]) => some.filter((one) => one.proof !== undefined).length;
        expect(proved(left)).toBe(Math.min(keep, proved(all)));
        const [newest] = newestFirst(all);
        if (newest !== undefined) expect(gone).not.toContain(newest);
      }),
    );
  });
});

describe("what is restored", () => {
  it("is the newest proved one before the time", () => {
    const all = [backup(1, { proved: false }), backup(2), backup(30)];
    expect(chosen(all, undefined)).toBe(all[1]);
    expect(chosen(all, new Date(NOW.getTime() - 3 * 3_600_000))).toBe(all[2]);
    expect(chosen(all, new Date(NOW.getTime() - DAY_MS * 9))).toBeUndefined();
    expect(chosen([backup(1, { proved: false })], undefined)).toBeDefined();
  });
});

describe("up to when the backups have everything", () => {
  const begun = (one: Known) => ({ ...one, begunAt: new Date(one.endedAt.getTime() - 60_000) });
  const kept = [backup(1, { proved: false }), backup(5), backup(900), backup(2_000, { proved: false })].map(begun);

  it("is when the oldest proved one was begun: any of them may be restored", () => {
    expect(coveredBy(kept)).toEqual(kept[2]?.begunAt);
  });

  it("is never, without a proved one", () => {
    expect(coveredBy([])).toBeUndefined();
    expect(coveredBy(kept.slice(0, 1))).toBeUndefined();
    expect([newestProved(kept), newestProved(kept.slice(0, 1))]).toEqual([kept[1], undefined]);
  });
});

describe("a manifest", () => {
  const manifest: Manifest = {
    leyden: "1.2.3",
    postgres: "18",
    instanceId: "0199",
    line: "20261123t224012123z",
    first: 0x1_2a00_0028n,
    last: 0x1_2b00_0000n,
    begunAt: NOW,
    endedAt: new Date(NOW.getTime() + 1),
    book: { no: 9_007_199_254_740_993n, hash: "cd".repeat(32) },
    files: [{ name: "data/PG_VERSION", bytes: 3, sha256: "ef".repeat(32) }],
    journal: [{ name: "all.1", bytes: 9, sha256: "01".repeat(32) }],
    channels: { at: NOW, count: 2, files: [{ name: "one.backup", bytes: 9, sha256: "02".repeat(32) }] },
    proof,
  };

  it("is read back as it was written", () => {
    expect(manifestOf(manifestText(manifest))).toEqual(manifest);
    const less = { ...manifest, proof: undefined, journal: undefined, channels: undefined };
    expect(manifestOf(manifestText(less))).toEqual(less);
  });

  it("that is torn, damaged or of another format is none", () => {
    const text = manifestText(manifest);
    for (let length = 0; length < text.trimEnd().length; length += 1)
      expect(() => manifestOf(text.slice(0, length))).toThrow();
    expect(() => manifestOf(text.replace('"format": 1', '"format": 2'))).toThrow("format 2");
    expect(() => manifestOf(text.replace("2026-11-23T12:00:00.000Z", "soon"))).toThrow("no time");
  });
});
