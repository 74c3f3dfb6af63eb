import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { NodeUnavailable } from "#lightning";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { allReceipts, invoiceOf, receive } from "../conformance/counterparty.harness.ts";
import { type ClnWorld, clnWorld, connectTo, hexOf } from "./testing/cln-world.harness.ts";

let world: ClnWorld;
beforeEach(async () => {
  world = await clnWorld();
});
afterEach(() => world.stop());

const cursors = async () => (await allReceipts(world.node, "")).map(({ cursor }) => cursor);
const amounts = async (cursor: string) => {
  const items = await connectTo(world.fake).received(cursor, 0);
  return items.map((item) => (item.kind === "receipt" ? item.amount : undefined));
};

describe("an invoice", () => {
  it("has another label each time, and the expiry that was asked for", async () => {
    for (let i = 0; i < 3; i++) await invoiceOf(world.node, 1_000n);
    const made = world.fake.calls.filter(({ command }) => command === "invoice").map(({ params }) => params);
    expect(new Set(made.map(({ label }) => label)).size).toBe(3);
    expect(made[0]).toMatchObject({ amount_msat: "1000msat", expiry: 600, deschashonly: false });
  });

  it.each([
    ["amount", { amount_msat: "2000msat" }],
    ["description", { description: "another" }],
    ["expiry", { expiry: 60 }],
    ["description", { deschashonly: true }],
  ])("that was made with another %s is none", async (what, change) => {
    const asked = { amount_msat: "1000msat", label: "x", description: "conformance", expiry: 600 };
    const other = world.fake.receiving.invoice({ ...asked, ...change });
    world.fake.lines.set("invoice", [{ kind: "change", change: () => other }]);
    await expect(invoiceOf(world.node, 1_000n)).rejects.toThrow(`another ${what}`);
  });

  it("that pays another hash than the answer says, or cannot be read, is none", async () => {
    const change = (body: unknown) => ({ ...(body as object), payment_hash: "07".repeat(32) });
    world.fake.lines.set("invoice", [{ kind: "change", change }]);
    await expect(invoiceOf(world.node, 1_000n)).rejects.toThrow(NodeUnavailable);
    const nonsense = (body: unknown) => ({ ...(body as object), bolt11: "lnbcrt1nonsense" });
    world.fake.lines.set("invoice", [{ kind: "change", change: nonsense }]);
    await expect(invoiceOf(world.node, 1_000n)).rejects.toThrow(NodeUnavailable);
  });

  it("commits to the text of a hash, however long it is; the node hashes it", async () => {
    const text = JSON.stringify([["text/plain", "ü".repeat(2_000)]]);
    const sha256 = Uint8Array.from(
      await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)).then((hash) => new Uint8Array(hash)),
    );
    const description = { kind: "hash", sha256, text } as const;
    const { invoice } = await world.node.createInvoice({ amount: msats(5_000n), description, expirySeconds: 60 });
    expect(decodeInvoice(invoice).description).toEqual({ kind: "hash", sha256 });
    const other = { ...description, sha256: new Uint8Array(32) };
    await expect(
      world.node.createInvoice({ amount: msats(5_000n), description: other, expirySeconds: 60 }),
    ).rejects.toThrow("another description");
  });
});

describe("an invoice that is cancelled", () => {
  it("is settled when it was paid between the look and the deletion", async () => {
    const { paymentHash } = await invoiceOf(world.node, 2_000n);
    const label = [...world.fake.state().invoices.values()][0];
    if (label === undefined) throw new Error("no invoice");
    const payNow = (body: unknown) => {
      world.fake.receiving.receive(label, 2_000n);
      return body;
    };
    world.fake.lines.set("listinvoices", [{ kind: "change", change: payNow }]);
    expect(await world.node.cancelInvoice(paymentHash)).toBe("settled");
    expect(await world.node.lookupIncoming(paymentHash)).toMatchObject({ kind: "settled", amount: 2_000n });
  });

  it("is cancelled also when it expired between the two, and when it has expired", async () => {
    const { paymentHash } = await invoiceOf(world.node, 2_000n);
    const asUnpaid = (body: unknown) => {
      const { invoices } = body as { readonly invoices: object[] };
      return { invoices: invoices.map((invoice) => ({ ...invoice, status: "expired" })) };
    };
    world.fake.lines.set("listinvoices", [{ kind: "change", change: asUnpaid }]);
    expect(await world.node.cancelInvoice(paymentHash)).toBe("cancelled");
    expect(world.fake.state().invoices.size).toBe(0);
  });

  it("is not found when it was deleted in between, or by another process", async () => {
    const { paymentHash } = await invoiceOf(world.node, 2_000n);
    const deleted = (body: unknown) => {
      world.fake.state().invoices.clear();
      return body;
    };
    world.fake.lines.set("listinvoices", [{ kind: "change", change: deleted }]);
    expect(await world.node.cancelInvoice(paymentHash)).toBe("not_found");
    expect(await world.node.lookupIncoming(paymentHash)).toEqual({ kind: "not_found" });

    const { paymentHash: second } = await invoiceOf(world.node, 2_000n);
    const other = connectTo(world.fake);
    expect(await other.cancelInvoice(second)).toBe("cancelled");
    expect(await other.lookupIncoming(second)).toEqual({ kind: "cancelled" });
    expect(await world.node.lookupIncoming(second)).toEqual({ kind: "not_found" });
    await other.close();
  });

  it("is what the node says when it has it again", async () => {
    const { paymentHash } = await invoiceOf(world.node, 2_000n);
    const restore = world.fake.keep();
    expect(await world.node.cancelInvoice(paymentHash)).toBe("cancelled");
    restore();
    await expect.poll(() => world.node.lookupIncoming(paymentHash).catch(() => undefined)).toEqual({ kind: "unpaid" });
  });
});

