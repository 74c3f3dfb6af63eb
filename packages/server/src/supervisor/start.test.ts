import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readConfig } from "#config.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { start } from "./start.ts";

it.each([
  ["LEYDEN_ACCENT_COLOR", "#ffff66"],
  ["LEYDEN_LOGO", "/nowhere/logo.svg"],
])("a start names a wrong %s before the database, the node or the folder begins", async (name, value) => {
  const folder = mkdtempSync(join(tmpdir(), "start-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const dataDir = join(folder, "data");
  const config = readConfig({ LEYDEN_DATA_DIR: dataDir, LEYDEN_PORT: "0", LEYDEN_LOG_LEVEL: "silent", [name]: value });
  const terminal = { output: process.stdout, errors: process.stderr, attached: false };
  let nodes = 0;
  const openNode = async () => {
    nodes += 1;
    throw new OperatorError("the node has begun", "");
  };
  const failed = start(config, terminal, { openNode });
  await expect(failed).rejects.toThrow(`${name} is refused: `);
  expect([nodes, existsSync(dataDir)]).toEqual([0, false]);
});
