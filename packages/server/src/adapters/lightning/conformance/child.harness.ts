import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { msats, sats } from "#kernel/money.ts";
import { type LightningNode, NodeUnavailable, type OnchainBuilt } from "#lightning";
import { parseBitcoinTransaction } from "#protocol/bitcoin-transaction.ts";
import type { Conformance } from "./counterparty.harness.ts";
import { freshAddress } from "./onchain.harness.ts";

const AMOUNT = sats(50_000n);
const LIMIT = sats(20_000n);
const SATS_PER_VBYTE = 20n;

/** What every adapter has to do that can spend the change of a transaction in no block. */
export function childConforms(world: () => Conformance): void {
  const test = (name: string, check: (world: Conformance) => Promise<void>) =>
    it(name, async () => {
      if (world().node.capabilities.onchainChild === true) await check(world());
    });

  test("spends the change of a transaction in no block to itself, and the balance falls by the fee alone", async (w) => {
    const { node, chain } = w;
    const before = (await node.balances()).onchain;
    const parent = await pay(node);
    const fallen = async () => before - (await node.balances()).onchain;
    expect(await fallen()).toBe(AMOUNT + parent.fee);

    const { outputs, rate } = await node.findOnchainChange(parent.txid);
    expect(rate).toBeGreaterThanOrEqual(1_000n);
    const [change] = outputs;
    if (change === undefined) throw new Error("it has no change");
    const read = parseBitcoinTransaction(parent.transaction);
    expect((read.outputs[change.index]?.sats ?? 0n) * 1_000n).toBe(change.amount);
    expect(outputs).toHaveLength(1);

    const child = await buildChild(node, { parent, index: change.index });
    const made = parseBitcoinTransaction(child.transaction);
    expect(made.txid).toBe(child.txid);
    expect(made.inputs).toEqual([`${parent.txid}:${change.index}`]);
    expect(made.outputs.map((output) => output.sats * 1_000n)).toEqual([change.amount - child.fee]);
    // What the node reckons with may differ by some virtual bytes.
    expect(child.fee).toBeGreaterThanOrEqual(made.vbytes * SATS_PER_VBYTE * 1_000n);
    expect(child.fee).toBeLessThanOrEqual((made.vbytes + 3n) * SATS_PER_VBYTE * 1_000n);
    expect(await fallen()).toBe(AMOUNT + parent.fee);
    expect(await node.lookupOnchain(child.txid)).toEqual({ kind: "not_found" });

    expect(await node.publishOnchain(child.transaction, child.reference)).toBe("taken");
    expect(await fallen()).toBe(AMOUNT + parent.fee + child.fee);
    expect(await node.publishOnchain(child.transaction, child.reference)).toBe("taken");
    expect(await node.lookupOnchain(child.txid)).toEqual({ kind: "pending" });
    await chain.mine(1);
    for (const { txid } of [parent, child])
      expect(await node.lookupOnchain(txid)).toEqual({ kind: "confirmed", confirmations: 1 });
    expect(await fallen()).toBe(AMOUNT + parent.fee + child.fee);
    expect((await node.findOnchainChange(parent.txid)).outputs).toEqual([]);
  });

  test("gives one child for a reference, and no coin to two", async (w) => {
    const { node, chain } = w;
    const parent = await pay(node);
    const [change] = (await node.findOnchainChange(parent.txid)).outputs;
    const index = change?.index ?? 0;
    const child = await buildChild(node, { parent, index });
    const { reference } = child;
    const request = {
      parent: { txid: parent.txid, index },
      satsPerVbyte: SATS_PER_VBYTE,
      feeLimit: LIMIT,
      reference,
    };
    expect(await node.buildOnchainChild(request)).toEqual(kindOf(child));
    const none = { ...request, feeLimit: msats(0n) };
    expect(await node.buildOnchainChild(none)).toEqual({ kind: "refused", reason: "fee_limit" });
    const other = { ...request, reference: `${reference}x` };
    expect(await node.buildOnchainChild(other)).toEqual({ kind: "refused", reason: "insufficient" });
    await expect(node.buildOnchainChild({ ...request, parent: { txid: "07".repeat(32), index: 0 } })).rejects.toThrow(
      NodeUnavailable,
    );

    expect(await node.publishOnchain(child.transaction, reference)).toBe("taken");
    await w.restart();
    expect(await node.buildOnchainChild(none)).toEqual(kindOf(child));
    expect(await node.buildOnchainChild(other)).toEqual({ kind: "refused", reason: "insufficient" });
    await chain.mine(1);
    expect(await node.buildOnchainChild(none)).toEqual(kindOf(child));
  });

  test("refuses a child whose fee is above the limit, and keeps nothing then", async ({ node, chain }) => {
    const parent = await pay(node);
    const [change] = (await node.findOnchainChange(parent.txid)).outputs;
    const index = change?.index ?? 0;
    const request = { parent: { txid: parent.txid, index }, satsPerVbyte: SATS_PER_VBYTE, reference: referenceOf() };
    const refused = await node.buildOnchainChild({ ...request, feeLimit: sats(1_000n) });
    expect(refused).toEqual({ kind: "refused", reason: "fee_limit" });
    expect(await node.buildOnchainChild({ ...request, feeLimit: LIMIT })).toMatchObject({ kind: "built" });
    await chain.mine(1);
  });
}

type Built = Extract<OnchainBuilt, { readonly kind: "built" }> & { readonly reference: string };

function kindOf({ reference: _, ...built }: Built) {
  return built;
}

function referenceOf(): string {
  return randomBytes(16).toString("hex");
}

/** Publishes a payment. */
async function pay(node: LightningNode): Promise<Built> {
  const reference = referenceOf();
  const built = await node.buildOnchain({ address: freshAddress("wpkh"), amount: AMOUNT, feeLimit: LIMIT, reference });
  if (built.kind !== "built") throw new Error(built.reason);
  expect(await node.publishOnchain(built.transaction, reference)).toBe("taken");
  return { ...built, reference };
}

async function buildChild(
  node: LightningNode,
  { parent, index }: { readonly parent: Built; readonly index: number },
): Promise<Built> {
  const reference = `bump-${referenceOf()}`;
  const built = await node.buildOnchainChild({
    parent: { txid: parent.txid, index },
    satsPerVbyte: SATS_PER_VBYTE,
    feeLimit: LIMIT,
    reference,
  });
  if (built.kind !== "built") throw new Error(built.reason);
  return { ...built, reference };
}
