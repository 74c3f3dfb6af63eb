import { bytesToHex } from "@noble/hashes/utils.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import type { LightningNode } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { allOutgoing, allReceipts, invoiceOf, itemsOf } from "../conformance/counterparty.harness.ts";
import { connectNwcNode } from "./nwc.ts";
import { errorOf } from "./testing/service.harness.ts";
import { type FakeWallet, startFakeWallet } from "./testing/wallet.harness.ts";

const FAILS = { kind: "fail", reason: "no_route" } as const;

let wallet: FakeWallet;
let node: LightningNode;
beforeEach(async () => {
  wallet = await startFakeWallet();
  node = connectNwcNode({ credentialFile: wallet.credentialFile, clock: machineClock });
});
afterEach(async () => {
  await node.close();
  await wallet.stop();
});

describe("the lists of a wallet service", () => {
  it("are read in pages as small as the wallet likes", async () => {
    wallet.methods.pageMax = 2;
    for (let i = 0; i < 5; i++) await wallet.receive((await invoiceOf(node, 1_000n)).invoice);
    expect(await allReceipts(node, "")).toHaveLength(5);
  });

  it("hide nothing after a receipt of a service whose clock was a day ahead", async () => {
    const day = 24 * 3_600;
    const ahead = await invoiceOf(node, 1_000n);
    await wallet.receive(ahead.invoice);
    const first = bytesToHex(ahead.paymentHash);
    wallet.methods.bend = (item) => {
      const times = { created_at: Number(item["created_at"]) + day, settled_at: Number(item["settled_at"]) + day };
      return item["payment_hash"] === first ? { ...item, ...times } : item;
    };
    const cursor = (await allReceipts(node, "")).at(-1)?.cursor ?? "";
    const { invoice, paymentHash } = await invoiceOf(node, 2_000n);
    wallet.isSilent = true;
    await wallet.receive(invoice);
    for (const reader of [node, connectNwcNode({ credentialFile: wallet.credentialFile, clock: machineClock })]) {
      expect((await allReceipts(reader, cursor)).map((one) => bytesToHex(one.paymentHash))).toContain(
        bytesToHex(paymentHash),
      );
      if (reader !== node) await reader.close();
    }
  });

  it("have a hash twice that was tried twice", async () => {
    const one = await wallet.node.counterparty.invoice({ msats: 1_000_000n });
    wallet.node.paying.begin({ ...one, amount: undefined, feeLimit: msats(0n), cltvLimitBlocks: 9 }, FAILS);
    wallet.node.paying.begin({ ...one, amount: undefined, feeLimit: msats(0n), cltvLimitBlocks: 9 }, { kind: "pay" });
    expect((await allOutgoing(node, "")).map(({ status }) => status.kind)).toEqual(["failed", "settled"]);
    expect((await node.lookupOutgoing(one.paymentHash)).kind).toBe("settled");
  });

  it("have a receipt of an old invoice that a notification names", async () => {
    await wallet.receive((await invoiceOf(node, 1_000n)).invoice);
    const cursor = (await allReceipts(node, "")).at(-1)?.cursor ?? "";
    const { invoice, paymentHash } = await invoiceOf(node, 2_000n);
    const hash = bytesToHex(paymentHash);
    wallet.methods.bend = (item) => (item["payment_hash"] === hash ? { ...item, created_at: 1_000 } : item);
    const coming = node.received(cursor, 20_000);
    await wallet.receive(invoice);
    expect(await coming).toMatchObject([{ paymentHash, amount: 2_000n }]);
    const looks = wallet.called.filter((method) => method === "lookup_invoice").length;
    // It may not have been credited.
    for (let i = 0; i < 7; i += 1) expect(itemsOf(await node.received(cursor, 0))).toMatchObject([{ paymentHash }]);
    const [found] = await node.received(cursor, 0);
    expect(await node.received(found?.cursor ?? "", 0)).toEqual([]);
    expect(wallet.called.filter((method) => method === "lookup_invoice")).toHaveLength(looks);
  });

  it("have the one that was found although the look-up of another one fails, and that one later", async () => {
    await wallet.receive((await invoiceOf(node, 1_000n)).invoice);
    const cursor = (await allReceipts(node, "")).at(-1)?.cursor ?? "";
    const [one, other] = [await invoiceOf(node, 2_000n), await invoiceOf(node, 3_000n)];
    const olds = [one, other].map(({ paymentHash }) => bytesToHex(paymentHash));
    wallet.methods.bend = (item) =>
      olds.includes(String(item["payment_hash"])) ? { ...item, created_at: 1_000 } : item;
    const { answer } = wallet.methods;
    let fails = true;
    wallet.methods.answer = (method, params) =>
      fails && params["payment_hash"] === olds[1] ? errorOf("INTERNAL", "because") : answer(method, params);
    for (const { invoice } of [one, other]) await wallet.receive(invoice);
    const found = async (from: string) => itemsOf(await node.received(from, 0));
    await expect.poll(() => found(cursor)).toMatchObject([{ paymentHash: one.paymentHash }]);
    const next = (await node.received(cursor, 0)).at(-1)?.cursor ?? "";
    for (let i = 0; i < 8; i += 1) expect(await found(next)).toEqual([]);
    fails = false;
    await expect.poll(() => found(next)).toMatchObject([{ paymentHash: other.paymentHash }]);
  });

  it("have it also where the notification comes before the look-up says the same", async () => {
    await wallet.receive((await invoiceOf(node, 1_000n)).invoice);
    const cursor = (await allReceipts(node, "")).at(-1)?.cursor ?? "";
    const { invoice, paymentHash } = await invoiceOf(node, 2_000n);
    const hash = bytesToHex(paymentHash);
    const early = { created_at: 1_000, state: "pending", settled_at: undefined };
    let looks = 0;
    wallet.methods.bend = (item) => {
      if (item["payment_hash"] !== hash) return item;
      looks += 1;
      return { ...item, created_at: 1_000, ...(looks < 4 && early) };
    };
    await wallet.receive(invoice);
    await expect.poll(() => node.received(cursor, 0)).toMatchObject([{ paymentHash, amount: 2_000n }]);
  });
});