describe("receipts", () => {
  it("are all read again from a place that a node has not reached which went back", async () => {
    await receive(world, 1_000n);
    const restore = world.fake.keep();
    await receive(world, 2_000n);
    await receive(world, 3_000n);
    const cursor = (await cursors()).at(-1) ?? "";
    restore();
    expect(await amounts(cursor)).toEqual([1_000n]);
  });

  it("are all read again by the one who waits when the node goes back under it", async () => {
    await receive(world, 1_000n);
    const restore = world.fake.keep();
    await receive(world, 2_000n);
    const cursor = (await cursors()).at(-1) ?? "";
    expect(await world.node.received(cursor, 0)).toEqual([]);
    const waiting = world.node.received(cursor, 20_000).then(
      ({ length }) => length,
      (error: Error) => error.name,
    );
    await expect.poll(() => world.fake.calls.at(-1)?.params["timeout"]).toBeGreaterThan(0);
    restore();
    expect(await waiting).toBe("NodeUnavailable");
    expect(await world.node.received(cursor, 0)).toMatchObject([{ kind: "receipt", amount: 1_000n }]);
  });

  it("are all read again where another receipt has the number of the place", async () => {
    const restore = world.fake.keep();
    await receive(world, 1_000n);
    const [cursor = ""] = await cursors();
    restore();
    await receive(world, 5_000n);
    await receive(world, 6_000n);
    expect(await amounts(cursor)).toEqual([5_000n, 6_000n]);
  });

  it("go on behind one that was deleted, and from one that another backend reported", async () => {
    await receive(world, 1_000n);
    await receive(world, 2_000n);
    const [cursor = ""] = await cursors();
    const [label = ""] = world.fake.state().invoices.keys();
    world.fake.state().invoices.delete(label);
    expect(await amounts(cursor)).toEqual([2_000n]);
    expect(await amounts("17")).toEqual([2_000n]);
  });

  it("are waited for by the node itself, in whole seconds", async () => {
    const coming = world.node.received("", 3_000);
    await expect
      .poll(() => world.fake.calls.find(({ command }) => command === "waitanyinvoice")?.params)
      .toEqual({
        lastpay_index: 0,
        timeout: expect.any(Number),
      });
    const paymentHash = await receive(world, 4_000n);
    expect((await coming).map((item) => item.kind === "receipt" && hexOf(item.paymentHash))).toEqual([
      hexOf(paymentHash),
    ]);
  });

  it("that do not go on are no answer", async () => {
    await receive(world, 1_000n);
    await receive(world, 2_000n);
    const again = (body: unknown) => ({ ...(body as object), pay_index: 1 });
    world.fake.lines.set("waitanyinvoice", [
      { kind: "late", ms: 0 },
      { kind: "change", change: again },
    ]);
    await expect(world.node.received("", 0)).rejects.toThrow(/earlier receipt/);
  });

  it("bring what was received, also when that is more than was asked for", async () => {
    const { paymentHash } = await invoiceOf(world.node, 2_000n);
    const [invoice] = world.fake.state().invoices.values();
    if (invoice !== undefined) world.fake.receiving.receive(invoice, 2_001n);
    expect(await amounts("")).toEqual([2_001n]);
    expect(await world.node.lookupIncoming(paymentHash)).toMatchObject({ kind: "settled", amount: 2_001n });
  });
});
