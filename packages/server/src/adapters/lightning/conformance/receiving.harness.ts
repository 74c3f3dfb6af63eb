import { expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { allReceipts, type Conformance, invoiceOf, itemsOf, payable, receive, sha256 } from "./counterparty.harness.ts";

/** What every adapter has to do when it receives. */
export function receivingConforms(world: () => Conformance): void {
  it.each([1n, 999n, 1_000n, 1_234_567n])("makes an invoice of %i msat with a text", async (amount) => {
    if (payable(world().node, amount) !== amount) return;
    const asked = Date.now();
    const created = await world().node.createInvoice({
      amount: msats(amount),
      description: { kind: "text", text: "Zwölf Boxkämpfer ⚡" },
      expirySeconds: 90,
    });

    const invoice = decodeInvoice(created.invoice);

    expect(invoice.amount).toBe(amount);
    expect(invoice.description).toEqual({ kind: "text", text: "Zwölf Boxkämpfer ⚡" });
    expect(invoice.paymentHash).toEqual(created.paymentHash);
    expect(invoice.expiresAt).toEqual(created.expiresAt);
    expect(created.expiresAt.getTime()).toBeGreaterThanOrEqual(asked + 88_000);
    expect(created.expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 92_000);
    expect(await world().node.lookupIncoming(created.paymentHash)).toEqual({ kind: "unpaid" });
  });

  it("says that an invoice may still be paid, where it can say it", async () => {
    const { node } = world();
    await invoiceOf(node, 1_000n);
    expect((await node.hasOpenInvoices()) ?? true).toBe(true);
  });

  it("makes an invoice with the hash of a description", async () => {
    const text = '[["text/plain","Zwölf ⚡"],["text/identifier","alice@example.com"]]';
    const hash = sha256(Buffer.from(text));
    const { invoice } = await world().node.createInvoice({
      amount: msats(5_000n),
      description: { kind: "hash", sha256: hash, text },
      expirySeconds: 60,
    });

    expect(decodeInvoice(invoice).description).toEqual({ kind: "hash", sha256: hash });
  });

  it("reports every receipt at least once and in order, resumable by cursor", async () => {
    const { node, counterparty } = world();
    const start = await allReceipts(node, "");
    const first = await receive(world(), 4_000_000n);
    const last = payable(node, 5_000_001n);
    const second = await receive(world(), last);

    const page = await allReceipts(node, start.at(-1)?.cursor ?? "");

    expect(page.map(({ paymentHash, amount }) => ({ paymentHash, amount }))).toEqual([
      { paymentHash: first, amount: 4_000_000n },
      { paymentHash: second, amount: last },
    ]);
    expect(itemsOf(await node.received(page[0]?.cursor ?? "", 0))).toEqual(itemsOf(page.slice(1)));
    expect(itemsOf(await allReceipts(node, ""))).toEqual(itemsOf([...start, ...page]));
    const { cost } = page[0] ?? {};
    const settled = await node.lookupIncoming(first);
    expect(settled).toMatchObject({ kind: "settled", amount: 4_000_000n, cost });
    expect(settled.kind === "settled" && settled.preimage && sha256(Buffer.from(settled.preimage))).toEqual(first);
    expect(await counterparty.receivedMsats(first)).toBe(0n);
  });

  it("holds what the payer paid without what the backend kept of it, to the msat", async () => {
    const { node } = world();
    const cursor = (await allReceipts(node, "")).at(-1)?.cursor ?? "";
    const before = await node.balances();
    await receive(world(), 3_000_000n);

    const [receipt] = await allReceipts(node, cursor);

    if (receipt === undefined) throw new Error("no receipt");
    expect(receipt.cost).toBeLessThan(receipt.amount);
    const gained = async () => {
      const { channels, commitFees } = await node.balances();
      return channels + commitFees - before.channels - before.commitFees;
    };
    await expect.poll(gained).toBe(receipt.amount - receipt.cost);
  });

  it("reports an item that it cannot read by its place, and the ones behind it", async () => {
    const { node, receiveUnreadable } = world();
    if (receiveUnreadable === undefined) return;
    const before = await node.received("", 0);
    await receiveUnreadable();
    const paymentHash = await receive(world(), 2_000_000n);

    const items = await node.received(before.at(-1)?.cursor ?? "", 0);

    expect(items).toMatchObject([{ kind: "unreadable" }, { kind: "receipt", paymentHash }]);
    expect(itemsOf(await node.received(items[0]?.cursor ?? "", 0))).toEqual(itemsOf(items.slice(1)));
  });

  it("waits for the next receipt, and no longer than `waitMs`", async () => {
    const { node, counterparty } = world();
    const cursor = (await allReceipts(node, "")).at(-1)?.cursor ?? "";
    expect(await node.received(cursor, 50)).toEqual([]);

    const coming = node.received(cursor, 20_000);
    const { invoice, paymentHash } = await invoiceOf(node, 6_000_000n);
    expect(await counterparty.pay(invoice)).toBe(true);

    expect((await coming).map((item) => item.kind === "receipt" && item.paymentHash)).toEqual([paymentHash]);
  });

  it("ends a wait that is aborted", async () => {
    const { node } = world();
    const cursor = (await allReceipts(node, "")).at(-1)?.cursor ?? "";
    const abort = new AbortController();
    const coming = node.received(cursor, 20_000, abort.signal).then(
      (receipts) => receipts.length,
      (error: Error) => error.name,
    );
    abort.abort();
    expect([0, "NodeUnavailable"]).toContain(await coming);
  });

  it("does not take a payment for a cancelled invoice, and cannot cancel a paid one", async () => {
    const { node, counterparty } = world();
    if (!node.capabilities.cancel) return;
    const { invoice, paymentHash } = await invoiceOf(node, 2_000_000n);

    expect(await node.cancelInvoice(paymentHash)).toBe("cancelled");
    expect(await node.lookupIncoming(paymentHash)).toEqual({ kind: "cancelled" });
    expect(await counterparty.pay(invoice)).toBe(false);
    expect(await node.cancelInvoice(await receive(world(), 2_000_000n))).toBe("settled");
    expect(await node.cancelInvoice(new Uint8Array(32).fill(9))).toBe("not_found");
  });
}
