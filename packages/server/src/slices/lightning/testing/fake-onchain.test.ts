import { describe, expect, it } from "vitest";
import type { Clock } from "#kernel/clock.ts";
import { sats } from "#kernel/money.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { parseBitcoinAddress } from "#protocol/bitcoin-address.ts";
import { parseBitcoinTransaction } from "#protocol/bitcoin-transaction.ts";
import { NodeUnavailable } from "../model/node-unavailable.ts";
import type { OnchainBuildRequest, OnchainBuilt } from "../model/onchain-transaction.ts";
import { CONFLICT_BLOCKS, ONCHAIN_KEPT_MS } from "../model/send-limits.ts";
import { createFakeNode, type FakeNodeOptions } from "./fake-node.harness.ts";
import { buildsWrongly } from "./fake-onchain.harness.ts";

const ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const REQUEST: OnchainBuildRequest = {
  address: ADDRESS,
  amount: sats(300_000n),
  feeLimit: sats(1_000n),
  reference: "one",
};

function given(options: Partial<FakeNodeOptions> = {}) {
  let nowMs = machineClock.now().getTime();
  const clock: Clock = { ...machineClock, now: () => new Date(nowMs) };
  const node = createFakeNode({ clock, ...options });
  const passes = (ms: number) => {
    nowMs += ms;
  };
  return {
    node,
    passes,
    build: async (request: Partial<OnchainBuildRequest> = {}) =>
      builtOf(await node.buildOnchain({ ...REQUEST, ...request })),
  };
}

function builtOf(answer: OnchainBuilt) {
  if (answer.kind !== "built") throw new Error(answer.reason);
  return answer;
}

