import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, vi } from "vitest";
import { addressOfEmbedded } from "#adapters/lightning/choose.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { writeRunning } from "#supervisor/run-file.ts";
import { commands } from "./commands.ts";
import { printed } from "./printed.harness.ts";

/** Of the installation that a command finds. */
export const INSTALLATION = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";

/**
 * Runs a command as if an installation ran on the database, and gives back what it prints. To be called where tests are
 * declared. `nodeUrl`: where its node answers; otherwise nobody does.
 */
export function runOn(
  database: () => DatabaseUnderTest,
  command: string,
  nodeUrl = () => "http://127.0.0.1:1",
): (...words: string[]) => Promise<string> {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), `leyden-${command}-`));
    chmodSync(dataDir, 0o700);
    const { url } = database();
    const node = addressOfEmbedded({ url: nodeUrl(), token: "" });
    const children = { database: { url, role: "leyden_app" }, node };
    writeRunning(dataDir, { baseUrl: "http://127.0.0.1:1", instanceId: INSTALLATION, children });
    vi.stubEnv("LEYDEN_DATA_DIR", dataDir);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(dataDir, { recursive: true, force: true });
  });

  return async (...words) => {
    const program = await commands(command);
    return await printed(() => program.parseAsync(["node", "leyden", command, ...words]));
  };
}
