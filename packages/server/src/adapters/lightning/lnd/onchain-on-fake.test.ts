import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { CONFLICT_BLOCKS, type LightningNode, NodeUnavailable, type OnchainBuildRequest } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { freshAddress } from "../conformance/onchain.harness.ts";
import { connectLndNode } from "./lnd.ts";
import { cutAfter, cutBefore, fails, late } from "./testing/faults.harness.ts";
import { RpcError } from "./testing/fields.harness.ts";
import { callsOf, pairsOfEachTest } from "./testing/pair.harness.ts";

const given = pairsOfEachTest();

function requestOf(): OnchainBuildRequest {
  const reference = randomBytes(16).toString("hex");
  return { address: freshAddress("wpkh"), amount: sats(50_000n), feeLimit: sats(20_000n), reference };
}

async function build(node: LightningNode, request = requestOf()) {
  const built = await node.buildOnchain(request);
  if (built.kind !== "built") throw new Error(`not built: ${built.reason}`);
  return { ...built, reference: request.reference };
}

describe("a transaction of LND's wallet", () => {
  it("is conflicted when another one has had its coins for as long as a block needs to stay", async () => {
    const { lnd, node } = await given();
    const { wallet } = lnd.now;
    const { txid, transaction, reference } = await build(node);
    expect(await node.publishOnchain(transaction, reference)).toBe("taken");
    const rival = wallet.conflict(txid);
    wallet.mine(1);
    expect(await node.lookupOnchain(txid)).not.toMatchObject({ kind: "conflicted" });
    expect(await node.publishOnchain(transaction, reference)).toBe("refused");
    wallet.mine(CONFLICT_BLOCKS - 1);
    const by = wallet.transactions.find((one) => one.txid === rival)?.raw;
    expect(await node.lookupOnchain(txid)).toEqual({ kind: "conflicted", by: by && Uint8Array.from(by) });
    const listed = await node.listOnchain(new Date(0));
    expect(listed.map((one) => one.txid)).toEqual([rival]);
  });

  it("is refused while the mempool takes nothing, and taken later", async () => {
    const { lnd, node } = await given();
    const { transaction, reference, txid } = await build(node);
    lnd.now.wallet.refuses = true;
    expect(await node.publishOnchain(transaction, reference)).toBe("refused");
    expect(await node.lookupOnchain(txid)).toEqual({ kind: "not_found" });
    lnd.now.wallet.refuses = false;
    expect(await node.publishOnchain(transaction, reference)).toBe("taken");
    expect(await node.lookupOnchain(txid)).toEqual({ kind: "pending" });
  });

  it("counts once while its coins are kept still, because they could not be given free", async () => {
    const { lnd, node } = await given();
    const before = await node.balances();
    const { transaction, reference, fee } = await build(node);
    lnd.always("ReleaseOutput", fails(new RpcError(2, "no")));
    expect(await node.publishOnchain(transaction, reference)).toBe("taken");
    expect((await node.balances()).onchain).toBe(before.onchain - sats(50_000n) - fee);
    lnd.now.wallet.mine(1);
    expect((await node.balances()).onchain).toBe(before.onchain - sats(50_000n) - fee);
  });

  it.each([
    ["before it was published", cutBefore(), "not_found"],
    ["after it was published", cutAfter(), "pending"],
  ] as const)("says nothing when the connection breaks %s, and the same again does no harm", async (_, fault, then) => {
    const { lnd, node } = await given();
    const request = requestOf();
    const { transaction, reference, txid } = await build(node, request);
    lnd.next("PublishTransaction", fault);
    await expect(node.publishOnchain(transaction, reference)).rejects.toThrow(NodeUnavailable);
    expect((await node.lookupOnchain(txid)).kind).toBe(then);
    expect(await node.publishOnchain(transaction, reference)).toBe("taken");
    lnd.now.wallet.mine(1);
    expect(lnd.now.wallet.receivedAt(request.address)).toBe(50_000n);
  });

  it("is the only one of its reference, also when another process has built another one for it", async () => {
    const { lnd, node } = await given();
    const other = connectLndNode({ ...lnd.address, clock: machineClock });
    const request = requestOf();
    const [one, two] = [await build(node, request), await build(other, request)];
    expect(two.txid).not.toBe(one.txid);

    expect(await node.publishOnchain(one.transaction, request.reference)).toBe("taken");
    await expect(other.publishOnchain(two.transaction, request.reference)).rejects.toThrow(NodeUnavailable);

    lnd.now.wallet.mine(1);
    expect(lnd.now.wallet.receivedAt(request.address)).toBe(50_000n);
    expect((await build(other, request)).txid).toBe(one.txid);
    await other.close();
  });

  it("gives nothing of the reserve away, also of two that are built before either is published", async () => {
    const { lnd, node } = await given({ coins: [60_000n, 60_000n] });
    const { leases } = lnd.now.wallet;
    expect(await node.buildOnchain({ ...requestOf(), amount: sats(101_000n) })).toMatchObject({ kind: "refused" });
    expect(callsOf(lnd, "FundPsbt")).toBe(0);
    lnd.next("WalletBalance", late(300), late(300)); // both look before either has taken coins
    const all = await Promise.all([requestOf(), requestOf()].map((request) => node.buildOnchain(request)));
    expect(all.map(({ kind }) => kind)).not.toEqual(["built", "built"]);
    expect(leases.size).toBe(all.filter(({ kind }) => kind === "built").length);
  });

  it("is not given out while it is not known whether the reserve is left, and keeps no coins then", async () => {
    const { lnd, node } = await given({ coins: [60_000n, 60_000n] });
    lnd.next("WalletBalance", late(0), fails(new RpcError(2, "no")));
    await expect(node.buildOnchain(requestOf())).rejects.toThrow(NodeUnavailable);
    expect(lnd.now.wallet.leases.size).toBe(0);
  });

  it("keeps no coins when it could not be signed, or is not what was asked for", async () => {
    const { lnd, node } = await given();
    const before = await node.balances();
    const other = await build(node);
    const leases = lnd.now.wallet.leases.size;
    lnd.next("FinalizePsbt", fails(new RpcError(2, "no")), cutAfter());
    for (let i = 0; i < 2; i += 1) await expect(build(node)).rejects.toThrow(NodeUnavailable);
    expect(lnd.now.wallet.leases.size).toBe(leases + 1); // after a cut they are free when the lease ends
    expect((await node.balances()).onchain).toBe(before.onchain);
    expect(await node.publishOnchain(other.transaction, other.reference)).toBe("taken");
  });
});
