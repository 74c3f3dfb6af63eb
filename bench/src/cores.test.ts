import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { keepOnCore, whyNoCores } from "./cores.ts";
import { childrenOf } from "./processor-time.ts";

it.skipIf(whyNoCores() !== undefined)("keeps a process and what it has started on one core", async () => {
  const shell = spawn("sh", ["-c", "sleep 60 & echo started; wait"], { stdio: ["ignore", "pipe", "ignore"] });
  const pid = shell.pid as number;
  try {
    await once(shell.stdout, "data");
    const [child = 0] = childrenOf(pid);
    keepOnCore(0, [pid]);
    for (const one of [pid, child])
      expect(readFileSync(`/proc/${one}/status`, "utf8")).toMatch(/^Cpus_allowed_list:\t0$/m);
  } finally {
    for (const one of [...childrenOf(pid), pid]) process.kill(one);
  }
});
