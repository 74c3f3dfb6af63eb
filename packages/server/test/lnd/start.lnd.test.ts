import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readFileIfAny } from "#platform/machine/files.ts";
import { createInstallation, type Installation } from "../installation.harness.ts";
import { bakeLeydens } from "./credential.harness.ts";
import { type LeydenRun, runLeyden } from "./leyden.harness.ts";
import { type LndNetwork, startLndNetwork } from "./network.harness.ts";

const START_MS = 300_000;

describe("leyden start on a node of LND", () => {
  let network: LndNetwork;
  let installation: Installation;
  let running: LeydenRun;
  let call: (path: string, body?: object) => Promise<{ readonly data: Readonly<Record<string, never>> }>;

  beforeAll(async () => {
    network = await startLndNetwork();
    const credential = join(network.ours.folder, "leyden.macaroon");
    writeFileSync(credential, await bakeLeydens(network.ours));
    chmodSync(credential, 0o600);
    const settings = {
      LEYDEN_NODE: `lnd://127.0.0.1:${network.ours.restPort}`,
      LEYDEN_NODE_CERT: network.ours.certFile,
      LEYDEN_NODE_CREDENTIAL: credential,
    };
    installation = createInstallation(settings);
    running = await runLeyden(installation.dataDir, settings);
  }, START_MS);
  afterAll(async () => {
    await running?.stop();
    await installation?.remove();
    await network?.stop();
  });

  it("starts no network of its own, and writes down files of secrets and no secret", async () => {
    const written = JSON.parse(readFileIfAny(join(installation.dataDir, "run.json")) ?? "{}");
    expect(written.children.network).toBeUndefined();
    expect(Object.keys(written.children.node).sort()).toEqual([
      "backend",
      "certFile",
      "credentialFile",
      "host",
      "port",
    ]);
    expect(running.loaded().filter((url) => /packages\/regtest|lightningdevkit|bcoin/.test(url))).toEqual([]);
  });

  it("is paid and pays over Lightning", async () => {
    await installation.command("project", "create", "shop");
    const { output } = await installation.command("key", "create", "shop");
    const apikey = /\bley_\S+/.exec(output)?.[0] ?? "";
    call = async (path, body) => {
      const headers = { apikey, ...(body && { "content-type": "application/json" }) };
      const posted = body && { method: "POST", body: JSON.stringify(body) };
      const answer = await fetch(running.baseUrl + path, { headers, ...posted });
      expect(answer.status, path).toBe(200);
      return await answer.json();
    };
    const charge = await call("/v0/charges", { amount: "100000000", description: "an order" });
    const { request } = charge.data["invoice"] ?? { request: "" };
    const limits = { timeout_seconds: 30, fee_limit_msat: "1000000", no_inflight_updates: true };
    const { result } = await network.recipient.post("/v2/router/send", { payment_request: request, ...limits });
    expect(result.status).toBe("SUCCEEDED");
    await expect.poll(async () => (await call("/v0/wallet")).data["balance"]).toBe("100000000");

    const { payment_request } = await network.recipient.post("/v1/invoices", { value_msat: "20000000" });
    const paid = await call("/v0/payments", { invoice: payment_request });
    expect(paid.data).toMatchObject({ status: "completed", fee: "3000" });
  });

  it("agrees with the node to the msat", async () => {
    const { status, output, errors } = await installation.command("audit");
    expect({ status, errors }).toEqual({ status: 0, errors: "" });
    expect(output).toContain("ok");
  });

  it("lets commands reach the node also while the service does not run", async () => {
    expect(await running.stop()).toBe(0);
    const { output } = await installation.command("status");
    expect(output).toContain("on regtest");
  });
});
