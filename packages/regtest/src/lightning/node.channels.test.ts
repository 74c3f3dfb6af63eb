import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as ldk from "lightningdevkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChainConfig } from "../chain/main.ts";
import { publish } from "../chain/publish.ts";
import { BURN_ADDRESS, type ChainRpc, chainRpc, untilReady } from "../chain/rpc.ts";
import { ignore } from "../children/ignore.ts";
import { type KeptChild, keepChild } from "../children/keep-child.ts";
import { CONFLICT_BLOCKS } from "../control-api.ts";
import { readSettings, type Settings } from "../folder.ts";
import { openFrames, replaceFrames } from "../log/frames.ts";
import { openStore } from "../log/store.ts";
import { temporaryFolder } from "../network.harness.ts";
import { scriptOf } from "./address.ts";
import { unhex } from "./bytes.ts";
import { balancesOf, listChannels } from "./channels.ts";
import { readState } from "./core.ts";
import { need } from "./ldk.ts";
import { type Node, startNode } from "./node.ts";
import { readSeed } from "./seed.ts";
import { openWallet } from "./wallet.ts";

/** An invoice like any other, with a hash that was used before. */
function invoiceOfHash(node: Node, hash: string): string {
  const made = node.core.manager.create_bolt11_invoice(
    ldk.Option_u64Z.constructor_some(2_000_000n),
    ldk.Bolt11InvoiceDescription.constructor_direct(ldk.Description.constructor_empty()),
    ldk.Option_u32Z.constructor_some(3_600),
    ldk.Option_u16Z.constructor_none(),
    ldk.Option_ThirtyTwoBytesZ.constructor_some(unhex(hash)),
  );
  return need<ldk.Bolt11Invoice>(made, "invoice").to_str();
}

const INVOICE = { msats: 1_000_000n, description: { text: "" }, expirySeconds: 60, hold: false };

