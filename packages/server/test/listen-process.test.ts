import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isAlive, signal } from "#platform/machine/process.ts";
import { writeRunning } from "#supervisor/run-file.ts";
import { type FakeStreamService, KEY, serveReceiver, serveStream } from "../src/cli/listen.harness.ts";
import { listens, PATIENCE_MS, PIPES, startListening, watched } from "./listening.harness.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** The command as a person runs it, beside an installation whose data folder says where the service is. */
describe("leyden listen, as a process", () => {
  let folder: string;
  let service: FakeStreamService;
  const started: number[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "leyden-listen-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    service = await serveStream();
    writeRunning(folder, { baseUrl: service.url, instanceId: "i", children: undefined });
    writeFileSync(join(folder, "development.json"), JSON.stringify({ apiKey: KEY }));
  });
  afterEach(async () => {
    for (const pid of started.splice(0)) if (isAlive(pid)) signal(pid, "SIGKILL");
    await service.close();
  });

  const run = (...words: string[]) => {
    const listening = startListening(folder, words);
    started.push(listening.child.pid as number);
    return listening;
  };

  it("takes service and key from the data folder, forwards, and says on Ctrl-C how to go on", async () => {
    const receiver = await serveReceiver();
    const { child, seen, ended } = run("--forward-to", receiver.url, "--types", "payment.completed");
    await listens(seen);
    service.happen("e1");
    await expect.poll(() => seen.output, { timeout: PATIENCE_MS }).toMatch(/e1 {2}→ 204 in \d+ ms\n$/);
    child.stderr.once("data", () => child.kill("SIGINT")); // npm hands its own on
    child.kill("SIGINT");
    expect(await ended).toBe(0);
    await receiver.close();
    const command = `npm run leyden -- listen --after e1 --forward-to '${receiver.url}' --types payment.completed`;
    expect(seen.errors).toMatch(/\n$/);
    expect(seen.errors.trimEnd().split("\n").at(-1)).toBe(`Go on with: ${command}`);
    expect(seen.output + seen.errors).not.toContain(KEY);
  });

  it.runIf(process.platform === "linux")(
    "has its last line, and nothing else, after Ctrl-C under npm",
    {
      timeout: 60_000,
    },
    async () => {
      const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], LEYDEN_DATA_DIR: folder };
      const words = ["run", "--silent", "leyden", "--", "listen"];
      const { seen, ended, child } = watched(spawn("npm", words, { cwd: ROOT, env, stdio: PIPES, detached: true }));
      started.push(-(child.pid as number)); // with the shell of npm and what that has started
      await listens(seen);
      service.happen("e1");
      await expect.poll(() => seen.output, { timeout: PATIENCE_MS }).toContain("e1");
      process.kill(-(child.pid as number), "SIGINT"); // as a terminal does: to npm, its shell and the command
      await ended;
      const [, after] = seen.errors.split("from now on.\n");
      expect(after).toBe("Go on with: npm run leyden -- listen --after e1\n");
    },
  );

  it("ends when the program that reads its lines has ended", async () => {
    const { child, seen, ended } = run();
    await listens(seen);
    child.stdout.destroy();
    service.happen("e1");
    service.happen("e2");
    expect(await ended).toBe(0);
    expect(seen.errors).not.toContain("unexpected");
  });

  it("ends with 1 and advice when its key is refused", async () => {
    const { seen, ended } = run("--key", "ley_other");
    expect(await ended).toBe(1);
    expect(seen.errors).toMatch(/does not take the project's key\nGive another one with --key or LEYDEN_KEY/);
    expect(seen.output + seen.errors).not.toContain("ley_other");
  });
});
