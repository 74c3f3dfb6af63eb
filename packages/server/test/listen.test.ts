import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isAlive, signal } from "#platform/machine/process.ts";
import { writeRunning } from "#supervisor/run-file.ts";
import { verifyWebhook } from "../../client/src/verify-webhook.ts";
import { type FakeStreamService, KEY, serveReceiver, serveStream } from "../src/cli/listen.harness.ts";
import { createInstallation, type Installation, type Started } from "./installation.harness.ts";

const LAUNCHER = join(import.meta.dirname, "../leyden.js");
const ROOT = join(import.meta.dirname, "../../..");
const PIPES: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
const PATIENCE_MS = 30_000;

const START_MS = 100_000;

function startListening(dataDir: string, words: readonly string[]) {
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], LEYDEN_DATA_DIR: dataDir };
  return watched(spawn(process.execPath, [LAUNCHER, "listen", ...words], { env, stdio: PIPES }));
}

/** What a program writes, and its status once it has ended and nothing writes any more. */
function watched(child: ChildProcessByStdio<null, Readable, Readable>) {
  const seen = { output: "", errors: "" };
  child.stdout.on("data", (data) => (seen.output += data));
  child.stderr.on("data", (data) => (seen.errors += data));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, seen, ended };
}

const listens = (seen: { errors: string }) =>
  expect.poll(() => seen.errors, { timeout: PATIENCE_MS }).toMatch(/^Listening/m);

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

  it("takes service and key from the data folder, forwards, and says on Ctrl-C how to go on", {
    timeout: 60_000,
  }, async () => {
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

  it("ends when the program that reads its lines has ended", { timeout: 60_000 }, async () => {
    const { child, seen, ended } = run();
    await listens(seen);
    child.stdout.destroy();
    service.happen("e1");
    service.happen("e2");
    expect(await ended).toBe(0);
    expect(seen.errors).not.toContain("unexpected");
  });

  it("ends with 1 and advice when its key is refused", { timeout: 60_000 }, async () => {
    const { seen, ended } = run("--key", "ley_other");
    expect(await ended).toBe(1);
    expect(seen.errors).toMatch(/does not take the project's key\nGive another one with --key or LEYDEN_KEY/);
    expect(seen.output + seen.errors).not.toContain("ley_other");
  });
});

describe.runIf(process.platform === "linux")("leyden listen and an installation", () => {
  let installation: Installation;
  let running: Started;
  const ended: (() => void)[] = [];

  beforeAll(async () => {
    installation = createInstallation();
    running = await installation.start();
  }, START_MS);
  afterAll(async () => {
    for (const end of ended) end();
    await installation.remove();
  });

  const pay = async () => {
    const order = { lnAddress: running.merchant.lnAddress, amount: "10000" };
    const { body } = await running.call("POST", "/v0/ln-address/send-payment", order);
    expect(body.data.status).toBe("completed");
    return body.data;
  };

  it("forward a payment that was made, and go on after it", { timeout: START_MS }, async () => {
    const receiver = await serveReceiver();
    ended.push(() => void receiver.close());
    const first = startListening(installation.dataDir, ["--forward-to", receiver.url]);
    ended.push(() => void first.child.kill("SIGKILL"));
    await listens(first.seen);
    const payment = await pay();
    await expect
      .poll(() => first.seen.output, { timeout: PATIENCE_MS })
      .toMatch(/^\d\d:\d\d:\d\d {2}payment\.completed {2}[-0-9a-f]{36} {2}→ 204 in \d+ ms\n$/);
    const [received] = receiver.received;
    const [, secret = ""] = /LEYDEN_WEBHOOK_SECRET=(whsec_\S+)$/m.exec(first.seen.errors) ?? [];
    const hook = await verifyWebhook(received?.body ?? "", received?.headers ?? {}, secret);
    expect(hook.body).toMatchObject({ id: hook.id, type: "payment.completed", data: payment });
    const { body } = await running.call("GET", `/v0/events/${hook.id}`);
    expect(received?.body.toString()).toBe(body.data.body);

    first.child.kill("SIGINT");
    expect(await first.ended).toBe(0);
    const missed = await pay();
    const [, words = ""] = /^Go on with: npm run leyden -- listen (.+)$/m.exec(first.seen.errors) ?? [];
    const next = startListening(installation.dataDir, words.replaceAll("'", "").split(" "));
    ended.push(() => void next.child.kill("SIGKILL"));
    await expect.poll(() => receiver.received.length, { timeout: PATIENCE_MS }).toBe(2);
    expect(JSON.parse(receiver.received[1]?.body.toString() ?? "")).toMatchObject({ data: { id: missed.id } });
    next.child.kill("SIGTERM");
    expect(await next.ended).toBe(0);
  });
});
