import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createInstallation, type Installation } from "./installation.harness.ts";
import { startOnOwnNode } from "./own-node.harness.ts";

const START_MS = 300_000;

describe.runIf(process.platform === "linux")("leyden start on a node of mainnet", () => {
  let installation: Installation;
  const key = randomBytes(32).toString("hex");
  const start = (settings: Readonly<Record<string, string>> = {}) =>
    startOnOwnNode(installation, { FAKE_NETWORK: "mainnet", FAKE_KEY: key, ...settings });
  const YES = { LEYDEN_ACCEPT_REAL_MONEY: "yes" };

  beforeAll(() => {
    installation = createInstallation();
  });
  afterAll(() => installation.remove());

  it("ends without a yes to real money, and says what to do", { timeout: START_MS }, async () => {
    await expect(start()).rejects.toThrow(
      /all of it can be lost[\s\S]*you have not said yes[\s\S]*LEYDEN_ACCEPT_REAL_MONEY=yes/,
    );
  });

  it("ends at a node that has money, which the operator then accepts", { timeout: START_MS }, async () => {
    const refused: Error = await start(YES).then(
      () => new Error("it started"),
      (error) => error,
    );
    expect(refused.message).toMatch(/has a past[\s\S]*channels {2}1[\s\S]*node adopt --reason/);
    // it was stopped in order; a slow machine may be late with a connection
    expect(refused.message).not.toMatch(
      /"reason":"(?!Connection terminated due to connection timeout)[^"]*","msg":"database.lost"/,
    );
    const shown = await installation.command("node", "adopt");
    expect(shown.output).toMatch(
      /holds {5}\d+ msats[\s\S]*channels {2}1\n[\s\S]*payments {2}0\n[\s\S]*received {2}0 paid/,
    );
    expect(shown.output).toContain("Nothing was changed."); // nobody sits at a terminal
    const said = await installation.command("node", "adopt", "--reason", "it is mine");
    expect([said.status, said.errors]).toEqual([0, ""]);
  });

  it("runs then, asks nothing again, and has no key on the disk and no pages of development", {
    timeout: START_MS,
  }, async () => {
    const first = await start();
    expect(await first.stop()).toBe(0);
    const second = await start();
    expect(second.output()).not.toContain("can be lost");
    expect(existsSync(join(installation.dataDir, "development.json"))).toBe(false);
    for (const path of ["/dev/mail", "/dev/ramp/sandbox", "/dev/users"])
      expect((await fetch(second.baseUrl + path)).status, path).toBe(404);
    const equity = await installation.command("equity", "list");
    expect(equity.output).toContain("Your equity is 50000000000 msats"); // 40 million sat in channels, ten in coins
    const shown = await installation.command("limit", "service");
    expect(shown.output).toMatch(/100000000[\s\S]*500000000[\s\S]*2000000000[\s\S]*20/);
    expect((await installation.command("limit", "service", "--daily", "1")).status, "without a reason").toBe(1);
    const words = ["--daily", "900000000", "--in-flight", "none", "--reason", "we grow"];
    const raised = await installation.command("limit", "service", ...words);
    expect([raised.status, raised.errors]).toEqual([0, ""]);
    expect(raised.output).toMatch(/900000000[\s\S]*none[\s\S]*we grow/);
    const status = await installation.command("status");
    expect(status.output).toMatch(/limits +one payment 100000000 msats, 0 of 900000000 sent in 24 hours/);
    expect(status.output).toMatch(/! surplus/);
    expect(await (await fetch(`${second.baseUrl}/metrics`)).text()).toContain("\nleyden_lightning_mainnet 1\n");
    expect(await second.stop()).toBe(0);
  });

  it("refuses settings that are for tests", { timeout: START_MS }, async () => {
    await expect(start({ LEYDEN_CRASH_AT: "after-dispatch" })).rejects.toThrow("LEYDEN_CRASH_AT is set");
    await expect(start({ LEYDEN_RAMP_PROCESSOR: "sandbox" })).rejects.toThrow(/sandbox/);
  });
});
