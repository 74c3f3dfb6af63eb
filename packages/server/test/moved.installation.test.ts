import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scratchFolder } from "#platform/machine/testing/scratch-folder.harness.ts";
import { readRunning } from "#supervisor/run-file.ts";
import { createInstallation, type Installation, type Started } from "./installation.harness.ts";

const PROGRAM = join(import.meta.dirname, "moved-start.harness.ts");
/** On a machine that is busy with other tests. */
const READY_MS = 110_000;

describe("a data folder that was copied to another place", () => {
  let folder = "";
  let first: Installation;
  let moved: Installation;
  let running: Started;
  let paid: unknown;

  beforeAll(async () => {
    first = createInstallation();
    running = await first.start();
    const before = await pay(running.baseUrl, "before-the-move");
    expect(before).toMatchObject({ status: 200, body: { data: { status: "completed" } } });
    paid = before.body.data.id;
    await running.stop("SIGTERM");
    folder = mkdtempSync(join(scratchFolder(), "leyden-moved-"));
    chmodSync(folder, 0o711); // as root the database runs as somebody else
    execFileSync("cp", ["-a", first.dataDir, join(folder, "data")]);
    moved = createInstallation({}, undefined, folder);
    running = await moved.start();
  });
  afterAll(async () => {
    await moved?.remove();
    await first?.remove();
  });

  async function pay(baseUrl: string, key: string) {
    const response = await fetch(`${baseUrl}/v0/ln-address/send-payment`, {
      method: "POST",
      headers: { apikey: running.apiKey, "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({ lnAddress: `merchant@${running.network().merchantHost}`, amount: "5000" }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the test looks at what it expects
    return { status: response.status, body: (await response.json()) as any };
  }

  it("goes on there: it knows its keys and payments, pays, and its audit finds nothing", async () => {
    expect((await pay(running.baseUrl, "before-the-move")).body.data.id).toBe(paid);
    const after = await pay(running.baseUrl, "after-the-move");
    expect(after).toMatchObject({ status: 200, body: { data: { status: "completed" } } });
    expect((await moved.command("audit")).status).toBe(0);
  });

  it("finds at a start in the old place that its node has paid for the new one, and sends nothing", async () => {
    const address = readRunning(moved.dataDir)?.children?.node;
    const old = fork(PROGRAM, [], {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: {
        PATH: process.env["PATH"],
        HOME: process.env["HOME"],
        LEYDEN_DATA_DIR: first.dataDir,
        LEYDEN_PORT: "0",
        LEYDEN_LOG_LEVEL: "warn",
        LEYDEN_OUTBOUND_ALLOW: running.network().merchantHost,
        NODE_ADDRESS: JSON.stringify(address),
      },
    });
    try {
      let output = "";
      for (const stream of [old.stdout, old.stderr]) stream?.on("data", (data) => (output += data));
      const url = () => /is ready: (http:\S+)/.exec(output)?.[1];
      await expect.poll(() => url() ?? output, { timeout: READY_MS }).toMatch(/^http:/);
      const readyz = async () => await (await fetch(`${url()}/readyz`)).text();
      await expect.poll(readyz, { timeout: READY_MS }).toMatch(/restoring|foreign_payments/);
      const refused = await pay(url() ?? "", "at-the-old-place");
      expect(["restoring", "sending_paused", "key_unconfirmed"]).toContain(refused.body.error.code);
      expect((await pay(running.baseUrl, "still-there")).status).toBe(200);
    } finally {
      old.kill("SIGTERM");
      await once(old, "exit");
    }
  });
});
