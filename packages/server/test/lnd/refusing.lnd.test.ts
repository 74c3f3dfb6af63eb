import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type LightningNode, NodeUnavailable } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { type Counterparty, pay } from "../../src/adapters/lightning/conformance/counterparty.harness.ts";
import { connectLndNode, type LndAddress } from "../../src/adapters/lightning/lnd/lnd.ts";
import { NEEDLESS } from "../../src/adapters/lightning/lnd/needless.ts";
import { ALL_NEEDED, bake, bakeLeydens } from "./credential.harness.ts";
import { startLndNode } from "./lnd-node.harness.ts";
import { type LndNetwork, startLndNetwork } from "./network.harness.ts";
import { counterpartyOf } from "./recipient.harness.ts";

const START_MS = 300_000;
const SEND = "/routerrpc.Router/SendPaymentV2";
const TRACK = "/routerrpc.Router/TrackPaymentV2";
const ASK = "/lnrpc.Lightning/CheckMacaroonPermissions";
const UNKNOWN_HASH = new Uint8Array(32).fill(7);

describe("a node of LND", () => {
  let network: LndNetwork;
  let counterparty: Counterparty;
  const opened: LightningNode[] = [];

  beforeAll(async () => {
    network = await startLndNetwork();
    counterparty = await counterpartyOf(network.recipient);
  }, START_MS);
  afterEach(async () => {
    for (const node of opened.splice(0)) await node.close();
  });
  afterAll(() => network?.stop());

  const connect = (changes: Partial<LndAddress> = {}) => {
    const { certFile, adminMacaroonFile: credentialFile, restPort: port } = network.ours;
    const node = connectLndNode({ host: "127.0.0.1", port, certFile, credentialFile, ...changes, clock: machineClock });
    opened.push(node);
    return node;
  };

  async function connectWith(names: readonly string[]) {
    const credentialFile = join(network.ours.folder, "some.macaroon");
    writeFileSync(credentialFile, await bake(network.ours, names));
    return connect({ credentialFile });
  }

  it("says of a macaroon what it lacks and what it can too much", { timeout: START_MS }, async () => {
    const node = await connectWith(ALL_NEEDED);
    expect(await node.permissions()).toMatchObject({ lacking: [], needless: [] });
    for (const missing of ALL_NEEDED.filter((name) => name !== ASK && !name.endsWith("GetInfo"))) {
      const lacking = await connectWith(ALL_NEEDED.filter((name) => name !== missing));
      expect((await lacking.permissions())?.lacking).toMatchObject([{ name: missing }]);
    }
    const mute = await connectWith(ALL_NEEDED.filter((name) => name !== ASK));
    expect(await mute.permissions()).toMatchObject({ lacking: [], needless: [], isHidden: true });
    const admin = await connect().permissions();
    expect(admin?.lacking).toEqual([]);
    expect(admin?.needless).toEqual(expect.arrayContaining(NEEDLESS.map(({ name }) => name)));
    expect(admin?.needless).toEqual(expect.arrayContaining(["offchain:write", "signer:generate", "peers:read"]));
    const wide = await connectWith([...ALL_NEEDED, "/lnrpc.Lightning/ListPeers"]);
    expect(await wide.permissions()).toMatchObject({ lacking: [], needless: ["/lnrpc.Lightning/ListPeers"] });
  });

  it("refuses a payment for which a permission is missing, and nothing has left", async () => {
    const wanted = await counterparty.invoice({ msats: 1_000_000n });
    const refused = { kind: "not_sent", reason: "refused", detail: "permission denied" };
    expect(await pay(await connectWith(ALL_NEEDED.filter((name) => name !== SEND)), wanted)).toEqual(refused);
    const mute = await connectWith(ALL_NEEDED.filter((name) => name !== SEND && name !== TRACK));
    expect((await pay(mute, wanted)).kind).toBe("unknown");
    await expect(mute.lookupOutgoing(UNKNOWN_HASH)).rejects.toThrow(NodeUnavailable);
    expect((await pay(connect(), wanted)).kind).toBe("settled");
  });

  it("says its time", async () => {
    const { clock } = await connect().info();
    if (clock === undefined) throw new Error("it says no time");
    expect(Math.abs(clock.aheadMs)).toBeLessThanOrEqual(clock.withinMs);
  });

  it("takes a macaroon in hex, and none that is damaged", async () => {
    const credentialFile = join(network.ours.folder, "hex.macaroon");
    const macaroon = Buffer.from(await bakeLeydens(network.ours)).toString("hex");
    writeFileSync(credentialFile, `${macaroon.toUpperCase()}\n`);
    expect((await connect({ credentialFile }).balances()).channels).toBeGreaterThan(0n);
    writeFileSync(credentialFile, macaroon.slice(0, -2) + (macaroon.endsWith("00") ? "01" : "00"));
    const wanted = await counterparty.invoice({ msats: 1_000_000n });
    const outcome = await pay(connect({ credentialFile }), wanted);
    expect(outcome).toMatchObject({ kind: "not_sent", reason: "unreachable" });
    expect(JSON.stringify(outcome)).not.toContain(macaroon.slice(0, 40));
  });

  it("is known by its certificate, whatever host stands in it, and no other is", async () => {
    expect((await connect({ host: "0.0.0.0" }).info()).network).toBe("regtest");
    await expect(connect({ certFile: network.router.certFile }).info()).rejects.toThrow(NodeUnavailable);
  });

  it("may renew its certificate: the file is read again", { timeout: START_MS }, async () => {
    const { ours } = network;
    const old = join(ours.folder, "old.cert");
    copyFileSync(ours.certFile, old);
    const [node, behind] = [connect(), connect({ certFile: old })];
    const { nodeId } = await node.info();
    await behind.info();
    await ours.end();
    for (const name of ["tls.cert", "tls.key"]) rmSync(join(ours.folder, name));
    await ours.start();
    await network.usable();

    expect((await node.info()).nodeId).toBe(nodeId);
    const wanted = await counterparty.invoice({ msats: 1_000_000n });
    expect(await pay(behind, wanted)).toMatchObject({ kind: "not_sent", reason: "unreachable" });
    expect((await pay(node, wanted)).kind).toBe("settled");
  });

  it("counts for nothing when another one is required", async () => {
    const { certFile, adminMacaroonFile: credentialFile, restPort: port } = network.router;
    const node = connect({ certFile, credentialFile, port });
    node.requireNode((await connect().info()).nodeId);
    const wanted = await counterparty.invoice({ msats: 1_000_000n });
    expect(await pay(node, wanted)).toMatchObject({ kind: "not_sent", reason: "unreachable" });
    await expect(node.lookupOutgoing(wanted.paymentHash)).rejects.toThrow(NodeUnavailable);
  });

  it("that has not heard of the graph says so, and its payments end as always", { timeout: START_MS }, async () => {
    const { ours } = network;
    await ours.end();
    await ours.start(["--numgraphsyncpeers=0"]); // it asks no peer for the graph, and calls it incomplete for ever
    try {
      await network.usable();
      expect(await ours.get("/v1/getinfo")).toMatchObject({ synced_to_chain: true, synced_to_graph: false });
      const node = connect();
      expect(await node.info()).toMatchObject({ synced: true, knowsGraph: false });
      const [wanted, refused] = [
        await counterparty.invoice({ msats: 1_000_000n }),
        await counterparty.invoice({ msats: 1_000_000n, hold: true }),
      ];
      expect((await pay(node, wanted)).kind).toBe("settled");
      const paid = pay(node, refused);
      await expect.poll(() => counterparty.isHeld(refused.paymentHash)).toBe(true);
      await counterparty.fail(refused.paymentHash);
      expect(await paid).toEqual({ kind: "failed", reason: "recipient_rejected" });
    } finally {
      await ours.end();
      await ours.start();
      await network.usable();
    }
    await expect.poll(async () => (await connect().info()).knowsGraph).toBe(true);
  });

  it("is away while its wallet is locked, and says so", { timeout: START_MS }, async () => {
    const { chain, programs, ours } = network;
    const wallet_password = Buffer.from("twelve-letters").toString("base64");
    const locked = await startLndNode(ours.folder, { name: "locked", chain, programs, hasPassword: true });
    try {
      const { certFile, adminMacaroonFile: credentialFile, restPort: port } = locked;
      writeFileSync(join(ours.folder, "any.macaroon"), await bakeLeydens(ours));
      const early = connect({ certFile, credentialFile: join(ours.folder, "any.macaroon"), port });
      await expect(early.info()).rejects.toThrow("it has no wallet yet");
      const { cipher_seed_mnemonic } = await locked.get("/v1/genseed");
      await locked.post("/v1/initwallet", { wallet_password, cipher_seed_mnemonic });
      await locked.serves();
      const node = connect({ certFile, credentialFile, port });
      expect((await node.info()).usableChannels).toBe(0);
      await locked.end();
      await locked.start();
      const wanted = await counterparty.invoice({ msats: 1_000_000n });
      const outcome = await pay(node, wanted);
      expect(outcome).toMatchObject({ kind: "not_sent", reason: "unreachable" });
      expect(outcome).toHaveProperty("detail", expect.stringContaining("its wallet is locked"));
      await locked.post("/v1/unlockwallet", { wallet_password });
      await locked.serves();
      expect((await pay(node, wanted)).kind).toBe("failed");
    } finally {
      await locked.end();
    }
  });
});
