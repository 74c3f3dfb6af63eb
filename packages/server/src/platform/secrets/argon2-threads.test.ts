import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { argon2Threads } from "./argon2-threads.ts";

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1, algorithm: 2 };

/**
 * Runs a program in a process of its own, with `argon2`, `OPTIONS`, and `threads`: the priority of each thread, and how
 * many milliseconds it has worked and waited for a processor (man 5 proc_pid_stat, field 19; the name in field 2 may
 * have spaces; Linux, "sched-stats"). Returns what it logs.
 */
async function runAlone(program: string): Promise<string> {
  const { href } = new URL("./argon2-threads.ts", import.meta.url);
  const whole = `
    import { argon2Threads } from ${JSON.stringify(href)};
    import { readdirSync, readFileSync } from "node:fs";
    const argon2 = argon2Threads();
    const threads = () => readdirSync("/proc/self/task").map((id) => {
      const stat = readFileSync("/proc/self/task/" + id + "/stat", "utf8");
      const [worked, waited] = readFileSync("/proc/self/task/" + id + "/schedstat", "utf8").split(" ").map((ns) => Number(ns) / 1e6);
      return { nice: Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]), worked, waited };
    });
    const OPTIONS = ${JSON.stringify(OPTIONS)};
    ${program}`;
  const args = ["--input-type=module", "--eval", whole];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 20_000 });
  return stdout.trim();
}

describe("argon2 in threads", () => {
  const argon2 = argon2Threads();

  // Both are read of Linux: elsewhere a thread has no priority of its own, and says nothing of its time.
  it.runIf(process.platform === "linux")("gives two threads a low priority, and leaves all others theirs", async () => {
    const found = await runAlone(`
      for (let i = 0; i < 2; i += 1) await Promise.all([argon2.hash("a", OPTIONS), argon2.hash("b", OPTIONS)]);
      console.log(JSON.stringify(threads().map(({ nice }) => nice).filter((nice) => nice !== ${getPriority()})));`);
    expect(JSON.parse(found)).toEqual([10, 10]);
  });

  it.runIf(process.platform === "linux")("rests much longer than it works", async () => {
    const found = await runAlone(`
      const hashBoth = () => Promise.all([argon2.hash("a", OPTIONS), argon2.hash("b", OPTIONS)]);
      await hashBoth();
      const [before, start] = [threads(), performance.now()];
      for (let i = 0; i < 4; i += 1) await hashBoth();
      const lived = performance.now() - start;
      const since = threads().map((thread, i) => ({ ...thread, worked: thread.worked - before[i].worked, waited: thread.waited - before[i].waited }));
      console.log(JSON.stringify(since.filter(({ nice }) => nice === 10).map(({ worked, waited }) => (lived - worked - waited) / worked)));`);
    const rests = JSON.parse(found) as number[];
    expect(rests).toHaveLength(2);
    for (const rest of rests) expect(rest).toBeGreaterThan(4);
  });

  it("refuses what is no hash, and goes on", async () => {
    await expect(argon2.verify("no hash", "a")).rejects.toThrow("Decoding failed");
    expect(await argon2.verify(await argon2.hash("a", OPTIONS), "a")).toBe(true);
  });

  it("refuses the call whose thread ends, and starts another thread for the next", async () => {
    const folder = mkdtempSync(join(tmpdir(), "leyden-thread-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "thread.mjs");
    writeFileSync(
      file,
      `import { parentPort } from "node:worker_threads";
       parentPort.on("message", ({ password }) => password === "end" ? process.exit(3) : parentPort.postMessage({ result: password }));`,
    );
    const threads = argon2Threads(pathToFileURL(file));
    await expect(threads.hash("end", OPTIONS)).rejects.toThrow("ended: 3");
    expect(await threads.hash("next", OPTIONS)).toBe("next");
  });

  it("does not keep a process alive", async () => {
    expect(await runAlone(`await argon2.hash("a", OPTIONS); console.log("hashed");`)).toBe("hashed");
  });
});
