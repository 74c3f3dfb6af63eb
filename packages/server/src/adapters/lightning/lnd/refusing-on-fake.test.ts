import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { type LightningNode, NodeUnavailable } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { clockConforms } from "../conformance/clock.harness.ts";
import { allReceipts, invoiceOf } from "../conformance/counterparty.harness.ts";
import { connectLndNode } from "./lnd.ts";
import { NEEDLESS } from "./needless.ts";
import { NEEDED } from "./permissions.ts";
import { ALL_PERMISSIONS, type FakeLnd } from "./testing/fake-lnd.harness.ts";
import { type Fault, fails, nonsense } from "./testing/faults.harness.ts";
import { RpcError } from "./testing/fields.harness.ts";
import { allowAllBut, callsOf, type Pair, pairsOfEachTest, wantedFrom } from "./testing/pair.harness.ts";

const given = pairsOfEachTest();

const HASH = new Uint8Array(32).fill(7);

type Call = (pair: Pair) => Promise<unknown>;

/** Calls of the port, and those of LND without whose permission each cannot answer. */
const NEEDS: readonly (readonly [string, Call, readonly string[]])[] = [
  ["info", ({ node }) => node.info(), ["GetInfo", "ListChannels", "PendingChannels"]],
  ["createInvoice", ({ node }) => invoiceOf(node, 1_000n), ["AddInvoice"]],
  ["cancelInvoice", ({ lnd, node }) => node.cancelInvoice(openOf(lnd)), ["CancelInvoice"]],
  ["lookupIncoming", ({ node }) => node.lookupIncoming(HASH), ["LookupInvoice"]],
  ["lookupOutgoing", ({ node }) => node.lookupOutgoing(HASH), ["TrackPaymentV2"]],
  ["balances", ({ node }) => node.balances(), ["ChannelBalance", "ListChannels", "PendingChannels", "WalletBalance"]],
  ["received", ({ node }) => allReceipts(node, ""), ["ListInvoices", "SubscribeInvoices"]],
  ["outgoing", ({ node }) => node.outgoing(""), ["ListPayments"]],
];

/** What LND 0.21.3 says of a macaroon that it does not take, all with code 2: by its source, and as it was seen. */
const NOT_TAKEN = [
  "verification failed: signature mismatch after caveat verification",
  "cannot retrieve macaroon: cannot get macaroon: root key with id 7 doesn't exist",
  "expected 1 macaroon, got 0",
  'caveat "time-before 2026-01-01T00:00:00Z" not satisfied: macaroon has expired',
  'caveat "ipaddr 10.0.0.1" not satisfied: macaroon locked to different IP address',
  "cannot determine data format of binary-encoded macaroon",
  "unknown macaroon version: 1",
];

/** The hash of an invoice that is not paid. */
function openOf({ now }: FakeLnd): Uint8Array {
  const { r_hash } = now.invoices.add({ value_msat: 1_000n }) as { readonly r_hash: Buffer };
  return r_hash;
}