/** Cases that the network's own tests do not have: closed channels, and a chain that changed while a node was away. */
describe("a node", () => {
  const folder = temporaryFolder();
  let settings: Settings;
  let chain: KeptChild<object>;
  let rpc: ChainRpc;
  let alice: Node;
  let bob: Node;

  beforeAll(async () => {
    settings = await readSettings(folder);
    const config: ChainConfig = {
      folder: join(folder, "chain"),
      rpcPort: settings.ports.chainRpc,
      password: settings.chainPassword,
    };
    chain = keepChild(
      { name: "chain", entry: new URL("../chain/main.ts", import.meta.url), config },
      {
        log: ignore,
        onReady: ignore,
      },
    );
    await chain.ready;
    rpc = chainRpc(address());
    await untilReady(rpc, 60_000);
    alice = await start("alice");
    bob = await start("bob");
    await rpc("generatetoaddress", 1, alice.wallet.address);
    await mine(100);
    alice.peers.keep({ nodeId: bob.id, host: "127.0.0.1", port: bob.options.peerPort });
  });

  afterAll(async () => {
    await alice?.stop();
    await bob?.stop();
    await chain?.stop();
    rmSync(folder, { recursive: true });
  });

  const address = () => ({
    url: `http://127.0.0.1:${settings.ports.chainRpc}`,
    user: "test",
    password: settings.chainPassword,
  });

  async function start(name: "alice" | "bob"): Promise<Node> {
    const options = {
      folder: join(folder, name),
      instanceId: "01900000-0000-7000-8000-000000000002",
      chain: address(),
      peerPort: name === "alice" ? settings.ports.nodePeer : settings.ports.routerPeer,
      logMaxBytes: 1024 * 1024,
    };
    const node = await startNode(options, ignore);
    await node.listen();
    return node;
  }

  async function mine(blocks: number): Promise<void> {
    await rpc("generatetoaddress", blocks, BURN_ADDRESS);
    await Promise.all([alice.sync(), bob.sync()]);
  }

  async function openedChannel(): Promise<void> {
    await expect.poll(() => alice.peers.connected()).toEqual([bob.id]);
    alice.openChannel({ nodeId: bob.id, amountSats: "1000000", pushSats: "400000" });
    await expect.poll(() => rpc<readonly string[]>("getrawmempool")).toHaveLength(1);
    await mine(6);
    await expect.poll(() => listChannels(alice.core)[0]?.usable).toBe(true);
  }

  /** All that belongs to a node, fees of its commitment included, in satoshis. */
  function worth(node: Node): bigint {
    const { onchainSpendableMsats, ...parts } = balancesOf(node.core, node.wallet);
    return Object.values(parts).reduce((sum, part) => sum + BigInt(part), 0n) / 1_000n;
  }

  it("counts its money in every state of a channel and has it back after a forced close", async () => {
    const funded = worth(alice);
    await openedChannel();
    const opened = { alice: worth(alice), bob: worth(bob) };
    expect(opened.bob).toBe(400_000n);
    expect(funded - opened.alice - 400_000n).toBeLessThan(1_000n); // the fee of the funding

    const [channel] = alice.core.manager.list_channels();
    if (channel === undefined) throw new Error("no channel");
    const peer = channel.get_counterparty().get_node_id();
    alice.core.manager.force_close_broadcasting_latest_txn(channel.get_channel_id(), peer, "test");
    await alice.settled();
    expect(Math.abs(Number(worth(alice) - opened.alice))).toBeLessThan(1_000);
    expect(balancesOf(alice.core, alice.wallet).closingMsats).not.toBe("0");
    await expect.poll(() => rpc<readonly string[]>("getrawmempool")).toHaveLength(1);

    await mine(6);
    await expect.poll(() => worth(bob)).toBeGreaterThan(398_000n);
    for (let blocks = 0; blocks < 160; blocks += 10) await mine(10);
    await expect
      .poll(async () => {
        await mine(1);
        return balancesOf(alice.core, alice.wallet).closingMsats;
      })
      .toBe("0");
    expect(Number(opened.alice - worth(alice))).toBeLessThan(3_000);
    expect(BigInt(balancesOf(bob.core, bob.wallet).onchainMsats)).toBeGreaterThan(398_000_000n);
  });

  const SOMEBODY = scriptOf("bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry") ?? new Uint8Array(0);

  async function built(reference: string) {
    const answer = await alice.onchain.build({ script: SOMEBODY, sats: 100_000n, feeLimitSats: 1_000n, reference });
    if (answer.kind !== "built") throw new Error(answer.reason);
    return answer;
  }

  it("pays an address of the chain, and again when the block of it is undone", async () => {
    const { transaction, txid } = await built("undone");
    expect(await publish(rpc, unhex(`${transaction.slice(0, -8)}01020304`))).toBe("refused");
    expect(await alice.onchain.publish(transaction, "undone")).toBe("taken");
    expect(await alice.onchain.publish(transaction, "undone")).toBe("taken");
    await mine(2);
    expect(await alice.onchain.lookup(txid)).toEqual({ kind: "confirmed", confirmations: 2 });
    expect(await alice.onchain.publish(transaction, "undone")).toBe("taken");

    const { blockhash } = await rpc<{ blockhash: string }>("getrawtransaction", txid, true);
    await rpc("invalidateblock", blockhash);
    await alice.sync();
    expect(await alice.onchain.lookup(txid)).toEqual({ kind: "pending" });
    await expect
      .poll(async () => {
        await mine(1);
        return (await alice.onchain.lookup(txid)).kind;
      })
      .toBe("confirmed");
  });

  it("says that the chain refuses a transaction, and that it is lost when its rival is deep enough", async () => {
    // Another wallet with the same key, as after a mistake of the operator.
    const copy = openWallet(readSeed(alice.options.folder, false), alice.wallet.write(), alice.chain.tip());
    const rival = copy.fund(SOMEBODY, 200_000n);
    const { transaction, txid } = await built("lost");
    expect(await publish(rpc, rival)).toBe("taken");
    expect(await alice.onchain.publish(transaction, "lost")).toBe("refused");
    expect(await alice.onchain.lookup(txid)).toEqual({ kind: "pending" });
    await mine(CONFLICT_BLOCKS - 1);
    expect(await alice.onchain.lookup(txid)).toEqual({ kind: "pending" });
    await mine(1);
    expect(await alice.onchain.lookup(txid)).toEqual({ kind: "conflicted" });
    expect(await alice.onchain.publish(transaction, "lost")).toBe("refused");
    expect((await built("lost")).txid).toBe(txid);
  });

  it("follows a chain that was reorganized while it was away, and keeps its channel", async () => {
    await openedChannel();
    await bob.stop();
    const tip = await rpc<string>("getbestblockhash");
    await rpc("invalidateblock", tip);
    await rpc("generatetoaddress", 3, BURN_ADDRESS);

    bob = await start("bob");

    expect(bob.chain.tip().hash).toBe(await rpc("getbestblockhash"));
    await mine(1);
    await expect.poll(() => listChannels(bob.core)[0]?.usable).toBe(true);
  });

  it("sends nothing after the deadline, nor for a second invoice of a hash it has paid", async () => {
    const params = { msats: 1_000_000n, description: { text: "" }, expirySeconds: 60, hold: false };
    const { invoice, paymentHash } = await bob.incoming.create(params);
    const pay = { invoice, paymentHash, msats: undefined, feeLimitMsats: 0n, cltvLimitBlocks: 1_008, waitMs: 10_000 };
    const soon = () => performance.now() + 60_000;

    const late = await alice.outgoing.pay({ ...pay, deadlineMs: performance.now() });
    expect(late).toEqual({ kind: "not_sent", reason: "deadline" });
    expect(alice.outgoing.state(paymentHash)).toBeUndefined();
    const settled = await alice.outgoing.pay({ ...pay, deadlineMs: soon() });
    expect(settled).toMatchObject({ kind: "settled", feeMsats: "0" });
    expect(await alice.outgoing.pay({ ...pay, deadlineMs: soon() })).toEqual(settled);
    const other = invoiceOfHash(bob, paymentHash);
    expect(await alice.outgoing.pay({ ...pay, invoice: other, deadlineMs: soon() })).toEqual({
      kind: "not_sent",
      reason: "known_hash",
    });
    await expect.poll(() => balancesOf(bob.core, bob.wallet).channelsMsats).toBe("401000000");
  });

  it("can be started from each commit of payments that it receives, also of one that it is just claiming", async () => {
    const log = join(bob.options.folder, "state.log");
    const commits = () => openFrames(log).payloads;
    const before = commits().length;
    for (const hold of [false, true]) {
      const { invoice, paymentHash } = await bob.incoming.create({ ...INVOICE, hold });
      const deadlineMs = performance.now() + 60_000;
      const pay = { invoice, paymentHash, msats: undefined, feeLimitMsats: 0n, cltvLimitBlocks: 1_008, waitMs: 60_000 };
      const paid = alice.outgoing.pay({ ...pay, deadlineMs });
      if (hold) await expect.poll(() => bob.incoming.settle(paymentHash)).toBe(true);
      expect((await paid).kind).toBe("settled");
    }
    const payloads = commits();
    expect(payloads.length).toBeGreaterThan(before + 4);
    const seed = readSeed(bob.options.folder, false);
    for (let count = before + 1; count <= payloads.length; count++) {
      const copy = join(folder, `commit-${count}`);
      mkdirSync(copy);
      replaceFrames(join(copy, "state.log"), payloads.slice(0, count)).close();
      cpSync(join(bob.options.folder, "history.log"), join(copy, "history.log"));
      const { store } = openStore(copy);
      const read = () => readState({ seed, store, chain: bob.chain, log: ignore, wake: ignore });
      expect(read, `commit ${count} of ${payloads.length}`).not.toThrow();
      store.close();
    }
  });

  it("finds no route whose blocks are above the CLTV limit", async () => {
    const { invoice, paymentHash } = await bob.incoming.create({
      msats: 1_000_000n,
      description: { text: "" },
      expirySeconds: 60,
      hold: false,
    });
    const deadlineMs = performance.now() + 60_000;
    const pay = { invoice, paymentHash, msats: undefined, feeLimitMsats: 0n, deadlineMs, waitMs: 10_000 };

    // The recipient asks for 24 final blocks, and the library for a few more.
    expect(await alice.outgoing.pay({ ...pay, cltvLimitBlocks: 23 })).toEqual({ kind: "failed", reason: "no_route" });
    expect(bob.incoming.state(paymentHash)).toEqual({ kind: "unpaid" });
  });

  it("waits with a payment while its peer is away, and pays once", async () => {
    const { invoice, paymentHash } = await bob.incoming.create(INVOICE);
    await bob.stop();
    await expect.poll(() => listChannels(alice.core)[0]?.usable).toBe(false);
    const pay = { invoice, paymentHash, msats: undefined, feeLimitMsats: 0n, cltvLimitBlocks: 1_008, waitMs: 20_000 };
    const late = await alice.outgoing.pay({ ...pay, deadlineMs: performance.now() + 50 });
    const deadlineMs = performance.now() + 60_000;
    const paid = [alice.outgoing.pay({ ...pay, deadlineMs }), alice.outgoing.pay({ ...pay, deadlineMs })];
    expect(late).toEqual({ kind: "not_sent", reason: "deadline" });

    bob = await start("bob");

    for (const outcome of await Promise.all(paid)) expect(outcome.kind).toBe("settled");
    expect(alice.outgoing.list(0).filter((payment) => payment.paymentHash === paymentHash)).toHaveLength(1);
  });

  it("answers a waiting payment when it drains, after its time although an HTLC is pending", async () => {
    const { invoice, paymentHash } = await bob.incoming.create({ ...INVOICE, hold: true });
    const deadlineMs = performance.now() + 60_000;
    const pay = { invoice, paymentHash, msats: undefined, feeLimitMsats: 0n, cltvLimitBlocks: 1_008, waitMs: 60_000 };
    const paid = alice.outgoing.pay({ ...pay, deadlineMs });
    await expect.poll(() => bob.incoming.state(paymentHash).kind).toBe("held");

    await alice.drain(50);

    expect(await paid).toEqual({ kind: "in_flight" });
    expect(alice.isDraining()).toBe(true);
    bob.incoming.fail(paymentHash);
    await expect.poll(() => alice.outgoing.state(paymentHash)?.kind).toBe("failed");
  });

  it("refuses a folder whose seed is gone, and one of another instance", async () => {
    await bob.stop();
    const options = { ...bob.options, instanceId: "01900000-0000-7000-8000-00000000000b" };
    await expect(startNode(options, ignore)).rejects.toThrow("belongs to the instance");
    rmSync(join(bob.options.folder, "seed"));
    await expect(startNode(bob.options, ignore)).rejects.toThrow("seed is missing");
    rmSync(bob.options.folder, { recursive: true });
    bob = await start("bob");
  });
});
