import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createInstallation, type Installation } from "./installation.harness.ts";
import { type OwnNodeStart, startOnOwnNode } from "./own-node.harness.ts";

const START_MS = 300_000;

describe.runIf(process.platform === "linux")("leyden start on a node that is not the test network's", () => {
  let installation: Installation;
  let running: OwnNodeStart;
  let call: (path: string, body?: object) => Promise<{ readonly data: Readonly<Record<string, never>> }>;

  beforeAll(async () => {
    installation = createInstallation();
    running = await startOnOwnNode(installation);
  }, START_MS);
  afterAll(() => installation.remove());

  it("makes no project, no users and no folder for a network", async () => {
    expect(running.output()).toContain(`Leyden is ready: ${running.baseUrl}`);
    expect(existsSync(join(installation.dataDir, "development.json"))).toBe(false);
    expect(existsSync(join(installation.dataDir, "network"))).toBe(false);
    for (const command of ["project", "user"]) {
      const { output, errors } = await installation.command(command, "list", "--json");
      expect(errors).toBe("");
      expect(JSON.parse(output)).toEqual([]);
    }
  });

  it("is paid and pays over Lightning", async () => {
    await installation.command("project", "create", "shop");
    const { output, errors } = await installation.command("key", "create", "shop");
    const apikey = /\bley_\S+/.exec(output)?.[0] ?? "";
    expect(apikey, errors).not.toBe("");
    call = async (path, body) => {
      const headers = { apikey, ...(body && { "content-type": "application/json" }) };
      const posted = body && { method: "POST", body: JSON.stringify(body) };
      const answer = await fetch(running.baseUrl + path, { headers, ...posted });
      expect(answer.status, path).toBe(200);
      return await answer.json();
    };
    const charge = await call("/v0/charges", { amount: "100000", description: "an order" });
    const { request } = charge.data["invoice"] ?? { request: "" };
    expect(await running.world({ pay: request })).toBe(true);
    await expect.poll(async () => (await call("/v0/wallet")).data["balance"]).toBe("100000");

    const paid = await call("/v0/payments", { invoice: await running.world({ invoice: "20000" }) });
    expect(paid.data).toMatchObject({ status: "completed", fee: "1500" });
  });

  it("refuses the commands that are about the test network", async () => {
    const { status, errors } = await installation.command("lab", "status");
    expect(status).toBe(1);
    expect(errors).toContain("there is no test network");
  });

  it("has loaded nothing of the test network, and ends in order", async () => {
    const loaded = running.loaded();
    expect(loaded.some((url) => url.endsWith("packages/server/src/service/server.ts"))).toBe(true);
    expect(loaded.filter((url) => /packages\/regtest|lightningdevkit|bcoin/.test(url))).toEqual([]);
    expect(await running.stop()).toBe(0);
  });
});