describe("a macaroon", () => {
  it.each(NEEDS)("without a permission that %s needs keeps it from answering", async (_, call, needs) => {
    const pair = await given();
    pair.lnd.now.invoices.keysend(1_000n);
    for (const name of needs) {
      await allowAllBut(pair, name);
      await expect(call(pair), name).rejects.toThrow(NodeUnavailable);
    }
    await allowAllBut(pair);
    await expect(call(pair)).resolves.toBeDefined();
  });

  it.each(["GetInfo", "ListChannels", "PendingChannels"])(
    "without %s says that this permission is lacking",
    async (name) => {
      const pair = await given();
      await allowAllBut(pair, name);
      const message = `the credential lacks /lnrpc.Lightning/${name}`;
      await expect(pair.node.info()).rejects.toMatchObject({ name: "NodeUnavailable", why: "permission", message });
    },
  );

  it("without the permission to send refuses a payment, with the node's words, and nothing has left", async () => {
    const pair = await given();
    const { request, paymentHash } = await wantedFrom(pair.lnd);
    await allowAllBut(pair, "SendPaymentV2");
    const outcome = await pair.node.pay(request);
    expect(outcome).toMatchObject({
      kind: "not_sent",
      reason: "refused",
      detail: expect.stringMatching("permission denied"),
    });
    expect(await pair.node.lookupOutgoing(paymentHash)).toEqual({ kind: "not_found" });
  });

  it("of another node, damaged or revoked lets nothing through", async () => {
    const pair = await given();
    const { request } = await wantedFrom(pair.lnd);
    const { lnd, node } = pair;
    lnd.macaroons.revoke(await lnd.allow(ALL_PERMISSIONS));
    expect(["refused", "unreachable", "unknown"]).toContain(await reasonOf(node.pay(request)));
    await expect(node.info()).rejects.toMatchObject({ why: "credential" });
    expect(await lnd.counterparty.receivedMsats(request.paymentHash)).toBe(0n);
  });

  it("is compared with what is needed and what is not", async () => {
    const pair = await given();
    const { node } = pair;
    await allowAllBut(pair);
    expect(await node.permissions()).toMatchObject({ lacking: [], needless: [] });

    await allowAllBut(pair, "TrackPayments", "FundPsbt");
    expect((await node.permissions())?.lacking.map(({ name, neededFor }) => [name, neededFor])).toEqual([
      [expect.stringMatching("TrackPayments"), "service"],
      [expect.stringMatching("FundPsbt"), "onchain"],
    ]);

    await pair.lnd.allow(ALL_PERMISSIONS);
    await pair.lnd.restart();
    const admin = await node.permissions();
    expect(admin?.lacking).toEqual([]);
    for (const name of ["DeletePayment", "DeleteAllPayments", "SendCoins", "OpenChannel", "BakeMacaroon"])
      expect(admin?.needless.join()).toMatch(name);
    for (const kind of ["signer:generate", "offchain:write", "macaroon:generate"])
      expect(admin?.needless).toContain(kind);
  });

  it("that may also do what is never needed may do too much, call by call and by kinds", async () => {
    const pair = await given();
    const uris = Object.values(NEEDED).flatMap((rights) => rights.map((one) => `uri:${one.name}`));
    const needlessOf = async (more: readonly string[]) => {
      await pair.lnd.allow([...uris, ...more]);
      await pair.lnd.restart();
      return (await pair.node.permissions())?.needless ?? [];
    };
    const names = NEEDLESS.map(({ name }) => name);
    expect(await needlessOf(names.map((name) => `uri:${name}`))).toEqual(names);
    for (const kinds of new Set(NEEDLESS.map(({ needs }) => needs.join(" ")))) {
      const byKinds = NEEDLESS.filter(({ needs }) => needs.every((need) => kinds.split(" ").includes(need)));
      const expected = [...byKinds.map(({ name }) => name), ...kinds.split(" ")];
      expect((await needlessOf(kinds.split(" "))).toSorted()).toEqual(expected.toSorted());
    }
  });

  it("that may also do what no list of ours has may do too much", async () => {
    const pair = await given();
    const uris = Object.values(NEEDED).flatMap((rights) => rights.map((one) => `uri:${one.name}`));
    await pair.lnd.allow([...uris, "uri:/newrpc.New/SendEverything", "peers:read"]);
    await pair.lnd.restart();
    expect((await pair.node.permissions())?.needless.toSorted()).toEqual(["/newrpc.New/SendEverything", "peers:read"]);
  });

  it("lacks nothing because the node ends while it is asked", async () => {
    const pair = await given();
    await allowAllBut(pair);
    const ending = fails(new RpcError(2, "server is shutting down"));
    pair.lnd.always("CheckMacaroonPermissions", ending);
    await expect(pair.node.permissions()).rejects.toThrow(NodeUnavailable);
    pair.lnd.always("CheckMacaroonPermissions", undefined);
    expect(await pair.node.permissions()).toMatchObject({ lacking: [], needless: [] });
  });

  it("without rights on the chain still shows what the node holds, also while others keep coins of its wallet", async () => {
    const pair = await given();
    const { wallet } = pair.lnd.now;
    const [coin] = wallet.coins();
    if (coin === undefined) throw new Error("no coin");
    const { onchain } = await pair.node.balances();
    wallet.leases.set(`${coin.txid}:${coin.index}`, { id: Buffer.alloc(32), untilS: wallet.nowS() + 600n });
    expect((await pair.node.balances()).onchain).toBe(onchain);
    await allowAllBut(pair, ...NEEDED.onchain.map(({ name }) => name.slice(name.lastIndexOf("/") + 1)));
    expect((await pair.node.balances()).onchain).toBe(onchain - coin.sats * 1_000n);
  });

  it("that may not ask what it may do says so", async () => {
    const pair = await given();
    await allowAllBut(pair, "CheckMacaroonPermissions");
    expect(await pair.node.permissions()).toMatchObject({ lacking: [], needless: [], isHidden: true });
  });
});

