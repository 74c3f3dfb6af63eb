import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";

const children: ChildProcess[] = [];
afterEach(() => {
  for (const running of children.splice(0)) running.kill("SIGKILL");
});

/** A child whose start says "starting" and then never ends, or is done. */
function child(start: "hangs" | "is done") {
  const script = `
    import { runChild } from ${JSON.stringify(join(import.meta.dirname, "run-child.ts"))};
    setInterval(() => undefined, 1_000); // as open sockets do, it keeps the process
    await runChild("test", async () => {
      process.stdout.write("starting\\n");
      if (${start === "hangs"}) await new Promise(() => undefined);
      return { report: {}, stop: async () => process.stdout.write("stopped\\n") };
    });`;
  const running = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.push(running);
  let output = "";
  running.stdout.on("data", (data) => (output += data));
  running.stdin.write("{}\n");
  return { running, ended: once(running, "close"), output: () => output };
}

it("ends when its parent does, also in the middle of a start that waits", async () => {
  const { running, ended, output } = child("hangs");
  await expect.poll(output).toBe("starting\n");

  running.stdin.end();

  expect(await ended).toEqual([null, "SIGKILL"]);
});

it("stops in order when it was ready", async () => {
  const { running, ended, output } = child("is done");
  await expect.poll(output).toContain('"kind":"ready"');

  running.stdin.end();

  expect(await ended).toEqual([null, "SIGKILL"]);
  expect(output()).toContain("stopped\n");
});
