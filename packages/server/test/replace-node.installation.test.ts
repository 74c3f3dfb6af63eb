import { chmodSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClnWorld, clnWorld } from "../src/adapters/lightning/cln/testing/cln-world.harness.ts";
import { createInstallation, type Installation } from "./installation.harness.ts";
import { type LeydenRun, runLeyden } from "./lnd/leyden.harness.ts";

const START_MS = 120_000;

type Answer = { readonly status: number; readonly data: Readonly<Record<string, unknown>> };

function settingsOf({ fake: { port, certFile, credentialFile } }: ClnWorld): Readonly<Record<string, string>> {
  chmodSync(credentialFile, 0o600);
  return {
    LEYDEN_NODE: `cln://127.0.0.1:${port}`,
    LEYDEN_NODE_CERT: certFile,
    LEYDEN_NODE_CREDENTIAL: credentialFile,
  };
}

/** Both nodes are fakes that speak as clnrest does. */
describe("an installation whose node is replaced", () => {
  let worlds: readonly ClnWorld[] = [];
  let former: Installation;
  /** The same installation, with the settings of the new node. */
  let installation: Installation;
  let running: LeydenRun | undefined;
  let apikey = "";

  const world = (no: number): ClnWorld => {
    const found = worlds[no];
    if (found === undefined) throw new Error("there are two nodes");
    return found;
  };
  const call = async (path: string, body?: object): Promise<Answer> => {
    const headers = { apikey, prefer: "wait=3", ...(body && { "content-type": "application/json" }) };
    const posted = body && { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(running?.baseUrl + path, { headers, ...posted });
    return { status: answer.status, ...((await answer.json()) as Pick<Answer, "data">) };
  };

  beforeAll(async () => {
    worlds = [await clnWorld(), await clnWorld()];
    former = createInstallation(settingsOf(world(0)));
    installation = createInstallation({ ...settingsOf(world(1)), LEYDEN_DATA_DIR: former.dataDir });
    running = await runLeyden(former.dataDir, settingsOf(world(0)));
  }, START_MS);
  afterAll(async () => {
    await running?.stop();
    await installation?.remove();
    await former?.remove();
    for (const one of worlds) await one.stop();
  });

  it("goes on with the new one, once an operator has seen both and said so", { timeout: START_MS }, async () => {
    await former.command("project", "create", "shop");
    apikey = /\bley_\S+/.exec((await former.command("key", "create", "shop")).output)?.[0] ?? "";
    const paid = await call("/v0/charges", { amount: "100000000", description: "an order" });
    await world(0).counterparty.pay((paid.data["invoice"] as { readonly request: string }).request);
    await expect.poll(async () => (await call("/v0/wallet")).data["balance"]).toBe("100000000");
    const open = await call("/v0/charges", { amount: "5000000", description: "an order" });
    const wanted = await world(0).counterparty.invoice({ msats: 20_000_000n, hold: true });
    const held = await call("/v0/payments", { invoice: wanted.invoice });
    expect(held.data["status"]).toBe("processing");
    expect((await installation.command("node", "replace")).errors).toContain("the service runs");
    await running?.stop();
    running = undefined;

    const refused = await installation.command("start");
    expect(refused.status).toBe(1);
    expect(refused.errors).toContain("this is not the Lightning node of this service");
    expect(refused.errors).toContain("npm run leyden -- node replace");
    const shown = await installation.command("node", "replace");
    expect(shown).toMatchObject({ status: 0, errors: "" });
    expect(shown.output).toContain(`${held.data["id"]}  20000000 msats`);
    expect(shown.output).toContain("1 over 5000000 msats are unpaid");
    const words = ["node", "replace", "--confirmed", "--reason", "a test"];
    expect((await installation.command(...words)).errors).toContain("invoices of the former node are open, 1 of them");
    const done = await installation.command(...words, "--although-invoices-are-open");
    expect(done).toMatchObject({ status: 0, output: expect.stringContaining("The node is replaced.") });

    running = await runLeyden(former.dataDir, settingsOf(world(1)));
    const { invoice } = await world(1).counterparty.invoice({ msats: 1_000_000n });
    expect((await call("/v0/payments", { invoice })).data["status"]).toBe("completed");
    expect((await call(`/v0/charges/${open.data["id"]}`)).data["status"]).toBe("expired");
    const { data } = await call(`/v0/payments/${held.data["id"]}`);
    expect(data).toMatchObject({ status: "processing", statusDetail: { reason: expect.stringContaining("replaced") } });
    expect(await installation.command("audit")).toMatchObject({ status: 0, errors: "" });
    const { output } = await installation.command("status");
    expect(output).toMatch(/^! former node \d+ msats in limbo, 1 payments wait for you/m);
  });
});
