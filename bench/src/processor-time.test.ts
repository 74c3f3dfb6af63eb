import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { processorMs } from "./processor-time.ts";

it.skipIf(process.platform !== "linux")("counts a process, its children, and those that have ended", () => {
  const before = processorMs([process.pid]);
  execFileSync(process.execPath, ["-e", "for (const end = process.cpuUsage().user + 2e5; process.cpuUsage().user < end;);"]);
  expect(processorMs([process.pid]) - before).toBeGreaterThanOrEqual(200);
  expect(processorMs([])).toBe(0);
});
