import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { processorMs } from "./processor-time.ts";

it.skipIf(process.platform !== "linux")("counts a process, its children, and those that have ended", () => {
  const before = processorMs([process.pid]);
  const work = "const used = ({ user, system } = process.cpuUsage()) => user + system; while (used() < 3e5);";
  execFileSync(process.execPath, ["-e", work]);
  expect(processorMs([process.pid]) - before).toBeGreaterThanOrEqual(200);
  expect(processorMs([])).toBe(0);
});
