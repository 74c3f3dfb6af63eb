import { type ChildProcessByStdio, spawn } from "node:child_process";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { expect } from "vitest";

const LAUNCHER = join(import.meta.dirname, "../leyden.js");

export const PIPES: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
export const PATIENCE_MS = 60_000;

/** `leyden listen` as a process, beside the installation of `dataDir`. */
export function startListening(dataDir: string, words: readonly string[]) {
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], LEYDEN_DATA_DIR: dataDir };
  return watched(spawn(process.execPath, [LAUNCHER, "listen", ...words], { env, stdio: PIPES }));
}

/** What a program writes, and its status once it has ended and nothing writes any more. */
export function watched(child: ChildProcessByStdio<null, Readable, Readable>) {
  const seen = { output: "", errors: "" };
  child.stdout.on("data", (data) => (seen.output += data));
  child.stderr.on("data", (data) => (seen.errors += data));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, seen, ended };
}

export const listens = (seen: { errors: string }) =>
  expect.poll(() => seen.errors, { timeout: PATIENCE_MS }).toMatch(/^Listening/m);
