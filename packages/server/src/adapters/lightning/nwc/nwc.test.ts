import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { type LightningNode, NodeUnavailable } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { expectAhead } from "../conformance/clock.harness.ts";
import { invoiceOf, pay, type Wanted } from "../conformance/counterparty.harness.ts";
import { parseAddress } from "./address.ts";
import { connectNwcNode, feeReserve } from "./nwc.ts";
import { errorOf, TAGS } from "./testing/service.harness.ts";
import { type FakeWallet, startFakeWallet } from "./testing/wallet.harness.ts";

/** A busy machine takes seconds for a reply that comes. */
const PAY_WAIT_MS = 60_000;
/** For replies that do not come. */
const SHORT_WAIT_MS = 1_000;
const KEY = "11".repeat(32);

let wallet: FakeWallet;
let node: LightningNode;
const opened: LightningNode[] = [];
beforeEach(async () => {
  wallet = await startFakeWallet();
  node = connect();
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  await wallet.stop();
});

function connect(payWaitMs = PAY_WAIT_MS): LightningNode {
  const { credentialFile } = wallet;
  const one = connectNwcNode({ credentialFile, clock: machineClock, payWaitMs });
  opened.push(one);
  return one;
}

const wanted = (changes: { readonly hold?: boolean; readonly msats?: bigint } = {}): Promise<Wanted> =>
  wallet.node.counterparty.invoice({ msats: 1_000_000n, ...changes });
const state = async ({ paymentHash }: Wanted) => (await node.lookupOutgoing(paymentHash)).kind;
/** The wallet says that everything is under way. */
const hide = () => {
  wallet.methods.bend = ({ preimage: _, ...item }) => ({ ...item, state: "pending" });
};

describe("no error proves a failure", () => {
  it("a payment that it calls failed is what its record says", async () => {
    wallet.fault = "contradict";
    expect((await pay(node, await wanted())).kind).toBe("settled");
    hide();
    wallet.fault = "contradict";
    expect((await pay(node, await wanted())).kind).toBe("in_flight");
  });

  it.each(["PAYMENT_FAILED", "INTERNAL", "OTHER", "NOT_FOUND", "SOMETHING_NEW"])(
    "%s without a record is unknown",
    async (code) => {
      wallet.fault = { code };
      expect(await pay(node, await wanted())).toMatchObject({ kind: "unknown", detail: expect.stringContaining(code) });
    },
  );

  it.each(["RESTRICTED", "UNAUTHORIZED", "QUOTA_EXCEEDED", "INSUFFICIENT_BALANCE", "RATE_LIMITED", "NOT_IMPLEMENTED"])(
    "%s without a record says that nothing was sent",
    async (code) => {
      wallet.fault = { code };
      expect(await pay(node, await wanted())).toMatchObject({ kind: "not_sent", reason: "refused" });
    },
  );

  it("its record of a failure proves it, and one that settles later is settled", async () => {
    const one = await wanted({ hold: true });
    const paid = pay(node, one);
    await expect.poll(() => wallet.node.counterparty.isHeld(one.paymentHash)).toBe(true);
    await wallet.node.counterparty.fail(one.paymentHash);
    expect(await paid).toEqual({ kind: "failed", reason: "other" });
    wallet.node.paying.settleFailed(one.paymentHash);
    expect(await state(one)).toBe("settled");
  });

  it("says that what it does not know proves nothing", () => {
    expect(node.capabilities).toMatchObject({ absenceProves: false, resend: false });
  });
});

