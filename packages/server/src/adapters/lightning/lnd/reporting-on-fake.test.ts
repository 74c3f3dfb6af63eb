import { bytesToHex } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import { type LightningNode, NodeUnavailable, type ReceivedItem } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { invoiceOf, paymentsIn } from "../conformance/counterparty.harness.ts";
import { connectLndNode } from "./lnd.ts";
import { cutInside, fails, hangs, nonsense, twice } from "./testing/faults.harness.ts";
import { RpcError } from "./testing/fields.harness.ts";
import { pairsOfEachTest, quickClock, sleepsOf, wantedFrom } from "./testing/pair.harness.ts";

/** More than an answer may be. */
const TOO_LONG = " ".repeat(33 * 1024 * 1024);

type Receipt = Extract<ReceivedItem, { readonly kind: "receipt" }>;

const given = pairsOfEachTest();

const hashes = (items: readonly { readonly kind: string; readonly paymentHash?: Uint8Array | undefined }[]) =>
  items.map((item) => (item.paymentHash === undefined ? item.kind : bytesToHex(item.paymentHash)));

/** So many receipts after a cursor, each once. A list that breaks once is asked again from where it was. */
async function take(node: LightningNode, after: string, count: number): Promise<readonly Receipt[]> {
  const found = new Map<string, Receipt>();
  let broken = 0;
  for (let cursor = after; found.size < count; ) {
    const page = await node.received(cursor, 5_000).catch((error: unknown) => {
      broken += 1;
      if (!(error instanceof NodeUnavailable) || broken > 1) throw error;
      return undefined;
    });
    if (page === undefined) continue;
    if (page.length === 0) throw new Error(`${found.size} of ${count} receipts came`);
    for (const item of page) if (item.kind === "receipt") found.set(bytesToHex(item.paymentHash), item);
    cursor = page.at(-1)?.cursor ?? cursor;
  }
  return [...found.values()];
}

