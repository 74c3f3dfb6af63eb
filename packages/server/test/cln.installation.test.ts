import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readRunning } from "#supervisor/run-file.ts";
import { type ClnWorld, clnWorld } from "../src/adapters/lightning/cln/testing/cln-world.harness.ts";
import { createInstallation, type Installation } from "./installation.harness.ts";
import { type LeydenRun, runLeyden } from "./lnd/leyden.harness.ts";

const START_MS = 120_000;

type Answer = { readonly status: number; readonly data: Readonly<Record<string, unknown>> };

/** The fake speaks as clnrest does; no real node of Core Lightning takes part. */
describe("leyden start on a node of Core Lightning", () => {
  let world: ClnWorld;
  let installation: Installation;
  let running: LeydenRun;
  let apikey = "";

  const call = async (path: string, body?: object): Promise<Answer> => {
    const headers = { apikey, prefer: "wait=3", ...(body && { "content-type": "application/json" }) };
    const posted = body && { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(running.baseUrl + path, { headers, ...posted });
    return { status: answer.status, ...((await answer.json()) as Pick<Answer, "data">) };
  };
  const balance = async () => (await call("/v0/wallet")).data["balance"];

  beforeAll(async () => {
    world = await clnWorld();
    const { port, certFile, credentialFile } = world.fake;
    chmodSync(credentialFile, 0o600);
    const settings = {
      LEYDEN_NODE: `cln://127.0.0.1:${port}`,
      LEYDEN_NODE_CERT: certFile,
      LEYDEN_NODE_CREDENTIAL: credentialFile,
    };
    installation = createInstallation(settings);
    running = await runLeyden(installation.dataDir, settings);
  }, START_MS);
  afterAll(async () => {
    await running?.stop();
    await installation?.remove();
    await world?.stop();
  });

  it("starts nothing of the embedded network, which is not installed", () => {
    expect(existsSync(join(installation.dataDir, "network"))).toBe(false);
    expect(readRunning(installation.dataDir)?.children?.network).toBeUndefined();
    const loaded = running.loaded();
    expect(loaded.some((url) => url.endsWith("src/adapters/lightning/cln/cln.ts"))).toBe(true);
    expect(loaded.filter((url) => /packages\/regtest|lightningdevkit|bcoin/.test(url))).toEqual([]);
  });

  it("is paid over Lightning", async () => {
    await installation.command("project", "create", "shop");
    const { output } = await installation.command("key", "create", "shop");
    apikey = /\bley_\S+/.exec(output)?.[0] ?? "";
    const charge = await call("/v0/charges", { amount: "100000000", description: "an order" });
    const { request } = charge.data["invoice"] as { readonly request: string };

    expect(await world.counterparty.pay(request)).toBe(true);

    await expect.poll(balance).toBe("100000000");
  });

  it("pays an invoice, and takes the real fee", async () => {
    const { invoice } = await world.counterparty.invoice({ msats: 20_000_000n });
    const paid = await call("/v0/payments", { invoice });
    expect(paid).toMatchObject({ status: 200, data: { status: "completed", fee: "3000" } });
    expect(await balance()).toBe("79997000");
  });

  it("gives back what the recipient refused", async () => {
    const wanted = await world.counterparty.invoice({ msats: 20_000_000n, hold: true });
    const paid = call("/v0/payments", { invoice: wanted.invoice });
    await expect.poll(() => world.counterparty.isHeld(wanted.paymentHash)).toBe(true);
    await world.counterparty.fail(wanted.paymentHash);
    expect(await paid).toMatchObject({ status: 400, data: { status: "failed" } });
    expect(await balance()).toBe("79997000");
  });

  it("completes a payment under which the node was restarted", async () => {
    const wanted = await world.counterparty.invoice({ msats: 10_000_000n, hold: true });
    const paid = call("/v0/payments", { invoice: wanted.invoice });
    await expect.poll(() => world.counterparty.isHeld(wanted.paymentHash)).toBe(true);
    world.fake.restart();
    expect((await paid).data["status"]).toBe("processing");
    await world.counterparty.settle(wanted.paymentHash);
    await expect.poll(balance).toBe(String(79_997_000 - 10_002_000));
  });

  it("gives nothing back of a payment that stays pending for ever, and goes on with others", async () => {
    const wanted = await world.counterparty.invoice({ msats: 5_000_000n, hold: true });
    const stuck = call("/v0/payments", { invoice: wanted.invoice });
    await expect.poll(() => world.counterparty.isHeld(wanted.paymentHash)).toBe(true);
    world.fake.kill();
    const { invoice } = await world.counterparty.invoice({ msats: 1_000_000n });
    await expect.poll(async () => (await call("/v0/payments", { invoice })).data["status"]).toBe("completed");
    const { data } = await call(`/v0/payments/${(await stuck).data["id"]}`);
    expect(data).toMatchObject({ status: "processing", amount: "5000000" });
  });

  it("agrees with the node to the msat", async () => {
    const { status, errors } = await installation.command("audit");
    expect({ status, errors }).toEqual({ status: 0, errors: "" });
  });
});