describe("a reply", () => {
  it("that is lost leaves a payment unknown or what the record says", async () => {
    node = connect(SHORT_WAIT_MS);
    const [held, done, cut, lost] = [await wanted({ hold: true }), await wanted(), await wanted(), await wanted()];
    expect(await pay(node, held)).toEqual({ kind: "in_flight" });
    wallet.fault = "hang";
    expect((await pay(node, done)).kind).toBe("settled");
    wallet.fault = "cut";
    expect((await pay(node, cut)).kind).toBe("unknown");
    await expect.poll(() => state(cut)).toBe("settled");
    expect(wallet.orders).toHaveLength(3);

    wallet.fault = "lose";
    expect((await pay(node, lost)).kind).toBe("unknown");
    expect(await state(lost)).toBe("not_found");
  });

  it("that comes late or twice changes nothing", async () => {
    for (const fault of [{ lateMs: 100 }, "twice"] as const) {
      wallet.fault = fault;
      expect((await pay(node, await wanted())).kind).toBe("settled");
    }
    expect(wallet.orders).toHaveLength(2);
  });

  it.each(["forge", "unsigned", "astray"] as const)("that is none counts as none (%s)", async (fault) => {
    node = connect(SHORT_WAIT_MS);
    const one = await wanted();
    hide();
    wallet.fault = fault;
    expect((await pay(node, one)).kind).toBe("in_flight");
  });

  it("with the preimage of another payment settles nothing", async () => {
    wallet.fault = { result: { preimage: "00".repeat(32), fees_paid: 1 } };
    expect((await pay(node, await wanted())).kind).toBe("unknown");
  });

  it("without a fee takes it from the record", async () => {
    const { outcome } = wallet.methods;
    wallet.methods.outcome = (attempt) => {
      const { preimage } = outcome(attempt)["result"] as { readonly preimage: string };
      return { result: { preimage } };
    };
    expect(await pay(node, await wanted())).toMatchObject({ kind: "settled", fee: 1_500n });
  });

  it("counts also when the relay says that it took nothing", async () => {
    wallet.relay.refuses = true;
    expect((await pay(node, await wanted())).kind).toBe("settled");
  });

  it("is found among nonsense", async () => {
    await node.info();
    for (const text of ["no JSON", "[]", "{}", '["EVENT","s1",{}]', '["EVENT","s1",null]', '["EOSE"]', '["OK"]'])
      wallet.relay.shout(text);
    expect((await pay(node, await wanted())).kind).toBe("settled");
  });
});

describe("one attempt a hash", () => {
  it("orders nothing that the wallet has a record of, nor two of one hash together", async () => {
    const one = await wanted();
    wallet.fault = { lateMs: 50 };
    const outcomes = await Promise.all([pay(node, one), pay(node, one), pay(node, one)]);
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(["not_sent", "not_sent", "settled"]);
    expect(await pay(connect(), one)).toEqual({ kind: "not_sent", reason: "known_hash" });
    expect(wallet.orders).toEqual([one.invoice]);
  });

  it("orders nothing of another hash, nor with a fee limit that is too small", async () => {
    const [one, other] = [await wanted(), await wanted()];
    const least = feeReserve(msats(1_000_000n));
    const refused = { kind: "not_sent", reason: "refused" };
    expect(await pay(node, { ...one, paymentHash: other.paymentHash })).toMatchObject(refused);
    expect(await pay(node, { ...one, invoice: "lnbcrt1" })).toMatchObject(refused);
    expect(await pay(node, one, { feeLimit: msats(least - 1n) })).toMatchObject(refused);
    const tooLarge = msats(BigInt(Number.MAX_SAFE_INTEGER) + 1n);
    const limits = { amount: tooLarge, feeLimit: tooLarge };
    expect(await pay(node, one, limits)).toMatchObject({ ...refused, detail: expect.stringContaining("JSON") });
    expect((await pay(node, one, { feeLimit: least })).kind).toBe("settled");
    expect(wallet.orders).toHaveLength(1);
  });

  it("gives each request an end, so that no relay delivers it much later", async () => {
    await pay(node, await wanted());
    for (const { tags, created_at: at } of wallet.relay.published)
      expect(Number(tags.find(([name]) => name === "expiration")?.[1]) - at).toBe(60);
  });

  it("reserves 10 sat and 1 %, rounded up", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 14n), (amount) => {
        expect((feeReserve(msats(amount)) - 10_000n) * 100n).toBeGreaterThanOrEqual(amount);
        expect((feeReserve(msats(amount)) - 10_001n) * 100n).toBeLessThan(amount);
      }),
      { numRuns: inject("runs") * 100 },
    );
  });
});

