import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

describe("crashAt", () => {
  it("kills the process at the wanted point and at no other", () => {
    const script = `
      import { crashAt } from ${JSON.stringify(join(import.meta.dirname, "crash.ts"))};
      const reached = crashAt("after-dispatch");
      reached("before-dispatch");
      console.log("still here");
      reached("after-dispatch");
      console.log("never");`;

    const { stdout, signal } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });

    expect({ stdout, signal }).toEqual({ stdout: "still here\n", signal: "SIGKILL" });
  });
});
