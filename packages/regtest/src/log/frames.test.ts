import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DamagedLog, openFrames, replaceFrames } from "./frames.ts";

describe("frames", () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "leyden-frames-"));
    path = join(folder, "log");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function written(...payloads: readonly string[]): void {
    const { file } = openFrames(path);
    for (const payload of payloads) file.append(Buffer.from(payload));
    file.close();
  }

  function read(): string[] {
    const { file, payloads } = openFrames(path);
    file.close();
    return payloads.map((payload) => Buffer.from(payload).toString());
  }

  it("gives back what was appended, in order, also across openings", () => {
    written("one", "two");
    written("three");
    expect(read()).toEqual(["one", "two", "three"]);
  });

  it("keeps the log for its owner's eyes", () => {
    written("secret");
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("drops a last frame that a crash cut anywhere, and writes on behind the whole ones", () => {
    written("one", "two", "a last frame");
    const whole = readFileSync(path);
    const start = whole.lastIndexOf("LYF1");
    fc.assert(
      fc.property(fc.integer({ min: start, max: whole.length - 1 }), (length) => {
        writeFileSync(path, whole.subarray(0, length));
        expect(read()).toEqual(["one", "two"]);
        written("next");
        expect(read()).toEqual(["one", "two", "next"]);
      }),
    );
  });

  it("drops a last frame of which only the length reached the disk, as after a power cut", () => {
    written("one", "two");
    const size = statSync(path).size;
    for (const zeros of [1, 12, 100, 5_000]) {
      appendFileSync(path, Buffer.alloc(zeros));
      expect(read()).toEqual(["one", "two"]);
      expect(statSync(path).size).toBe(size);
    }
  });

  it("refuses a log that is broken in its middle, whichever byte it is", () => {
    written("one", "a frame in the middle", "three");
    const whole = readFileSync(path);
    const end = whole.lastIndexOf("LYF1");
    fc.assert(
      fc.property(fc.integer({ min: 0, max: end - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const broken = Buffer.from(whole);
        broken[at] = (broken[at] ?? 0) ^ change;
        writeFileSync(path, broken);
        expect(read).toThrow(DamagedLog);
      }),
    );
  });

  it("finds the end of a log whose payloads look like frames", () => {
    written("LYF1", "LYF1LYF1", "LYF1\0\0\0\0\0\0\0\0x");
    truncateSync(path, statSync(path).size - 1);
    expect(read).toThrow(DamagedLog);
    writeFileSync(path, "");
    written("LYF1", "LYF1LYF1");
    truncateSync(path, statSync(path).size - 1);
    expect(read()).toEqual(["LYF1"]);
  });

  it("replaces the file as a whole and appends to the new one", () => {
    written("one", "two", "three");
    const file = replaceFrames(path, [Buffer.from("all of them")]);
    expect(file.size()).toBe(statSync(path).size);
    file.append(Buffer.from("four"));
    file.close();
    expect(read()).toEqual(["all of them", "four"]);
  });
});