describe("receipts from LND", () => {
  it("are found in smaller pages of invoices where a page is too long", async () => {
    const { lnd, node } = await given({}, quickClock);
    const { invoice } = await invoiceOf(node, 1_000n);
    expect(await lnd.counterparty.pay(invoice)).toBe(true);
    lnd.next("ListInvoices", nonsense(TOO_LONG));
    expect(await node.received("", 0)).toHaveLength(1);
  });

  it("of an AMP invoice are each an item by its own place, live and from the beginning, and lead on", async () => {
    const { lnd, node } = await given({}, quickClock);
    const pay = async () => {
      const { invoice, paymentHash } = await invoiceOf(node, 1_000n);
      expect(await lnd.counterparty.pay(invoice)).toBe(true);
      return bytesToHex(paymentHash);
    };
    const places = [await pay(), lnd.now.invoices.receiveAmp(5_000n), await pay()];
    const read = async (after: string) => {
      const items: ReceivedItem[] = [];
      for (let cursor = after; ; cursor = items.at(-1)?.cursor ?? "") {
        const page = await node.received(cursor, 0);
        if (page.length === 0) return items;
        items.push(...page);
      }
    };
    const placesOf = (items: readonly ReceivedItem[]) =>
      items.map((item) => (item.kind === "receipt" ? bytesToHex(item.paymentHash) : item.place));

    const past = await read("");
    expect(placesOf(past)).toEqual(places);
    expect(past.map(({ cursor }) => cursor.split(".")[0])).toEqual(["1", "2", "3"]);
    expect(past[1]).toMatchObject({ kind: "unreadable", detail: expect.stringContaining("5000 msats") });
    const coming = node.received(past.at(-1)?.cursor ?? "", 5_000);
    const again = lnd.now.invoices.receiveAmp(7_000n);
    expect(placesOf(await coming)).toEqual([again]);
    expect(again.slice(0, 64)).toBe(places[1]?.slice(0, 64));
    expect(placesOf(await read(past[1]?.cursor ?? ""))).toEqual([places[2], again]);
    expect(placesOf(await read(""))).toEqual([...places, again]);
  });

  it("begin with the past although its stream has none for 0, in the order in which they were settled", async () => {
    const { lnd, node } = await given({}, quickClock);
    const [one, two] = [await invoiceOf(node, 1_000n), await invoiceOf(node, 2_000n)];
    await invoiceOf(node, 3_000n);
    for (const { invoice } of [two, one]) expect(await lnd.counterparty.pay(invoice)).toBe(true);

    const items = await take(node, "", 2);

    expect(hashes(items)).toEqual([two, one].map(({ paymentHash }) => bytesToHex(paymentHash)));
    expect(await node.received(items[0]?.cursor ?? "", 20_000)).toEqual(items.slice(1));
  });

  it("are more than fit in one page", async () => {
    const { lnd, node } = await given({}, quickClock);
    for (let i = 0; i < 1_100; i += 1) lnd.now.invoices.keysend(1_000n);
    expect(hashes(await take(node, "", 1_100))).toEqual(lnd.now.invoices.all.map(({ hash }) => hash));
  });

  it("come although the stream sends no head before the first, and says that invoices were made", async () => {
    const { lnd, node } = await given({}, quickClock);
    lnd.now.invoices.keysend(1_000n);
    const [{ cursor } = { cursor: "" }] = await take(node, "", 1);
    expect(await node.received(cursor, 60)).toEqual([]);
    const coming = node.received(cursor, 20_000);
    const next = await invoiceOf(node, 2_000n);
    await invoiceOf(node, 3_000n);
    await lnd.counterparty.pay(next.invoice);
    expect(hashes(await coming)).toEqual([bytesToHex(next.paymentHash)]);
  });

  it("come at once when each follows the one before, also while the stream is never quiet", async () => {
    const never = 3_600_000;
    const { lnd, node } = await given(
      {},
      sleepsOf((ms) => (ms === 200 ? never : ms)),
    );
    lnd.now.invoices.keysend(1_000n);
    let [newest] = await take(node, "", 1);
    for (const amount of [2_000n, 3_000n, 4_000n]) {
      const coming = node.received(newest?.cursor ?? "", 20_000);
      const hash = lnd.now.invoices.keysend(amount);
      const items = await coming;
      expect(hashes(items)).toEqual([hash]);
      newest = items.find((item) => item.kind === "receipt");
    }
  });

  it("come again from the beginning when the cursor is beyond the node's own index: it was put back", async () => {
    const { lnd, node } = await given(
      {},
      sleepsOf((ms) => (ms === 5_000 ? 500 : ms)),
    );
    const putBack = lnd.keep();
    for (const amount of [1_000n, 2_000n, 3_000n]) lnd.now.invoices.keysend(amount);
    const cursor = (await take(node, "", 3)).at(-1)?.cursor ?? "";
    putBack();
    await lnd.restart();
    const hash = lnd.now.invoices.keysend(4_000n);

    const [found] = await take(node, cursor, 1);

    expect(found && bytesToHex(found.paymentHash)).toBe(hash);
    const waiting = node.received(found?.cursor ?? "", 20_000);
    const later = await invoiceOf(node, 5_000n);
    await lnd.counterparty.pay(later.invoice);
    expect(hashes(await waiting)).toEqual([bytesToHex(later.paymentHash)]);
  });

  it("come again from the beginning when the node has another receipt in the place of the cursor", async () => {
    const { lnd, node } = await given({}, quickClock);
    const putBack = lnd.keep();
    for (const amount of [1_000n, 2_000n]) lnd.now.invoices.keysend(amount);
    const cursor = (await take(node, "", 2)).at(-1)?.cursor ?? "";
    putBack();
    await lnd.restart();
    const other = [3_000n, 4_000n, 5_000n].map((amount) => lnd.now.invoices.keysend(amount));
    expect(hashes(await take(node, cursor, 3))).toEqual(other);
  });

  it("are read item by item, also when they come twice or the stream breaks in one", async () => {
    const { lnd, node } = await given({}, quickClock);
    let start = "";
    for (const fault of [twice(), cutInside(1)]) {
      lnd.next("SubscribeInvoices", fault);
      const made = [1_000n, 2_000n, 3_000n].map((amount) => lnd.now.invoices.keysend(amount));
      const found = await take(node, start, 3);
      expect(hashes(found)).toEqual(made);
      start = found.at(-1)?.cursor ?? "";
    }
  });

  it("are what the payer paid, above the invoice too, and without an invoice", async () => {
    const { lnd, node } = await given({}, quickClock);
    const { invoice, paymentHash } = await invoiceOf(node, 1_000_000n);
    lnd.now.invoices.pay(invoice, { amount: 1_500_000n });
    const hash = lnd.now.invoices.keysend(7_000n);
    expect((await take(node, "", 2)).map(({ amount }) => amount)).toEqual([1_500_000n, 7_000n]);
    expect(await node.lookupIncoming(paymentHash)).toMatchObject({ kind: "settled", amount: 1_500_000n });
    expect(await node.lookupIncoming(Buffer.from(hash, "hex"))).toMatchObject({ kind: "settled", amount: 7_000n });
  });

  it("are held or settled as the invoice is, and a held one is no receipt", async () => {
    const { lnd, node } = await given();
    const { invoice, paymentHash } = await invoiceOf(node, 1_000_000n);
    lnd.now.invoices.pay(invoice, { isHeld: true });
    expect(await node.lookupIncoming(paymentHash)).toEqual({ kind: "held" });
    expect(await node.received("", 0)).toEqual([]);
    lnd.now.invoices.settleHeld(bytesToHex(paymentHash));
    expect(await node.lookupIncoming(paymentHash)).toMatchObject({ kind: "settled" });
    expect(await node.cancelInvoice(paymentHash)).toBe("settled");
  });
});