describe("a wallet service is refused", () => {
  it.each(["pay_invoice", "make_invoice", "lookup_invoice", "list_transactions", "get_balance", "get_info"])(
    "that does not offer %s, by its name",
    async (method) => {
      wallet.methods.offered = wallet.methods.offered.filter((one) => one !== method);
      const said =
        method === "get_info"
          ? { message: expect.stringContaining("NOT_IMPLEMENTED: get_info") }
          : { message: expect.stringContaining(`does not offer ${method}`), why: "permission" };
      await expect(node.info()).rejects.toMatchObject(said);
      expect(await pay(node, await wanted())).toMatchObject({ kind: "not_sent", reason: "unreachable" });
      expect(wallet.orders).toEqual([]);
    },
  );

  it.each([["mainnet"], ["bitcoin"], [undefined]])(
    "with real money (%s) until the operator says yes",
    async (network) => {
      wallet.methods.network = network;
      await expect(node.info()).rejects.toThrow("operator's yes");
      expect(await pay(node, await wanted())).toMatchObject({ kind: "not_sent", reason: "unreachable" });
      wallet.write("mainnet yes");
      expect(await connect().info()).toMatchObject({ network: "mainnet" });
    },
  );

  it.each([
    ["UNAUTHORIZED", "credential"],
    ["RESTRICTED", "permission"],
  ])("that answers our key with %s, and this is said apart: %s", async (code, why) => {
    const { answer } = wallet.methods;
    wallet.methods.answer = (method, params) =>
      method === "get_info" ? errorOf(code, "because") : answer(method, params);
    await expect(node.info()).rejects.toMatchObject({ name: "NodeUnavailable", why });
    await expect(node.balances()).rejects.toMatchObject({ why });
    expect(await pay(node, await wanted())).toMatchObject({ kind: "not_sent", reason: "unreachable" });
  });

  it("that has presented itself on no relay, or on a network that is not known", async () => {
    wallet.methods.network = "moonnet";
    await expect(node.info()).rejects.toThrow("moonnet");
    wallet.relay.isClosed = true;
    await expect(connect().info()).rejects.toMatchObject({ why: "stranger" });
  });

  it("whose key is not the required one, though the hub's node is the same", async () => {
    const { nodeId } = await node.info();
    expect(nodeId).toBe(`02${wallet.key}`);
    expect(nodeId).not.toBe(wallet.node.report.nodeId);
    node.requireNode(`02${KEY}`);
    await expect(node.balances()).rejects.toThrow("another wallet service");
  });
});

describe("the address", () => {
  const relay = "relay=wss%3A%2F%2Frelay.example.com";
  it.each([
    "",
    "nostr+walletconnect://short?relay=wss%3A%2F%2Fr.example.com&secret=11",
    `nostr+walletconnect://${KEY}?${relay}`,
    `https://${KEY}?${relay}&secret=${KEY}`,
    `nostr+walletconnect://${KEY}?secret=${KEY}`,
    `nostr+walletconnect://${KEY}?relay=ws%3A%2F%2Frelay.example.com&secret=${KEY}`,
    `nostr+walletconnect://${KEY}?relay=ws%3A%2F%2F127.0.0.1.example.com&secret=${KEY}`,
    `nostr+walletconnect://${KEY}?${relay}&relay=http%3A%2F%2Fr.example.com&secret=${KEY}`,
  ])("that is none is refused, and not repeated: %s", (text) => {
    expect(() => parseAddress(text)).toThrow(NodeUnavailable);
    expect(() => parseAddress(text)).not.toThrow(KEY);
  });

  it("has a key, relays and a secret, and a yes only in a line of its own", () => {
    const text = `nostr+walletconnect://${KEY}?${relay}&relay=ws%3A%2F%2F127.0.0.1%3A7777&secret=${"22".repeat(32)}`;
    const relays = ["wss://relay.example.com", "ws://127.0.0.1:7777"];
    expect(parseAddress(`${text}\n`)).toMatchObject({ service: KEY, relays, mainnet: false });
    expect(parseAddress(`${text}\n\n mainnet yes \n`).mainnet).toBe(true);
    expect(parseAddress(`${text}\n# mainnet yes`).mainnet).toBe(false);
  });

  it("takes the next relay when the first is away, and says when the file is", async () => {
    const query = new URLSearchParams({ secret: KEY });
    for (const url of ["ws://127.0.0.1:1", wallet.relay.url]) query.append("relay", url);
    writeFileSync(wallet.credentialFile, `nostr+walletconnect://${wallet.key}?${query}`);
    expect((await node.info()).nodeId).toBe(`02${wallet.key}`);
    const lost = connectNwcNode({ credentialFile: `${wallet.credentialFile}.gone`, clock: machineClock });
    await expect(lost.info()).rejects.toMatchObject({
      why: "file",
      message: expect.stringContaining("cannot be read"),
    });
  });
});

