import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";

/** A process with two things to stop: the second one started takes `stopMs`. */
async function start(stopMs: number, { attached = false, isAtTerminal = true } = {}) {
  const source = (path: string) => JSON.stringify(join(import.meta.dirname, path));
  const script = `
    import { setTimeout as sleep } from "node:timers/promises";
    import { machineClock as clock } from ${source("../platform/machine/clock.ts")};
    import { machineScheduler } from ${source("../platform/machine/scheduler.ts")};
    import { shutdownOnSignal } from ${source("shutdown.ts")};
    const print = (text) => process.stdout.write(text + "\\n");
    const log = { error: (fields, event) => print(event) };
    const scheduler = machineScheduler({ failed: () => undefined });
      const abandon = () => print("abandoned");
      const isAtTerminal = ${isAtTerminal};
      const shutdown = shutdownOnSignal({ clock, scheduler, log, print, abandon, isAtTerminal });
    const parent = process.ppid;
    if (${attached}) shutdown.stopWhen("the shell", () => process.ppid !== parent);
    shutdown.add(() => print("first stopped"));
    shutdown.add(() => { throw new Error("no"); });
    shutdown.add(async () => { await sleep(${stopMs}); print("second stopped"); });
    setInterval(() => undefined, 1_000); // as a server's port does, it keeps the process
    print("running");
    await shutdown.done;
    print("done");
    process.exit(0);`;
  const node = [process.execPath, "--input-type=module", "-e", script];
  const [program = "", ...words] = attached ? ["sh", "-c", '"$@"; exit', "sh", ...node] : node;
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (data) => {
    output += data;
  });
  const ended = once(child, "exit");
  const says = (text: string) => expect.poll(() => output).toContain(text);
  await says("running\n");
  return { child, ended, says, output: () => output };
}

describe("a signal", () => {
  it("stops what was started in the reverse order; a step that fails does not keep the others", async () => {
    const { child, ended, output } = await start(1);

    child.kill("SIGTERM");

    expect((await ended)[0]).toBe(0);
    expect(output()).toBe("running\nStopping.\nsecond stopped\nshutdown.step_failed\nfirst stopped\ndone\n");
  });

  it.each([
    ["SIGINT", true, true],
    ["SIGINT", false, false],
    ["SIGTERM", true, false],
    ["SIGHUP", true, false],
  ] as const)(
    "explains a second Ctrl-C where one can be pressed: %s, at a terminal: %s",
    async (name, isAtTerminal, does) => {
      const { child, ended, output } = await start(1, { isAtTerminal });

      child.kill(name);
      await ended;

      expect(output().includes("Press Ctrl-C again to stop without waiting.")).toBe(does);
    },
  );

  it.skipIf(process.platform === "win32")(
    "may go to a shell in between that ends and does not hand it on",
    async () => {
      const { child, says } = await start(1, { attached: true });

      child.kill("SIGTERM");

      await says("first stopped\ndone\n");
    },
  );

  it("may reach the process twice: from the terminal and from npm", async () => {
    const { child, ended, says, output } = await start(500);

    child.kill("SIGINT");
    await says("Stopping.");
    child.kill("SIGINT");

    expect((await ended)[0]).toBe(0);
    expect(output()).toContain("second stopped");
  });

  it("ends the process without waiting when it comes a second time", async () => {
    const { child, ended, says, output } = await start(60_000);

    child.kill("SIGINT");
    await says("Stopping.");
    await sleep(350);
    child.kill("SIGINT");

    expect((await ended)[0]).toBe(130);
    expect(output()).toContain("abandoned\n");
    expect(output()).not.toContain("second stopped");
  });
});