describe("the clock of a node", () => {
  clockConforms(async () => {
    const { lnd, node } = await given();
    return {
      node,
      say(said) {
        lnd.clockSays = said;
      },
    };
  });
});

describe("a node that is not ready", () => {
  it.each(["WAITING_TO_START", "LOCKED", "UNLOCKED", "RPC_ACTIVE"] as const)(
    "%s: sends nothing, and says why",
    async (state) => {
      const { lnd, node } = await given();
      const { request, paymentHash } = await wantedFrom(lnd);
      lnd.state = state;
      const outcome = await node.pay(request);
      expect(outcome.kind).toBe("not_sent");
      expect(["refused", "unreachable"]).toContain(outcome.kind === "not_sent" && outcome.reason);
      const words = state === "LOCKED" ? /locked/ : /start/;
      await expect(node.info()).rejects.toThrow(words);
      await expect(node.info()).rejects.toMatchObject({ why: state === "LOCKED" ? "locked" : "starting" });
      await expect(node.lookupOutgoing(paymentHash)).rejects.toThrow(NodeUnavailable);

      lnd.state = "SERVER_ACTIVE";
      expect(await node.lookupOutgoing(paymentHash)).toEqual({ kind: "not_found" });
      expect((await node.pay(request)).kind).toBe("settled");
    },
  );

  it("fails a payment while its peer is away, and says that our channels could not carry it", async () => {
    const { lnd, node } = await given();
    for (const channel of lnd.now.channels.all) channel.isActive = false;
    const { request } = await wantedFrom(lnd);
    expect(await node.pay(request)).toEqual({ kind: "failed", reason: "insufficient_liquidity" });
    expect((await node.info()).usableChannels).toBe(0);
  });

  it("says that it does not follow the chain", async () => {
    const { lnd, node } = await given();
    lnd.now.node.isSynced = false;
    expect((await node.info()).synced).toBe(false);
  });

  it("that has not heard of the graph says so, and pays where it knows a way", async () => {
    const { lnd, node } = await given();
    lnd.now.node.knowsGraph = false;
    expect(await node.info()).toMatchObject({ synced: true, knowsGraph: false });
    const { request } = await wantedFrom(lnd);
    expect((await node.pay(request)).kind).toBe("settled");
  });
});

