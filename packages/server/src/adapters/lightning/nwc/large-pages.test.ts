import { bytesToHex } from "@noble/hashes/utils.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LightningNode } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { invoiceOf, itemsOf } from "../conformance/counterparty.harness.ts";
import { connectNwcNode } from "./nwc.ts";
import { type FakeWallet, startFakeWallet } from "./testing/wallet.harness.ts";

/** The time after which a reply counts as none goes so much faster. */
const SPEED = 30;
const clock = { ...machineClock, sleep: (ms: number, signal?: AbortSignal) => machineClock.sleep(ms / SPEED, signal) };

let wallet: FakeWallet;
let node: LightningNode;
beforeEach(async () => {
  wallet = await startFakeWallet();
  wallet.isSilent = true;
  node = connectNwcNode({ credentialFile: wallet.credentialFile, clock });
});
afterEach(async () => {
  await node.close();
  await wallet.stop();
});

async function receive(count: number): Promise<readonly Uint8Array[]> {
  const hashes: Uint8Array[] = [];
  for (let i = 0; i < count; i += 1) {
    const { invoice, paymentHash } = await invoiceOf(node, 1_000n);
    await wallet.receive(invoice);
    hashes.push(paymentHash);
  }
  return hashes;
}
const hashesIn = (items: readonly unknown[]) =>
  items.flatMap((item) => (item as { readonly paymentHash?: Uint8Array }).paymentHash ?? []);

describe("a page of receipts", () => {
  it("that is too long for an answer is read in parts: twenty keysends of a stranger stop nothing", async () => {
    const hashes = await receive(23);
    wallet.methods.bend = (item) => ({ ...item, description: "x".repeat(8_000) });
    expect(hashesIn(await node.received("", 0))).toEqual(hashes);
    const before = wallet.called.length;
    expect(hashesIn(await node.received("", 0))).toEqual(hashes);
    expect(wallet.called.length - before, "the size that fitted is kept").toBeLessThan(12);
  });

  it("skips one that alone gets no answer, by its place, and is resumed behind it", async () => {
    const hashes = await receive(7);
    const hole = bytesToHex(hashes[3] as Uint8Array);
    wallet.methods.bend = (item) =>
      item["payment_hash"] === hole ? { ...item, description: "x".repeat(70_000) } : item;
    const items = await node.received("", 0);
    expect(items.filter(({ kind }) => kind === "unreadable")).toHaveLength(1);
    expect(hashesIn(items)).toEqual(hashes.filter((_, i) => i !== 3));
    expect(await node.received(items.at(-1)?.cursor ?? "", 0)).toEqual([]);
    expect(itemsOf(await node.received("", 0))).toEqual(itemsOf(items));
  });

  it("is reported once where its only item gets no answer", async () => {
    await receive(1);
    wallet.methods.bend = (item) => ({ ...item, description: "x".repeat(70_000) });
    const items = await node.received("", 0);
    expect(items).toMatchObject([{ kind: "unreadable" }]);
    expect(await node.received(items[0]?.cursor ?? "", 0)).toEqual([]);
  });

  it("has each item that is none by its place, and the ones around it", async () => {
    const hashes = await receive(3);
    const bad = bytesToHex(hashes[1] as Uint8Array);
    for (const nonsense of [{ settled_at: "soon" }, { payment_hash: 7 }, { settled_at: -1, payment_hash: undefined }]) {
      wallet.methods.bend = (item) => (item["payment_hash"] === bad ? { ...item, ...nonsense } : item);
      const items = await node.received("", 0);
      expect(items.map(({ kind }) => kind).toSorted()).toEqual(["receipt", "receipt", "unreadable"]);
      expect(hashesIn(items)).toEqual([hashes[0], hashes[2]]);
    }
  });

  it("of a wallet service that answers nothing is no answer, and nothing of it is unreadable", async () => {
    await receive(2);
    const { answer } = wallet.methods;
    wallet.methods.answer = (method, params) =>
      method === "get_info" ? answer(method, params) : { result: { text: "x".repeat(70_000) } };
    await expect(node.received("", 0)).rejects.toThrow("did not reply");
  });
});
