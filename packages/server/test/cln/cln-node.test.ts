import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import type { Chain } from "../lnd/chain.harness.ts";
import { setUp } from "../lnd/process.harness.ts";
import { startClnNode } from "./cln-node.harness.ts";

const folder = mkdtempSync(join(tmpdir(), "leyden-no-lightningd-"));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it("a lightningd that ends at once is not waited for, and its last words are told", async () => {
  writeFileSync(join(folder, "lightningd"), "#!/bin/sh\necho 'lightningd: unknown option' >&2\nexit 1\n", {
    mode: 0o700,
  });
  vi.stubEnv("CLN_BIN", folder);
  const chain = { rpc: { port: 1, certFile: "/dev/null" } } as Chain;
  const starts = setUp((programs) => startClnNode(join(programs.folder, "ours"), chain, programs));
  await expect(starts).rejects.toThrow("lightningd: it has ended, and said last:\nlightningd: unknown option");
});
