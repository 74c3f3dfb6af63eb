import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { type LightningNode, NodeUnavailable } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { connectClnNode } from "../../src/adapters/lightning/cln/cln.ts";
import { OTHER_CERTIFICATES } from "../../src/adapters/lightning/cln/testing/certificates.harness.ts";
import type { ClnAddress } from "../../src/adapters/lightning/cln/transport.ts";
import { type Counterparty, pay, receive } from "../../src/adapters/lightning/conformance/counterparty.harness.ts";
import { counterpartyOf } from "../lnd/recipient.harness.ts";
import { type ClnNetwork, startClnNetwork } from "./network.harness.ts";
import { restrictionsOfGuide, withoutMethods, writeRune } from "./rune.harness.ts";

const START_MS = 300_000;
const UNKNOWN_HASH = new Uint8Array(32).fill(7);
const FOR_OPERATORS = ["staticbackup", "listforwards", "listchainmoves"];

describe("a node of Core Lightning", () => {
  let network: ClnNetwork;
  let counterparty: Counterparty;
  let guide: string;
  const opened: LightningNode[] = [];

  beforeAll(async () => {
    network = await startClnNetwork();
    counterparty = await counterpartyOf(network.recipient);
    guide = await writeRune(network.ours, "guide", restrictionsOfGuide());
  }, START_MS);
  afterEach(async () => {
    for (const node of opened.splice(0)) await node.close();
  });
  afterAll(() => network?.stop());

  const connect = (changes: Partial<ClnAddress> = {}) => {
    const { certFile, restPort: port } = network.ours;
    const address = { host: "127.0.0.1", port, certFile, credentialFile: guide };
    const node = connectClnNode({ ...address, ...changes, clock: machineClock });
    opened.push(node);
    return node;
  };
  const connectWithout = async (...methods: readonly string[]) =>
    connect({ credentialFile: await writeRune(network.ours, "some", withoutMethods(...methods)) });

  it("says of a rune what it lacks and what it can too much", { timeout: START_MS }, async () => {
    expect(await connect().permissions()).toMatchObject({ lacking: [], needless: [] });
    const [methods = []] = restrictionsOfGuide();
    for (const name of methods.map((one) => one.replace("method=", "")).filter((one) => one !== "checkrune")) {
      const neededFor = FOR_OPERATORS.includes(name) ? "operator" : "service";
      const permissions = await (await connectWithout(name)).permissions();
      expect(permissions).toMatchObject({ lacking: [{ name, neededFor }], needless: [] });
    }
    expect(await (await connectWithout("checkrune")).permissions()).toMatchObject({ isHidden: true });
    const all = await connect({ credentialFile: await writeRune(network.ours, "all") }).permissions();
    expect(all?.lacking).toEqual([]);
    expect(all?.needless).toEqual(expect.arrayContaining(["withdraw", "createrune", "delpay"]));
  });

  it("says its time", async () => {
    const { clock } = await connect().info();
    if (clock === undefined) throw new Error("it says no time");
    expect(Math.abs(clock.aheadMs)).toBeLessThanOrEqual(clock.withinMs);
  });

  it("refuses a payment for which a method is missing, and nothing has left", async () => {
    const wanted = await counterparty.invoice({ msats: 1_000_000n });
    const refused = { kind: "not_sent", reason: "refused" };
    expect(await pay(await connectWithout("xpay"), wanted)).toMatchObject(refused);
    expect(await pay(await connectWithout("listsendpays"), wanted)).toMatchObject(refused);
    await expect((await connectWithout("listsendpays")).lookupOutgoing(UNKNOWN_HASH)).rejects.toThrow(NodeUnavailable);
    expect(await connect().lookupOutgoing(wanted.paymentHash)).toEqual({ kind: "not_found" });
    expect((await pay(connect(), wanted)).kind).toBe("settled");
  });

  it.each([
    ["insufficient_liquidity", 90_000_000_000n],
    ["no_route", 11_000_000_000n],
  ])("says %s of %i msat, which its channels cannot carry", async (reason, amount) => {
    const wanted = await counterparty.invoice({ msats: amount });
    const outcome = await pay(connect(), wanted, { feeLimit: msats(amount) });
    expect(outcome).toEqual({ kind: "failed", reason });
    expect(await connect().lookupOutgoing(wanted.paymentHash)).toEqual({ kind: "not_found" });
  });

  it("lets a rune of the guide delete no invoice that is paid", async () => {
    const paymentHash = await receive({ node: connect(), counterparty } as never, 1_000_000n);
    const { invoices } = await network.ours.call("listinvoices", {
      payment_hash: Buffer.from(paymentHash).toString("hex"),
    });
    const params = { label: invoices[0].label, status: "paid" };
    const rune = readFileSync(guide, "utf8").trim();
    const may = network.ours.call("checkrune", { rune, method: "delinvoice", params });
    await expect(may).rejects.toThrow("Not permitted");
    expect(await connect().cancelInvoice(paymentHash)).toBe("settled");
  });

  it("takes no rune that is damaged, of another node, or blacklisted", async () => {
    const wanted = await counterparty.invoice({ msats: 1_000_000n });
    const rune = readFileSync(guide, "utf8").trim();
    const damaged = join(network.ours.folder, "damaged.rune");
    writeFileSync(damaged, `${rune.startsWith("A") ? "B" : "A"}${rune.slice(1)}`, { mode: 0o600 });
    const outcome = await pay(connect({ credentialFile: damaged }), wanted);
    expect(outcome).toMatchObject({ kind: "not_sent", reason: "refused" });
    expect(JSON.stringify(outcome)).not.toContain(rune.slice(1, 40));
    const listed = await writeRune(network.ours, "listed", restrictionsOfGuide());
    const { runes } = await network.ours.call("showrunes", { rune: readFileSync(listed, "utf8").trim() });
    await network.ours.call("blacklistrune", { start: Number(runes[0].unique_id) });
    expect(await pay(connect({ credentialFile: listed }), wanted)).toMatchObject({ kind: "not_sent" });
    expect(await connect().lookupOutgoing(wanted.paymentHash)).toEqual({ kind: "not_found" });
  });

  it("stops at the limit of a rune, and goes on afterwards", async () => {
    const restrictions = [...restrictionsOfGuide(), ["rate=60"]]; // one in a second
    const node = connect({ credentialFile: await writeRune(network.ours, "slow", restrictions) });
    const looks = await Promise.allSettled(Array.from({ length: 5 }, () => node.lookupOutgoing(UNKNOWN_HASH)));
    const failures = looks.flatMap((look) => (look.status === "rejected" ? [look.reason] : []));
    expect(failures.length).toBeGreaterThan(0);
    for (const error of failures) expect(error).toBeInstanceOf(NodeUnavailable);
    const isThere = () => node.lookupOutgoing(UNKNOWN_HASH).catch((error: Error) => error.message);
    await expect.poll(isThere, { interval: 1_100 }).toEqual({ kind: "not_found" });
  });

  it("is known by its certificate, whatever host stands in it, and no other is", async () => {
    expect((await connect({ host: "0.0.0.0" }).info()).network).toBe("regtest");
    const certFile = join(network.ours.folder, "other.pem");
    writeFileSync(certFile, OTHER_CERTIFICATES.server);
    await expect(connect({ certFile }).info()).rejects.toThrow(NodeUnavailable);
    expect((await connect({ certFile: network.ours.certFile.replace("server.pem", "ca.pem") }).info()).synced).toBe(
      true,
    );
  });

  it("says what its channels are, and what a copy of them is", async () => {
    const { operations, ...node } = connect();
    const channels = (await operations?.channels()) ?? [];
    const { channels: local, onchain } = await node.balances();
    expect(channels.map(({ state, isActive }) => ({ state, isActive }))).toEqual([
      { state: "open", isActive: true },
      { state: "open", isActive: true },
    ]);
    expect(channels.reduce((sum, one) => sum + one.local, 0n)).toBe(local);
    expect(onchain).toBeGreaterThan(0n);
    expect((await node.balances()).reserve).toBe(25_000_000n);
    const backup = await operations?.channelBackup();
    expect([...(backup?.channels ?? [])].sort()).toEqual(channels.map(({ point }) => point).sort());
    expect(JSON.parse(new TextDecoder().decode(backup?.bytes)).scb).toHaveLength(2);
  });

  it("counts for nothing when another one is required", async () => {
    const node = connect();
    const { nodeId } = await node.info();
    node.requireNode(`${nodeId.startsWith("02") ? "03" : "02"}${nodeId.slice(2)}`);
    const amount = msats(1_000n);
    const asked = { amount, description: { kind: "text", text: "one" }, expirySeconds: 60 } as const;
    await expect(node.createInvoice(asked)).rejects.toThrow(NodeUnavailable);
  });
});
