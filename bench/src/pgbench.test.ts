import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Environment } from "./environment.ts";
import { tpcb } from "./pgbench.ts";

const folder = mkdtempSync(join(tmpdir(), "leyden-pgbench-test-"));
const calls = join(folder, "calls");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A pgbench that ends no transaction within `silent` seconds. */
function slow(silent: number): string {
  const program = join(folder, `pgbench-${silent}`);
  const speed = `[ "\${5#--time=}" -gt ${silent} ] && echo "tps = 12.5 (without initial connection time)"`;
  writeFileSync(program, `#!/bin/sh\necho "$5" >> ${calls}\necho "duration: \${5#--time=} s"\n${speed}\nexit 0\n`);
  chmodSync(program, 0o755);
  return program;
}

describe("TPC-B", () => {
  beforeAll(() => writeFileSync(calls, ""));

  it("gets twice the time when no transaction ended in it", async () => {
    const yardstick = tpcb({ url: "postgresql://127.0.0.1/leyden" } as Environment, slow(3));
    expect(await yardstick.measure(0.2)).toEqual({ perSecond: 12.5 });
    expect(readFileSync(calls, "utf8")).toBe("--time=1\n--time=2\n--time=4\n");
  });

  it("says what pgbench printed when even the longest time was not enough", async () => {
    const yardstick = tpcb({ url: "postgresql://127.0.0.1/leyden" } as Environment, slow(1_000));
    await expect(yardstick.measure(40)).rejects.toThrow("pgbench did not say its speed: duration: 80 s");
  });
});
