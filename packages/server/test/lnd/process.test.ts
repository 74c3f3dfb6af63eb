import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { isAlive } from "#platform/machine/process.ts";
import { type Programs, setUp, until } from "./process.harness.ts";

const LIMIT_MS = 200;

describe("a set-up of programs", () => {
  const startOne = (programs: Programs) =>
    programs.runAt(process.execPath, programs.folder, ["-e", "setInterval(() => undefined, 1_000)"]);

  it("that takes longer than it may ends what it has started, and starts nothing afterwards", async () => {
    const pids: number[] = [];
    let later: Promise<unknown> = Promise.resolve();
    const made = setUp(async (programs) => {
      pids.push(startOne(programs).pid, startOne(programs).pid);
      await sleep(2 * LIMIT_MS);
      later = (async () => startOne(programs))();
      return await later;
    }, LIMIT_MS);
    await expect(made).rejects.toThrow("longer than 0.2 s");
    expect(pids).toHaveLength(2);
    expect(pids.filter(isAlive)).toEqual([]);
    await sleep(2 * LIMIT_MS);
    await expect(later).rejects.toThrow("not started");
  });

  it("that fails ends what it has started, and leaves no file", async () => {
    const started: { readonly pid: number; readonly folder: string }[] = [];
    const made = setUp(async (programs) => {
      started.push({ pid: startOne(programs).pid, folder: programs.folder });
      throw new Error("no channel");
    });
    await expect(made).rejects.toThrow("no channel");
    expect(started.map(({ pid, folder }) => [isAlive(pid), existsSync(folder)])).toEqual([[false, false]]);
  });

  it("that is there in time runs until it is ended", async () => {
    const { programs, pid } = await setUp(async (programs) => ({ programs, pid: startOne(programs).pid }), 10_000);
    expect(isAlive(pid)).toBe(true);
    await programs.end();
    expect(isAlive(pid)).toBe(false);
  });

  it("that waits for a program which has ended says at once what it said last", async () => {
    const waits = setUp(async (programs) => {
      const running = programs.runAt(process.execPath, programs.folder, ["-e", "console.log('no such chain')"]);
      await until("the node", async () => undefined, { running });
    });
    await expect(waits).rejects.toThrow(/the node: it has ended, and said last:\nno such chain/);
  });
});
