import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { machineRandom } from "#platform/machine/random.ts";
import { takeDataFolder } from "./data-folder.ts";
import { forgetRunning, readRunning, writeRunning } from "./run-file.ts";

const random = machineRandom();
let parent: string;
let path: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "leyden-data-"));
  path = join(parent, "data");
});
afterEach(() => rmSync(parent, { recursive: true }));

describe("the data folder", () => {
  it("keeps the name of its installation", () => {
    const first = takeDataFolder(path, random);
    first.release();
    const second = takeDataFolder(path, random);
    second.release();

    expect(second.instanceId).toBe(first.instanceId);
  });

  it.each([0o770, 0o702, 0o777])("is refused with mode %o, and the command that closes it", (mode) => {
    mkdirSync(path);
    chmodSync(path, mode);

    expect(() => takeDataFolder(path, random)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining("other users may write"),
        advice: expect.stringContaining(`chmod go-w '${path}'`),
      }),
    );
    expect(readdirSync(path)).toEqual([]);

    chmodSync(path, mode & ~0o022);
    takeDataFolder(path, random).release();
  });

  it.runIf(process.getuid?.() === 0)("is refused when it belongs to another user", () => {
    mkdirSync(path);
    chownSync(path, 12_345, 12_345);

    expect(() => takeDataFolder(path, random)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining("belongs to another user (12345)"),
        advice: expect.stringContaining(`chown 0 '${path}'`),
      }),
    );
    expect(readdirSync(path)).toEqual([]);
  });

  it.each(["lock", "instance.new", "run.json.new"])("follows no link in the place of its file %s", (name) => {
    const target = join(parent, "precious");
    writeFileSync(target, "untouched", { mode: 0o644 });
    mkdirSync(path);
    symlinkSync(target, join(path, name));

    try {
      const folder = takeDataFolder(path, random);
      writeRunning(path, { baseUrl: "http://127.0.0.1:8080", instanceId: folder.instanceId, children: undefined });
      folder.release();
    } catch (error) {
      expect(error).toMatchObject({ code: "ELOOP" });
    }

    expect(readFileSync(target, "utf8")).toBe("untouched");
    expect(statSync(target).mode & 0o777).toBe(0o644);
  });

  it("shows a second start where the first one answers and how to end it", () => {
    const first = takeDataFolder(path, random);
    writeRunning(path, { baseUrl: "http://127.0.0.1:8080", instanceId: first.instanceId, children: undefined });

    expect(() => takeDataFolder(path, random)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining("http://127.0.0.1:8080"),
        advice: expect.stringContaining(`kill ${process.pid}`),
      }),
    );
    first.release();
  });

  it.runIf(process.getuid?.() !== 0)("says so when it cannot be written", () => {
    chmodSync(parent, 0o500);

    expect(() => takeDataFolder(path, random)).toThrow(/cannot be written/);
    chmodSync(parent, 0o700);
  });

  it.runIf(process.platform === "linux")("says so where not even root can make one", () => {
    expect(() => takeDataFolder("/proc/leyden/data", random)).toThrow(/cannot be written/);
  });

  it("is made with the folders above it", () => {
    path = join(parent, "a", "b", "c");

    takeDataFolder(path, random).release();

    expect(statSync(path).isDirectory()).toBe(true);
  });
});

describe("run.json", () => {
  it("is for our eyes only and goes when we end", () => {
    takeDataFolder(path, random).release();
    writeRunning(path, { baseUrl: "http://127.0.0.1:1", instanceId: "x", children: undefined });
    expect(statSync(join(path, "run.json")).mode & 0o777).toBe(0o600);
    expect(readRunning(path)).toMatchObject({ pid: process.pid, baseUrl: "http://127.0.0.1:1" });

    forgetRunning(path);

    expect(readRunning(path)).toBeUndefined();
  });
});
