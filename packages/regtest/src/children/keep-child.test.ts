import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type KeptChild, keepChild } from "./keep-child.ts";
import type { LogLine } from "./log.ts";

type Report = { readonly pid: number };

describe("a child that is kept", () => {
  let folder: string;
  let child: KeptChild<Report>;
  let lines: LogLine[];
  let reports: Report[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "leyden-child-"));
    lines = [];
    reports = [];
  });
  afterEach(async () => {
    await child.stop();
    rmSync(folder, { recursive: true });
  });

  /** Starts a child that logs its steps. */
  async function start(drain = "undefined"): Promise<void> {
    const entry = join(folder, "child.mjs");
    writeFileSync(
      entry,
      `import { runChild } from ${JSON.stringify(join(import.meta.dirname, "run-child.ts"))};
      await runChild("test", async (_, log) => ({
        report: { pid: process.pid },
        drain: async (maxMs) => { log("info", "draining"); await ${drain}; },
        stop: async () => log("info", "stopping"),
      }));`,
    );
    child = keepChild<Report>(
      { name: "test", entry: pathToFileURL(entry), config: {} },
      { log: (line) => void lines.push(line), onReady: (report) => void reports.push(report) },
    );
    await child.ready;
  }

  const events = () => lines.map(({ event }) => event);

  it("drains before a restart, and its reason is logged", async () => {
    await start();

    await child.restart("memory 512 MB above 500 MB");

    expect(lines[0]).toMatchObject({ level: "warn", event: "child.restarted", reason: "memory 512 MB above 500 MB" });
    expect(events()).toEqual(["child.restarted", "draining", "stopping"]);
    expect(reports).toHaveLength(2);
    expect(child.process()?.pid).toBe(reports[1]?.pid);
    expect(reports[1]?.pid).not.toBe(reports[0]?.pid);
  });

  it("is restarted once when several ask for it", async () => {
    await start();
    await Promise.all([child.restart("one"), child.restart("two")]);
    expect(reports).toHaveLength(2);
  });

  it("stops although a drain does not end", async () => {
    await start("new Promise((resolve) => setTimeout(resolve, 60_000))");
    const restarted = child.restart("why not");
    await expect.poll(events).toContain("draining");

    await child.stop();
    await restarted;

    expect(events()).toEqual(["child.restarted", "draining", "stopping"]);
    expect(child.process()).toBeUndefined();
  });

  it("is started again after a kill, and how it exited is logged", async () => {
    await start();
    process.kill(reports[0]?.pid ?? 0, "SIGKILL");
    await expect.poll(() => reports.length).toBe(2);
    expect(lines).toEqual([{ level: "warn", name: "test", event: "child.exited", how: "SIGKILL" }]);
  });
});
