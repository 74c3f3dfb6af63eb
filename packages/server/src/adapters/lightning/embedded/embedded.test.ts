import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ONCHAIN_KEPT_MS as nodeKeepsMs, CONFLICT_BLOCKS as nodeWaitsBlocks } from "@leyden/regtest";
import { afterEach, describe, expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { CLTV_LIMIT_BLOCKS, CONFLICT_BLOCKS, type LightningNode, NodeUnavailable, ONCHAIN_KEPT_MS } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { connectEmbeddedNode } from "./embedded.ts";

const NOBODY_LISTENS = "http://127.0.0.1:1";
const ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

describe("an embedded node that answers nonsense", () => {
  const opened: { close(): void }[] = [];
  afterEach(() => {
    for (const server of opened.splice(0)) server.close();
  });

  /** A node in whose place `body` answers every call. */
  async function nodeAnswering(
    body: string,
    status = 200,
    received: (body: string) => void = () => undefined,
  ): Promise<LightningNode> {
    const server = createServer(async (request, response) => {
      received(Buffer.concat(await request.toArray()).toString("utf8"));
      response.writeHead(status).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const node = connectEmbeddedNode({ url: `http://127.0.0.1:${port}`, token: "token", clock: machineClock });
    opened.push({
      close() {
        void node.close();
        server.close();
      },
    });
    return node;
  }

  const draft = () => ({
    invoice: "lnbcrt1",
    paymentHash: new Uint8Array(32),
    amount: undefined,
    feeLimit: msats(1n),
    cltvLimitBlocks: 1_008,
    expiresAt: new Date(Date.now() + 60_000),
    deadlineMonotonicMs: machineClock.monotonicMs() + 60_000,
    onReference: () => undefined,
  });

  it.each([
    ["an error", "{}", 500],
    ["no JSON", "<html>", 200],
    ["no outcome", "{}", 200],
    ["an unknown outcome", '{"kind":"probably"}', 200],
    ["a failure without a reason", '{"kind":"failed"}', 200],
    ["a success without a preimage", '{"kind":"settled","feeMsats":"1"}', 200],
    ["a negative fee", `{"kind":"settled","preimage":"${"00".repeat(32)}","feeMsats":"-1"}`, 200],
    ["a fee that is a number", `{"kind":"settled","preimage":"${"00".repeat(32)}","feeMsats":1}`, 200],
    ["a short preimage", '{"kind":"settled","preimage":"00","feeMsats":"1"}', 200],
    ["more than any answer is long", `"${"x".repeat(2_000_000)}"`, 200],
  ])("leaves a payment unknown: %s", async (_, body, status) => {
    expect((await (await nodeAnswering(body, status)).pay(draft())).kind).toBe("unknown");
  });

  it("is a stranger when it speaks no JSON", async () => {
    await expect((await nodeAnswering("<html>")).info()).rejects.toMatchObject({ why: "stranger" });
  });

  it("hands the limits of a payment to the node", async () => {
    const bodies: string[] = [];
    const node = await nodeAnswering('{"kind":"in_flight"}', 200, (body) => bodies.push(body));
    await node.pay(draft());
    expect(JSON.parse(bodies[0] ?? "")).toMatchObject({ feeLimitMsats: "1", cltvLimitBlocks: CLTV_LIMIT_BLOCKS });
  });

  const built = { kind: "built", txid: "ab".repeat(32), transaction: "0200", feeMsats: "282000" };
  it.each([
    {},
    { ...built, txid: "ab".repeat(31) },
    { ...built, txid: "AB".repeat(32) },
    { ...built, transaction: "" },
    { ...built, transaction: "020" },
    { ...built, transaction: "zz" },
    { ...built, transaction: 2 },
    { ...built, feeMsats: "-1" },
    { ...built, feeMsats: "9223372036854775808" },
    { ...built, feeMsats: 282_000 },
    { kind: "refused", reason: "because" },
  ])("takes no transaction that is none (%j)", async (answer) => {
    const node = await nodeAnswering(JSON.stringify(answer));
    const draft = { address: ADDRESS, amount: msats(1_000_000n), feeLimit: msats(1n), reference: "one" };
    await expect(node.buildOnchain(draft)).rejects.toThrow(NodeUnavailable);
  });

  it("hands a request for the chain to the node, and reads what it built", async () => {
    const bodies: string[] = [];
    const node = await nodeAnswering(JSON.stringify(built), 200, (body) => bodies.push(body));
    const draft = { address: ADDRESS, amount: msats(1_000_000n), feeLimit: msats(300_000n), reference: "one" };
    const transaction = Uint8Array.of(2, 0);
    expect(await node.buildOnchain(draft)).toEqual({ kind: "built", txid: built.txid, transaction, fee: 282_000n });
    const sent = { address: ADDRESS, amountMsats: "1000000", feeLimitMsats: "300000", reference: "one" };
    expect(JSON.parse(bodies[0] ?? "")).toEqual(sent);
  });

  it.each([
    '{"kind":"confirmed"}',
    '{"kind":"confirmed","confirmations":0}',
    '{"kind":"confirmed","confirmations":1.5}',
    '{"kind":"lost"}',
    '{"kind":"fee","feeMsats":"1.5"}',
    '{"result":"perhaps"}',
  ])("takes no nonsense for the state of a transaction (%s)", async (body) => {
    const node = await nodeAnswering(body);
    const request = { address: ADDRESS, amount: msats(1_000_000n) };
    await expect(node.lookupOnchain("ab".repeat(32))).rejects.toThrow(NodeUnavailable);
    await expect(node.estimateOnchain(request)).rejects.toThrow(NodeUnavailable);
    await expect(node.publishOnchain(Uint8Array.of(2), "one")).rejects.toThrow(NodeUnavailable);
  });

  const { kind: _, ...bytes } = built;
  const published = { ...bytes, reference: "one", state: { kind: "pending" } };

  it.each([
    { ...published, state: { kind: "lost" } },
    { ...published, state: undefined },
    { ...published, reference: undefined },
    { ...published, txid: "ab" },
    { ...published, feeMsats: "-1" },
  ])("takes no list of nonsense for what was published (%j)", async (one) => {
    const node = await nodeAnswering(JSON.stringify({ published: [one] }));
    await expect(node.listOnchain(new Date(0))).rejects.toThrow(NodeUnavailable);
  });

  it("ends when a node lists transactions without an end", async () => {
    const page = Array.from({ length: 1_000 }, () => published);
    const node = await nodeAnswering(JSON.stringify({ published: page }));
    await expect(node.listOnchain(new Date(0))).rejects.toThrow("without an end");
  });

  it("keeps coins as long, and waits for blocks as deep, as the service counts on", () => {
    expect([nodeKeepsMs, nodeWaitsBlocks]).toEqual([ONCHAIN_KEPT_MS, CONFLICT_BLOCKS]);
  });

  it.each(["expired", "deadline", "known_hash"] as const)("reports what the node has not sent (%s)", async (reason) => {
    const node = await nodeAnswering(JSON.stringify({ kind: "not_sent", reason }));
    expect(await node.pay(draft())).toEqual({ kind: "not_sent", reason });
  });

  it("reports that nothing was sent when no connection stood", async () => {
    const node = connectEmbeddedNode({ url: NOBODY_LISTENS, token: "token", clock: machineClock });
    expect(await node.pay(draft())).toMatchObject({ kind: "not_sent", reason: "unreachable" });
    await node.close();
  });

  it.each(["mainnet", "testnet", "signet"])("refuses %s", async (network) => {
    const channels = { htlcSlots: 1, usableChannels: 1, sendableMsats: "1000", receivableMsats: "1000" };
    const info = { nodeId: "02", instanceId: "i", synced: true, blockHeight: 1, ...channels };
    const node = await nodeAnswering(JSON.stringify({ ...info, network }));
    await expect(node.info()).rejects.toThrow(NodeUnavailable);
  });

  it("throws NodeUnavailable for every other call", async () => {
    const node = await nodeAnswering("[]");
    const description = { kind: "text", text: "" } as const;
    await expect(node.balances()).rejects.toThrow(NodeUnavailable);
    await expect(node.received("", 0)).rejects.toThrow(NodeUnavailable);
    await expect(node.finished("", 0)).rejects.toThrow(NodeUnavailable);
    await expect(node.outgoing("")).rejects.toThrow(NodeUnavailable);
    await expect(node.lookupOutgoing(new Uint8Array(32))).rejects.toThrow(NodeUnavailable);
    await expect(node.lookupIncoming(new Uint8Array(32))).rejects.toThrow(NodeUnavailable);
    await expect(node.cancelInvoice(new Uint8Array(32))).rejects.toThrow(NodeUnavailable);
    await expect(node.createInvoice({ amount: msats(1n), description, expirySeconds: 1 })).rejects.toThrow(
      NodeUnavailable,
    );
  });
});