describe("what stands behind the address", () => {
  it("may have a new certificate, which is read from its file; one that is not there is refused", async () => {
    const { lnd, node } = await given();
    expect((await node.info()).synced).toBe(true);
    await lnd.renewCertificate();
    expect((await node.info()).synced).toBe(true);
    const { request } = await wantedFrom(lnd);
    expect((await node.pay(request)).kind).toBe("settled");

    await lnd.renewCertificate({ isKeptSecret: true });
    await expect(node.balances()).rejects.toThrow(NodeUnavailable); // what was open has ended
    const other = await wantedFrom(lnd);
    expect(await node.pay(other.request)).toMatchObject({ kind: "not_sent", reason: "unreachable" });
    await expect(node.info()).rejects.toMatchObject({ why: "certificate" });
    expect(callsOf(lnd, "SendPaymentV2")).toBe(1);
  });

  it.each<[string, Fault, "stranger" | "credential" | undefined]>([
    ["a proxy with no node behind it", nonsense("<html>502 Bad Gateway</html>", { status: 502 }), "stranger"],
    ["a page", nonsense("<html>Welcome</html>"), "stranger"],
    ["a server without LND's paths", fails(new RpcError(5, "Not Found")), "stranger"],
    ["a node whose chain backend is away", fails(new RpcError(2, "unable to get best block info: EOF")), undefined],
    ...NOT_TAKEN.map((words): [string, Fault, "credential"] => [
      `a node that says ${words}`,
      fails(new RpcError(2, words)),
      "credential",
    ]),
  ])("may be %s, which is said apart, and nothing has left", async (_, fault, why) => {
    const { lnd, node } = await given();
    const { request } = await wantedFrom(lnd);
    lnd.next("GetInfo", fault, fault);
    await expect(node.info()).rejects.toMatchObject({ name: "NodeUnavailable", why });
    expect(await node.pay(request)).toMatchObject({ kind: "not_sent", reason: "unreachable" });
    expect((await node.pay(request)).kind).toBe("settled");
  });

  it("may be something without TLS, and a file of ours may be gone: that is not another certificate", async () => {
    const { lnd } = await given();
    const plain = createServer((_, response) => response.end()).listen(0, "127.0.0.1");
    await once(plain, "listening");
    const { port } = plain.address() as AddressInfo;
    const why = async (changes: object) => {
      const node = connectLndNode({ ...lnd.address, ...changes, clock: machineClock });
      const info = node.info();
      await expect(info).rejects.toBeInstanceOf(NodeUnavailable);
      await node.close();
      return await info.catch((error: NodeUnavailable) => error.why);
    };
    const said = {
      plain: await why({ host: "127.0.0.1", port }),
      certFile: await why({ certFile: "/nowhere/tls.cert" }),
      credentialFile: await why({ credentialFile: "/nowhere/leyden.macaroon" }),
    };
    plain.close();
    expect(said).toEqual({ plain: "stranger", certFile: "file", credentialFile: "file" });
  });

  it("must be the required node: another one does nothing and says nothing, also between two calls", async () => {
    const { lnd, node } = await given();
    const { nodeId } = await node.info();
    node.requireNode(nodeId);
    await invoiceOf(node, 1_000n);

    await lnd.replace();

    for (const call of [
      () => invoiceOf(node, 1_000n),
      () => node.lookupOutgoing(HASH),
      () => node.lookupIncoming(HASH),
      () => node.balances(),
      () => node.received("", 0),
      () => node.outgoing(""),
    ])
      await expect(call()).rejects.toThrow(NodeUnavailable);
    // last: on a connection whose end has not been seen yet its outcome would be unknown
    const { request } = await wantedFrom(lnd);
    expect(await node.pay(request)).toMatchObject({ kind: "not_sent", reason: "unreachable" });
    expect([lnd.now.payments.all, lnd.now.invoices.all]).toEqual([[], []]);
    const other = (await node.info()).nodeId;
    expect(other).not.toBe(nodeId);
    node.requireNode(other);
    expect((await node.pay(request)).kind).toBe("settled");
  });

  it("has money to the msat, whatever its commitment fee says", async () => {
    const { lnd, node } = await given();
    const before = await node.balances();
    expect(before.commitFees).toBe(6_940_000n);
    let spent = 0n;
    for (const amount of [1_234_567n, 999n, 1_000_001n, 1n]) {
      const { request } = await wantedFrom(lnd, { msats: amount });
      const outcome = await node.pay(request);
      spent += amount + (outcome.kind === "settled" ? outcome.fee : 0n);
      const { channels, commitFees } = await node.balances();
      expect([before.channels - channels, commitFees]).toEqual([spent, before.commitFees]);
    }
    expect(spent).toBe(2_235_568n + 4_000n + 123n + 100n);
    const other = lnd.now.channels.open({ capacitySats: 1_000_000n, localSats: 400_000n, isOurs: false });
    lnd.now.channels.open({ capacitySats: 2_000_000n, localSats: 0n, isOurs: false });
    const { channels, commitFees } = await node.balances();
    expect([channels, commitFees]).toEqual([before.channels - spent + other.local, before.commitFees]);
  });
});

async function reasonOf(paid: ReturnType<LightningNode["pay"]>): Promise<string> {
  const outcome = await paid;
  return outcome.kind === "not_sent" ? outcome.reason : outcome.kind;
}

it("has an open invoice until it is paid, or is cancelled", async () => {
  const { lnd, node } = await given();
  expect(await node.hasOpenInvoices()).toBe(false);
  const { invoice } = await invoiceOf(node, 1_000_000n);
  expect(await node.hasOpenInvoices()).toBe(true);
  await lnd.counterparty.pay(invoice);
  expect(await node.hasOpenInvoices()).toBe(false);
  const { paymentHash } = await invoiceOf(node, 1_000_000n);
  expect(await node.hasOpenInvoices()).toBe(true);
  await node.cancelInvoice(paymentHash);
  expect(await node.hasOpenInvoices()).toBe(false);
});
