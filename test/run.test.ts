import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";

const LAUNCHER = join(import.meta.dirname, "../leyden.js");
/** Makes a new Node say that it is old. */
const OLD = `data:text/javascript,Object.defineProperty(process.versions, "node", { value: "20.0.0" })`;

function run(...words: string[]): { child: ChildProcess; output: () => string; ended: Promise<unknown[]> } {
  const child = spawn(process.execPath, ["--import", OLD, LAUNCHER, ...words], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
  return { child, output: () => output, ended: once(child, "close") };
}

it("hands over to the Node that was installed along, where the machine's is too old", async () => {
  const { output, ended } = run("config");

  expect((await ended)[0]).toBe(0);
  expect(output()).toContain("LEYDEN_PORT");
});

it("ends with the status of what it stands for", async () => {
  const { output, ended } = run("nonsense");

  expect((await ended)[0]).toBe(1);
  expect(output()).toContain("unknown command");
});
