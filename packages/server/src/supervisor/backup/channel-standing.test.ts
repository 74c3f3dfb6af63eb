import { describe, expect, it } from "vitest";
import { channelStandingOf } from "./channel-standing.ts";

const NOW = new Date("2026-11-24T12:00:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const well = {
  folder: "/mnt/backup/channels",
  newest: { at: ago(60), channels: ["a:0"] },
  lacks: [],
  lacksSince: undefined,
  problem: undefined,
};
const of = (copy: Partial<Parameters<typeof channelStandingOf>[0]["copies"][number]>, minutes = 1, isRunning = true) =>
  channelStandingOf({ at: ago(minutes), copies: [{ ...well, ...copy }] }, { now: NOW, isRunning });

describe("how the channel backups are", () => {
  it("is well while each newest copy has every channel", () => {
    const other = { ...well, folder: "/data/channels" };
    expect(channelStandingOf({ at: ago(1), copies: [other, well] }, { now: NOW, isRunning: true })).toEqual({
      says:
        "newest in /data is of 2026-11-24T11:00:00.000Z and has every channel; " +
        "newest in /mnt/backup is of 2026-11-24T11:00:00.000Z and has every channel",
    });
  });

  it("needs somebody when a channel has been missing for more than ten minutes", () => {
    expect(of({ lacks: ["b:0"], lacksSince: ago(10) }).todo).toBeUndefined();
    const late = of({ lacks: ["b:0"], lacksSince: ago(11) });
    expect(late.says).toContain("LACKS 1 CHANNELS");
    expect(late.todo).toContain("leaves channels out");
  });

  it("needs somebody when a disk keeps a copy from being made", () => {
    const { says, todo } = of({ newest: undefined, lacks: ["b:0"], lacksSince: ago(1), problem: "no space left" });
    expect(says).toBe("none in /mnt/backup, of 1 channels");
    expect(todo).toBe("no space left");
  });

  it("needs somebody when the service runs and has not looked", () => {
    expect(of({}, 11).todo).toContain("look at the node");
    expect(of({}, 10).todo).toBeUndefined();
    expect(of({}, 11, false).todo).toBeUndefined();
  });
});