describe("the fake node on the chain", () => {
  it("pays what is asked for, at its fee rate, and its balance falls when it publishes", async () => {
    const { node, build } = given();
    const before = await node.balances();
    const { txid, transaction, fee } = await build();
    const read = parseBitcoinTransaction(transaction);
    expect(read.txid).toBe(txid);
    expect(read.outputs[0]).toEqual({ sats: 300_000n, script: parseBitcoinAddress(ADDRESS, "regtest").script });
    expect(read.outputs[0]?.sats).toBe(1_000_000n - (read.outputs[1]?.sats ?? 0n) - fee / 1_000n);
    expect(await node.estimateOnchain(REQUEST)).toEqual({ kind: "fee", fee });
    expect((await node.balances()).onchain).toBe(before.onchain);

    expect(await node.publishOnchain(transaction, REQUEST.reference)).toBe("taken");
    expect(before.onchain - (await node.balances()).onchain).toBe(REQUEST.amount + fee);
    expect(await node.lookupOnchain(txid)).toEqual({ kind: "pending" });
    node.chain.mine(2);
    expect(await node.lookupOnchain(txid)).toEqual({ kind: "confirmed", confirmations: 2 });
    expect(node.chain.receivedAt(ADDRESS)).toBe(REQUEST.amount);
    expect((await node.info()).blockHeight).toBe(502);
    expect(await node.publishOnchain(transaction, REQUEST.reference)).toBe("taken");
    expect(node.chain.published).toEqual([transaction, transaction]);
  });

  it("keeps the coins of a request for an hour, and those of a published one for ever", async () => {
    const { node, passes, build } = given({ coins: [1_000_000n] });
    const first = await build();
    expect(await build()).toEqual(first);
    expect(await node.buildOnchain({ ...REQUEST, reference: "two" })).toEqual({
      kind: "refused",
      reason: "insufficient",
    });
    await expect(build({ amount: sats(1_000n) })).rejects.toThrow(NodeUnavailable);
    passes(ONCHAIN_KEPT_MS);
    const second = await build({ reference: "two", amount: sats(400_000n) });
    expect(await node.publishOnchain(first.transaction, REQUEST.reference)).toBe("refused");
    expect(await node.publishOnchain(second.transaction, "two")).toBe("taken");
    passes(ONCHAIN_KEPT_MS);
    expect(await build({ reference: "two", amount: sats(400_000n) })).toEqual(second);
    node.chain.mine(CONFLICT_BLOCKS);
    expect(await build({ reference: "two", amount: sats(400_000n) })).toEqual(second);
  });

  it("refuses by fee, by poverty and by its mempool, and reads no nonsense", async () => {
    const { node, build } = given();
    node.chain.feeRate = 100n;
    expect(await node.buildOnchain(REQUEST)).toEqual({ kind: "refused", reason: "fee_limit" });
    node.chain.feeRate = 2n;
    node.chain.isPoor = true;
    expect(await node.estimateOnchain(REQUEST)).toEqual({ kind: "insufficient" });
    expect(await node.buildOnchain(REQUEST)).toEqual({ kind: "refused", reason: "insufficient" });
    node.chain.isPoor = false;
    const { transaction, txid } = await build();
    node.chain.refuses = true;
    expect(await node.publishOnchain(transaction, REQUEST.reference)).toBe("refused");
    expect(await node.lookupOnchain(txid)).toEqual({ kind: "not_found" });
    await expect(node.publishOnchain(Uint8Array.of(1), REQUEST.reference)).rejects.toThrow(NodeUnavailable);
    for (const wrong of [{ address: "bc1q" }, { amount: sats(329n) }, { reference: "A" }])
      await expect(build({ ...wrong, reference: wrong.reference ?? "x" })).rejects.toThrow(NodeUnavailable);
  });

  it("says conflicted when another transaction is deep enough, and not before", async () => {
    const { node, build } = given({ coins: [1_000_000n] });
    const before = await node.balances();
    const { transaction, txid } = await build();
    await node.publishOnchain(transaction, REQUEST.reference);
    node.chain.conflict(txid);
    node.chain.mine(CONFLICT_BLOCKS - 1);
    expect(await node.lookupOnchain(txid)).toEqual({ kind: "pending" });
    expect(await node.publishOnchain(transaction, REQUEST.reference)).toBe("refused");
    node.chain.mine();
    expect(await node.lookupOnchain(txid)).toEqual({ kind: "conflicted" });
    expect(before.onchain - (await node.balances()).onchain).toBe(sats(1_000_000n));
  });

  it("loses what is in no block, and takes it again", async () => {
    const { node, build } = given();
    const { transaction, txid } = await build();
    await node.publishOnchain(transaction, REQUEST.reference);
    node.chain.forget();
    expect(await node.lookupOnchain(txid)).toEqual({ kind: "not_found" });
    expect(await build()).toMatchObject({ txid });
    expect(await node.publishOnchain(transaction, REQUEST.reference)).toBe("taken");
    node.chain.mine();
    expect(await node.lookupOnchain(txid)).toEqual({ kind: "confirmed", confirmations: 1 });
  });

  it("publishes and loses its answer, or is never reached, as a test asks", async () => {
    const { node, build } = given();
    const { transaction, txid } = await build();
    const lost = () => {
      throw new NodeUnavailable("the answer is lost");
    };
    node.chain.onPublish = lost;
    await expect(node.publishOnchain(transaction, REQUEST.reference)).rejects.toThrow(NodeUnavailable);
    expect(await node.lookupOnchain(txid)).toEqual({ kind: "not_found" });
    node.chain.onPublish = (take) => {
      take();
      return lost();
    };
    await expect(node.publishOnchain(transaction, REQUEST.reference)).rejects.toThrow(NodeUnavailable);
    expect(await node.lookupOnchain(txid)).toEqual({ kind: "pending" });
    expect(node.chain.published).toHaveLength(2);
  });

  it("builds wrongly where a test asks for it", async () => {
    const { node, build } = given();
    const right = await build();
    const [paid] = parseBitcoinTransaction(right.transaction).outputs;
    const wrong = async (what: Parameters<typeof buildsWrongly>[0]) => {
      node.chain.onBuild = buildsWrongly(what);
      const answer = await build();
      return { ...answer, read: parseBitcoinTransaction(answer.transaction) };
    };
    const amount = await wrong("amount");
    expect(amount.read.outputs[0]).toEqual({ sats: 300_001n, script: paid?.script });
    expect(amount.txid).toBe(amount.read.txid);
    const script = await wrong("script");
    expect(script.read.outputs[0]?.sats).toBe(300_000n);
    expect(script.read.outputs[0]?.script).not.toEqual(paid?.script);
    expect((await wrong("txid")).txid).not.toBe(right.txid);
    expect((await wrong("fee")).fee).toBe(REQUEST.feeLimit + 1_000n);
  });

  it("answers nothing while it is down, and for another node", async () => {
    const { node, build } = given();
    const { transaction, txid } = await build();
    const calls = [
      () => node.estimateOnchain(REQUEST),
      () => node.buildOnchain(REQUEST),
      () => node.publishOnchain(transaction, REQUEST.reference),
      () => node.lookupOnchain(txid),
    ];
    node.isDown = true;
    for (const call of calls) await expect(call()).rejects.toThrow(NodeUnavailable);
    node.isDown = false;
    node.requireNode("02");
    for (const call of calls) await expect(call()).rejects.toThrow(NodeUnavailable);
    expect(node.chain.published).toEqual([]);
  });
});