it.each([
  [TAGS, "nip44_v2"],
  [[], undefined],
  [[["encryption", "nip04"]], undefined],
])("encrypts as the service takes it (%j), notifications included", async (tags, name) => {
  wallet.present(tags);
  expect((await pay(node, await wanted())).kind).toBe("settled");
  const { tags: sent = [] } = wallet.relay.published.at(-1) ?? {};
  expect(sent.find(([tag]) => tag === "encryption")?.[1]).toBe(name);
  const coming = node.received("", 20_000);
  const { invoice, paymentHash } = await invoiceOf(node, 1_000n);
  await wallet.receive(invoice);
  expect(await coming).toMatchObject([{ paymentHash }]);
});

describe("a transaction", () => {
  it.each([
    [{ state: "failed", preimage: undefined }, "failed"],
    [{ state: "failed", preimage: "00".repeat(32) }, "failed"],
    [{ state: "failed" }, "in_flight"], // it has the preimage
    [{ state: "pending" }, "in_flight"],
    [{ state: "accepted" }, "in_flight"],
    [{ state: "expired" }, "in_flight"],
    [{ state: undefined }, "settled"],
    [{ state: undefined, preimage: undefined }, "in_flight"],
    [{ type: "incoming" }, "not_found"],
  ])("that was sent is what it says: %j", async (item, kind) => {
    const one = await wanted();
    await pay(node, one);
    wallet.methods.bend = (all) => ({ ...all, ...item });
    expect(await state(one)).toBe(kind);
  });

  it.each([
    [{}, "settled"],
    [{ state: undefined }, "settled"],
    [{ state: undefined, settled_at: undefined }, "unpaid"],
    [{ state: "accepted" }, "held"],
    [{ state: "expired" }, "unpaid"],
    [{ state: "pending" }, "unpaid"],
    [{ type: "outgoing" }, "not_found"],
  ])("that was received is what it says: %j", async (item, kind) => {
    const { invoice, paymentHash } = await invoiceOf(node, 1_000n);
    await wallet.receive(invoice);
    wallet.methods.bend = (all) => ({ ...all, ...item });
    expect((await node.lookupIncoming(paymentHash)).kind).toBe(kind);
  });

  it.each([
    { preimage: "00".repeat(32) },
    { preimage: undefined },
    { fees_paid: -1 },
    { fees_paid: "1" },
    { payment_hash: KEY },
    { payment_hash: undefined },
  ])("of nonsense is none: %j", async (item) => {
    const one = await wanted();
    await pay(node, one);
    wallet.methods.bend = (all) => ({ ...all, ...item });
    await expect(node.lookupOutgoing(one.paymentHash)).rejects.toThrow(NodeUnavailable);
  });
});

describe("the clock of the wallet service", () => {
  it.each([300, -300, 0])("is %i seconds ahead, by the time in its reply", async (aheadS) => {
    wallet.setClock(aheadS);
    await expectAhead(node, aheadS * 1_000);
  });

  it.each([0.5, 1e15])("says nothing when it is %d seconds ahead", async (aheadS) => {
    wallet.setClock(aheadS);
    expect((await node.info()).clock).toBeUndefined();
  });
});

it("has an open invoice until it is paid, and none that has expired", async () => {
  expect(await node.hasOpenInvoices()).toBe(false);
  const { invoice } = await invoiceOf(node, 1_000_000n);
  expect(await node.hasOpenInvoices()).toBe(true);
  await wallet.receive(invoice);
  expect(await node.hasOpenInvoices()).toBe(false);
  await invoiceOf(node, 1_000_000n);
  for (const changes of [{ state: "expired" }, { state: "failed" }, { expires_at: 1_700_000_000 }]) {
    wallet.methods.bend = (item) => ({ ...item, ...changes });
    expect(await node.hasOpenInvoices()).toBe(false);
  }
  wallet.methods.bend = ({ invoice: _, ...item }) => item;
  expect(await node.hasOpenInvoices()).toBe(true);
});
