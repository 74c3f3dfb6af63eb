import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createInstallation, type Installation } from "../installation.harness.ts";
import { runLeyden } from "./leyden.harness.ts";
import { type LndNode, startLndNode } from "./lnd-node.harness.ts";
import { type LndNetwork, startLndNetwork } from "./network.harness.ts";
import { until } from "./process.harness.ts";
import { findProgram } from "./programs.harness.ts";

const START_MS = 300_000;
const GUIDE = readFileSync(new URL("../../../../docs/nodes/lnd.md", import.meta.url), "utf8");
/** As it stands in the guide, with the line after it. */
const BAKING = /^lncli bakemacaroon (?:.*\\\n)+.*\nchmod 600 leyden\.macaroon$/m.exec(GUIDE)?.[0] ?? "";

type Finding = { readonly about: string; readonly verdict: string; readonly says: string };

describe("the guide of LND", () => {
  let network: LndNetwork;
  const clean: (() => unknown)[] = [];

  beforeAll(async () => {
    network = await startLndNetwork();
  }, START_MS);
  afterAll(async () => {
    for (const one of clean.reverse()) await one();
    await network?.stop();
  });

  /** A folder, and a shell in it that runs lines of the guide: its `lncli` is the real one, at this node. */
  function shellAt(node: LndNode) {
    const folder = mkdtempSync(join(node.folder, "guide-"));
    const programs = join(folder, "bin");
    mkdirSync(programs);
    const options = `--network=regtest --lnddir='${node.folder}' --rpcserver=127.0.0.1:${node.rpcPort}`;
    const script = `#!/bin/sh\nexec '${findProgram("lncli")}' ${options} "$@"\n`;
    writeFileSync(join(programs, "lncli"), script, { mode: 0o755 });
    const env = { HOME: folder, PATH: `${programs}:${process.env["PATH"]}` };
    const run = async (lines: string) => (await promisify(execFile)("sh", ["-ec", lines], { cwd: folder, env })).stdout;
    return { folder, run, macaroon: join(folder, "leyden.macaroon") };
  }

  function installOn({ restPort, certFile }: LndNode, macaroon: string) {
    const settings = {
      LEYDEN_NODE: `lnd://127.0.0.1:${restPort}`,
      LEYDEN_NODE_CERT: certFile,
      LEYDEN_NODE_CREDENTIAL: macaroon,
    };
    const installation = createInstallation(settings);
    clean.push(() => installation.remove());
    return { installation, settings };
  }

  async function examine(installation: Installation): Promise<(about: string) => Finding | undefined> {
    const { output } = await installation.command("doctor", "--json");
    const { findings } = JSON.parse(output) as { readonly findings: readonly Finding[] };
    return (about) => findings.find((finding) => finding.about === about);
  }

  it("bakes by its own line a macaroon in which doctor finds no right missing and none too many", {
    timeout: START_MS,
  }, async () => {
    expect(BAKING.split("\n").length).toBeGreaterThan(5);
    const { run, macaroon } = shellAt(network.ours);
    await run(BAKING);
    expect(statSync(macaroon).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await run("lncli listmacaroonids")).root_key_ids).toEqual(["0", "1"]);
    const said = await examine(installOn(network.ours, macaroon).installation);
    expect(said("permissions")).toMatchObject({ verdict: "ok", says: expect.stringContaining("may do all") });
    expect(said("for commands")).toMatchObject({ verdict: "ok", says: expect.stringContaining("may do all") });
    expect(said("needless rights")).toBeUndefined();
  });

  it("leads from a node without channels to the first payment in and out", { timeout: START_MS }, async () => {
    const { chain, programs, router, recipient } = network;
    const node = await startLndNode(network.ours.folder, { name: "guided", chain, programs, args: ["--rejecthtlc"] });
    const { run, macaroon } = shellAt(node);
    await node.synced();
    const { address } = JSON.parse(await run(lineOf("newaddress")));
    await chain.fund([{ address, sats: 3_000_000n }]);
    await network.mine(1);
    await node.synced();
    const { identity_pubkey: peer } = await router.get("/v1/getinfo");
    const opening = lineOf("openchannel").replace("<its public key>", peer).replace("<its host>:9735", placeOf(router));
    await run(opening);
    await network.mine(6);
    await until("the channel", async () => (await node.get("/v1/channels?active_only=true")).channels.length === 1);
    const invoiceOf = async (sats: number) =>
      (await recipient.post("/v1/invoices", { value: String(sats) })).payment_request as string;
    const paying = lineOf("payinvoice").replace(/<an invoice over 100,000 sat .*>/, await invoiceOf(100_000));
    await until("a way", async () => await run(`echo yes | ${paying}`).catch(() => undefined));

    await run(BAKING);
    const { installation, settings } = installOn(node, macaroon);
    const liquidity = (await examine(installation))("liquidity");
    expect(liquidity?.verdict).toBe("ok");
    for (const said of [liquidity?.says, GUIDE])
      expect(said).toMatch(/you can send at most 1,87\d,\d{3} sat and receive at most 80,0\d\d sat;/);
    expect((await installation.command("start", "--attached")).errors).toContain("node adopt");
    const accepted = await installation.command("node", "adopt", "--reason", "a new node, with money of my own");
    expect(accepted.status).toBe(0);
    const running = await runLeyden(installation.dataDir, settings);
    clean.push(() => running.stop());
    await installation.command("project", "create", "me");
    const apikey = /\bley_\S+/.exec((await installation.command("key", "create", "me")).output)?.[0] ?? "";
    const call = async (path: string, body?: object) => {
      const posted = body && { method: "POST", body: JSON.stringify(body) };
      const headers = { apikey, ...(body && { "content-type": "application/json" }) };
      return (await (await fetch(running.baseUrl + path, { headers, ...posted })).json()).data;
    };
    const charge = await call("/v0/charges", { amount: "1100000", description: "The first payment" });
    const limits = { timeout_seconds: 30, fee_limit_msat: "1000000", no_inflight_updates: true };
    await recipient.post("/v2/router/send", { payment_request: charge.invoice.request, ...limits });
    await expect.poll(async () => (await call("/v0/wallet")).balance).toBe("1100000");
    expect(await call("/v0/payments", { invoice: await invoiceOf(1_000) })).toMatchObject({ status: "completed" });
    expect(await call("/v0/payments", { invoice: await invoiceOf(50) })).toMatchObject({ status: "completed" });
    expect(await installation.command("audit")).toMatchObject({ status: 0 });
  });
});

/** The line of the guide with this command of `lncli`. */
function lineOf(command: string): string {
  const line = GUIDE.split("\n").find((one) => one.startsWith(`lncli ${command} `));
  if (line === undefined) throw new Error(`the guide has no line of ${command}`);
  return line;
}

const placeOf = ({ peerPort }: LndNode) => `127.0.0.1:${peerPort}`;
