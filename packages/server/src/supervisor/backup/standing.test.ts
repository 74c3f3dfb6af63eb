import { describe, expect, it } from "vitest";
import { standingOf } from "./standing.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const proof = { at: ago(60), book: { no: 7n, hash: "ab" }, newestAt: ago(61), examined: 7, tookMs: 1_000 };
const well = {
  now: NOW,
  newest: { endedAt: ago(60), bytes: 5_200_000, proof },
  archivedUntil: ago(0.1),
  isRunning: true,
  sharesDisk: false,
  lacks: 0,
};

describe("how the backups are", () => {
  it("is well when the newest one is of the last day and proved, and the log is copied", () => {
    expect(standingOf(well)).toEqual({
      says: "newest 2026-11-23T11:00:00.000Z, 5.2 MB, proved, log copied up to 2026-11-23T11:59:54.000Z",
      todo: undefined,
    });
  });

  it("asks for a backup when there is none, when it is old, and when it is not proved", () => {
    for (const newest of [undefined, { ...well.newest, endedAt: ago(27 * 60) }, { ...well.newest, proof: undefined }])
      expect(standingOf({ ...well, newest }).todo).toBe("npm run leyden -- backup");
  });

  it("asks why the log is not copied while the service runs", () => {
    for (const archivedUntil of [undefined, ago(6)])
      expect(standingOf({ ...well, archivedUntil }).todo).toContain("supervisor.archive_log");
    expect(standingOf({ ...well, archivedUntil: ago(6), isRunning: false }).todo).toBeUndefined();
  });

  it("says how much room a proof lacks", () => {
    const { says, todo } = standingOf({ ...well, lacks: 3_000_000_000 });
    expect(says).toContain("no room to prove one: 3000 MB more");
    expect(todo).toContain("LEYDEN_BACKUP_SPARE_GB");
  });

  it("says that one disk has both", () => {
    const { says, todo } = standingOf({ ...well, sharesDisk: true });
    expect(says).toContain("ON THE DISK OF THE DATA FOLDER");
    expect(todo).toContain("another disk");
  });
});