describe("outcomes from LND", () => {
  it("that came while nothing listened are found again by what was open", async () => {
    const { lnd, node } = await given(
      {},
      sleepsOf((ms) => (ms === 1_000 ? 50 : ms)),
    );
    const { request, paymentHash } = await wantedFrom(lnd, { msats: 1_000_000n, hold: true });
    const paid = node.pay(request);
    await expect.poll(() => lnd.counterparty.isHeld(paymentHash)).toBe(true);
    const { cursor } = await node.finished("", 0);
    lnd.kill();
    expect((await paid).kind).toBe("unknown");
    await lnd.counterparty.settle(paymentHash);
    await lnd.start();

    await expect
      .poll(async () => (await node.finished(cursor, 100).catch(() => undefined))?.payments, { timeout: 5_000 })
      .toMatchObject([{ paymentHash, status: { kind: "settled" } }]);
  });

  it("that came while nothing listened are found again also when another process had ordered the payment", async () => {
    const { lnd, node } = await given(
      {},
      sleepsOf((ms) => (ms === 1_000 ? 50 : ms)),
    );
    const other = connectLndNode({ ...lnd.address, clock: machineClock });
    const { request, paymentHash } = await wantedFrom(lnd, { msats: 1_000_000n, hold: true });
    const paid = other.pay(request);
    await expect.poll(() => lnd.counterparty.isHeld(paymentHash)).toBe(true);
    expect((await node.lookupOutgoing(paymentHash)).kind).toBe("in_flight");
    const { cursor } = await node.finished("", 0);
    lnd.kill();
    await paid;
    await other.close();
    await lnd.counterparty.settle(paymentHash);
    await lnd.start();

    await expect
      .poll(async () => (await node.finished(cursor, 100).catch(() => undefined))?.payments)
      .toMatchObject([{ paymentHash, status: { kind: "settled" } }]);
  });

  it("do not keep a caller waiting longer than it wants while the stream is silent", async () => {
    const { lnd, node } = await given();
    lnd.always("TrackPayments", hangs());
    const { cursor } = await node.finished("", 0);
    const before = performance.now();
    expect(await node.finished(cursor, 60)).toEqual({ cursor, payments: [] });
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  it("of attempts are listed by their index, without those that a retry has replaced", async () => {
    const { lnd, node } = await given();
    const one = await wantedFrom(lnd, { msats: 1_000_000n, hold: true });
    const failing = node.pay(one.request);
    await expect.poll(() => lnd.counterparty.isHeld(one.paymentHash)).toBe(true);
    lnd.now.payments.giveBack(bytesToHex(one.paymentHash));
    await failing;
    const [{ cursor } = { cursor: "" }] = await node.outgoing("");
    const again = node.pay(one.request);
    await expect.poll(() => lnd.counterparty.isHeld(one.paymentHash)).toBe(true);
    expect(hashes(await node.outgoing(cursor))).toEqual([bytesToHex(one.paymentHash)]);
    await lnd.counterparty.settle(one.paymentHash);
    await again;
    const last = paymentsIn(await node.outgoing("")).at(-1);
    expect(last?.status.kind).toBe("settled");
    expect(await node.outgoing(last?.cursor ?? "")).toEqual([]);
    await lnd.restart();
    const two = await wantedFrom(lnd);
    await node.pay(two.request);
    expect(hashes(await node.outgoing(last?.cursor ?? ""))).toEqual([bytesToHex(two.paymentHash)]);
  });

  it("of attempts are listed in smaller pages where a page is too long, also by an LND that knows no omit_hops", async () => {
    const { lnd, node } = await given();
    for (let i = 0; i < 2; i += 1) await node.pay((await wantedFrom(lnd)).request);
    const whole = await node.outgoing("");
    expect(whole).toHaveLength(2);
    lnd.next("ListPayments", nonsense(TOO_LONG), nonsense(TOO_LONG));
    expect(await node.outgoing("")).toEqual(whole);
    lnd.next("ListPayments", fails(new RpcError(3, 'unknown field "omit_hops"')));
    expect(await node.outgoing("")).toEqual(whole);
    lnd.next("ListPayments", fails(new RpcError(2, "another error")));
    await expect(node.outgoing("")).rejects.toThrow("another error");
  });

  it("of attempts are listed from the beginning when the node was put back behind the cursor", async () => {
    const { lnd, node } = await given();
    const putBack = lnd.keep();
    for (let i = 0; i < 3; i += 1) await node.pay((await wantedFrom(lnd)).request);
    const cursor = (await node.outgoing("")).at(-1)?.cursor ?? "";
    expect(await node.outgoing(cursor)).toEqual([]);
    putBack();
    const { request, paymentHash } = await wantedFrom(lnd);
    await node.pay(request);
    expect((await node.outgoing(cursor)).map((one) => one.paymentHash)).toEqual([paymentHash]);
  });
});
