import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Refusal } from "../children/run-child.ts";
import { writeWhole } from "../folder.ts";

const SEED_BYTES = 32;

/**
 * The node's secret: all its keys come from it. Random, made at the first start, for the owner's eyes only.
 * @throws {Refusal} when a node that has a history has lost its seed: another one would make another node.
 */
export function readSeed(folder: string, isNew: boolean): Uint8Array {
  const path = join(folder, "seed");
  if (!existsSync(path)) {
    if (!isNew) throw new Refusal(`${path} is missing, but the node's log is there`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeWhole(path, `${randomBytes(SEED_BYTES).toString("hex")}\n`);
  }
  const seed = Buffer.from(readFileSync(path, "utf8").trim(), "hex");
  if (seed.length !== SEED_BYTES) throw new Refusal(`${path} does not hold ${SEED_BYTES} bytes in hex`);
  return Uint8Array.from(seed);
}
