import { describe, expect, it } from "vitest";
import { roomNeeded } from "./recover.ts";
import { SEGMENT_BYTES } from "./wal.ts";

describe("the room that a restore takes", () => {
  const files = [{ bytes: 1_000_000_000 }, { bytes: 500_000_000 }];
  const reach = { segments: Array.from({ length: 10 }, () => ({ segment: 1n, pieces: [], bytes: 1 })) };
  const whole = 1_500_000_000 + 10 * SEGMENT_BYTES;

  it("is the files and whole segments of the log", () => {
    expect(roomNeeded(files, reach, undefined)).toBe(whole);
  });

  it("is a fifth more for a trial beside a running database, which keeps some for itself", () => {
    expect(roomNeeded(files, reach, 8_000_000_000)).toBe(Math.ceil(whole * 1.2) + 8_000_000_000);
  });
});
