import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Counterparty } from "../../src/adapters/lightning/conformance/counterparty.harness.ts";
import { createInstallation, type Installation } from "../installation.harness.ts";
import { type LeydenRun, runLeyden } from "../lnd/leyden.harness.ts";
import { counterpartyOf } from "../lnd/recipient.harness.ts";
import { type ClnNetwork, startClnNetwork } from "./network.harness.ts";
import { restrictionsOfGuide, withoutMethods, writeRune } from "./rune.harness.ts";

const START_MS = 300_000;

type Answer = { readonly status: number; readonly data: Readonly<Record<string, unknown>> };

describe("leyden start on a real node of Core Lightning", () => {
  let network: ClnNetwork;
  let installation: Installation;
  let running: LeydenRun;
  let counterparty: Counterparty;
  let apikey = "";

  beforeAll(async () => {
    network = await startClnNetwork();
    const settings = {
      LEYDEN_NODE: `cln://127.0.0.1:${network.ours.restPort}`,
      LEYDEN_NODE_CERT: network.ours.certFile,
      LEYDEN_NODE_CREDENTIAL: await writeRune(network.ours, "leyden", withoutMethods("xpay")),
    };
    installation = createInstallation(settings);
    running = await runLeyden(installation.dataDir, settings);
    counterparty = await counterpartyOf(network.recipient);
  }, START_MS);
  afterAll(async () => {
    await running?.stop();
    await installation?.remove();
    await network?.stop();
  });

  const call = async (path: string, body?: object): Promise<Answer> => {
    const headers = { apikey, prefer: "wait=5", ...(body && { "content-type": "application/json" }) };
    const posted = body && { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(running.baseUrl + path, { headers, ...posted });
    return { status: answer.status, ...((await answer.json()) as Pick<Answer, "data">) };
  };
  const balance = async () => (await call("/v0/wallet")).data["balance"];

  it("is paid over Lightning", async () => {
    await installation.command("project", "create", "shop");
    const { output } = await installation.command("key", "create", "shop");
    apikey = /\bley_\S+/.exec(output)?.[0] ?? "";
    const charge = await call("/v0/charges", { amount: "100000000", description: "an order" });
    const { request } = charge.data["invoice"] as { readonly request: string };
    expect(await counterparty.pay(request)).toBe(true);
    await expect.poll(balance).toBe("100000000");
  });

  it("pays nothing with a rune that lacks a method, says which, and pays as soon as the file has another", async () => {
    const { invoice } = await counterparty.invoice({ msats: 20_000_000n });
    const { data: waiting } = await call("/v0/payments", { invoice });
    expect(waiting).toMatchObject({ status: "processing" });
    const { output } = await installation.command("doctor");
    expect(output).toMatch(/^WRONG +permissions +the credential lacks xpay/m);

    await writeRune(network.ours, "leyden", restrictionsOfGuide());

    const payment = async () => (await call(`/v0/payments/${waiting["id"]}`)).data;
    await expect.poll(payment).toMatchObject({ status: "completed", fee: "3000" });
    expect(await balance()).toBe("79997000");
  });

  it("gives back what the recipient refused, and completes a payment under which the node was killed", {
    timeout: START_MS,
  }, async () => {
    const refused = await counterparty.invoice({ msats: 20_000_000n, hold: true });
    const failed = call("/v0/payments", { invoice: refused.invoice });
    await expect.poll(() => counterparty.isHeld(refused.paymentHash)).toBe(true);
    await counterparty.fail(refused.paymentHash);
    expect(await failed).toMatchObject({ status: 400, data: { status: "failed" } });
    expect(await balance()).toBe("79997000");

    const held = await counterparty.invoice({ msats: 10_000_000n, hold: true });
    const paid = call("/v0/payments", { invoice: held.invoice });
    await expect.poll(() => counterparty.isHeld(held.paymentHash)).toBe(true);
    await network.ours.end();
    await network.ours.start();
    await network.usable();
    await counterparty.settle(held.paymentHash);
    await paid;
    await expect.poll(balance).toBe(String(79_997_000 - 10_002_000));
  });

  it("agrees with the node to the msat, and is healthy", async () => {
    const audit = await installation.command("audit");
    expect({ status: audit.status, errors: audit.errors }).toEqual({ status: 0, errors: "" });
    expect(audit.output).toContain("ok");
    const doctor = await installation.command("doctor");
    expect(doctor.output).not.toContain("WRONG");
    expect(doctor.output).toMatch(/^ok +node .*Core Lightning v/m);
    expect(doctor.output).toMatch(/^ok +permissions /m);
  });

  it("lets commands reach the node also while the service does not run", async () => {
    expect(await running.stop()).toBe(0);
    const { output } = await installation.command("status");
    expect(output).toContain("on regtest");
  });
});
