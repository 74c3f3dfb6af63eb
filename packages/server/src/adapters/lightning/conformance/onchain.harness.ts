import { randomBytes } from "node:crypto";
import { p2pkh, p2sh, p2tr, p2wpkh, p2wsh, TEST_NETWORK, Transaction } from "@scure/btc-signer";
import { pubECDSA, pubSchnorr } from "@scure/btc-signer/utils.js";
import { expect, it } from "vitest";
import { msats, sats } from "#kernel/money.ts";
import { type LightningNode, NodeUnavailable, type OnchainBuildRequest, type OnchainBuilt } from "#lightning";
import { parseBitcoinAddress } from "#protocol/bitcoin-address.ts";
import { parseBitcoinTransaction } from "#protocol/bitcoin-transaction.ts";
import type { Conformance } from "./counterparty.harness.ts";

const FEE_LIMIT = sats(20_000n);
const UNKNOWN_TXID = "07".repeat(32);
const REGTEST = { ...TEST_NETWORK, bech32: "bcrt" };

type AddressKind = "pkh" | "sh" | "wpkh" | "wsh" | "tr";
type Built = Extract<OnchainBuilt, { readonly kind: "built" }> & { readonly reference: string };

/**
 * What every adapter has to do that pays addresses of the chain. The wallet holds at least two confirmed coins at the
 * start of each case.
 */
export function onchainConforms(world: () => Conformance): void {
  const test = (name: string, check: (world: Conformance) => Promise<void>) =>
    it(name, async () => {
      if (world().node.capabilities.onchain) await check(world());
    });

  for (const kind of ["pkh", "sh", "wpkh", "wsh", "tr"] as const)
    test(`pays an address (${kind}) exactly the amount, and the balance falls by it and the fee`, async (world) => {
      const { node } = world;
      const request = requestOf({ address: freshAddress(kind) });
      const before = await node.balances();
      const estimate = await node.estimateOnchain(request);

      const built = await build(node, request);

      expect(built.fee).toBeGreaterThan(0n);
      expect(built.fee).toBeLessThanOrEqual(request.feeLimit);
      if (estimate.kind !== "fee") throw new Error("no estimate");
      expect(built.fee * 4n).toBeLessThan(estimate.fee * 5n);
      expect(built.fee * 4n).toBeGreaterThan(estimate.fee * 3n);
      const read = parseBitcoinTransaction(built.transaction);
      expect(read.txid).toBe(built.txid);
      const { script } = parseBitcoinAddress(request.address, "regtest");
      expect(read.outputs.filter((output) => Buffer.compare(output.script, script) === 0)).toEqual([
        { sats: request.amount / 1_000n, script },
      ]);

      expect(await publish(node, built)).toBe("taken");
      const fallen = async () => before.onchain - (await node.balances()).onchain;
      expect(await fallen()).toBe(request.amount + built.fee);
      await confirm(world, built);
      expect(await world.chain.receivedAt(request.address)).toBe(request.amount);
      expect(await fallen()).toBe(request.amount + built.fee);
    });

  test("publishes nothing before it is asked to, and knows nothing of what is not published", async (world) => {
    const { node } = world;
    const request = requestOf();
    const before = await node.balances();
    const built = await build(node, request);

    await world.chain.mine(2);

    expect(await node.lookupOnchain(built.txid)).toEqual({ kind: "not_found" });
    expect(await world.chain.receivedAt(request.address)).toBe(0n);
    expect(await node.balances()).toEqual(before);
    expect(await publish(node, built)).toBe("taken");
    await confirm(world, built);
  });

  test("lists what it published, under its reference, also after a start, and nothing that it only built", async (world) => {
    const { node } = world;
    const since = new Date(Date.now() - 60_000);
    const built = await build(node, requestOf());
    const listed = async () => (await node.listOnchain(since)).filter(({ txid }) => txid === built.txid);
    expect(await listed()).toEqual([]);
    expect(await publish(node, built)).toBe("taken");
    const { txid, transaction, fee, reference } = built;
    const one = { txid, transaction, fee, reference };
    expect(await listed()).toEqual([{ ...one, confirmations: 0 }]);
    await world.restart();
    expect(await listed()).toEqual([{ ...one, confirmations: 0 }]);
    await confirm(world, built);
    expect(await listed()).toEqual([{ ...one, confirmations: 1 }]);
  });

  test("is refused by the fee limit, and then keeps no coins", async (world) => {
    const request = requestOf({ feeLimit: msats(1_000n) });
    expect(await world.node.buildOnchain(request)).toEqual({ kind: "refused", reason: "fee_limit" });
    const built = await build(world.node, { ...request, feeLimit: FEE_LIMIT });
    expect(await publish(world.node, built)).toBe("taken");
    await confirm(world, built);
  });

  test("says that it holds too little", async ({ node }) => {
    const { onchain } = await node.balances();
    const request = requestOf({ amount: msats(onchain - (onchain % 1_000n)) });
    expect(await node.estimateOnchain(request)).toEqual({ kind: "insufficient" });
    expect(await node.buildOnchain(request)).toEqual({ kind: "refused", reason: "insufficient" });
  });

  test("leaves in the wallet what its channels need, and keeps no coins of what it refuses for that", async (world) => {
    const { node } = world;
    const { onchain, reserve } = await node.balances();
    if (reserve === 0n) return;
    const most = onchain - reserve;
    const request = requestOf({ amount: msats(most - (most % 1_000n)) }); // without its fee it would leave enough
    expect(await node.estimateOnchain(request)).toEqual({ kind: "insufficient" });
    expect(await node.buildOnchain(request)).toEqual({ kind: "refused", reason: "insufficient" });
    const less = { ...request, amount: msats(request.amount - FEE_LIMIT), feeLimit: msats(1_000n) };
    expect(await node.estimateOnchain(less)).toMatchObject({ kind: "fee" });
    expect(await node.buildOnchain(less)).toEqual({ kind: "refused", reason: "fee_limit" });
  });

  test("gives one transaction for a reference, however often and whenever it is asked", async (world) => {
    const { node } = world;
    const request = requestOf();

    const [built, ...others] = await Promise.all([build(node, request), build(node, request), build(node, request)]);

    for (const other of others) expect(other).toEqual(built);
    const question = { ...request, feeLimit: msats(0n) };
    for (const unpublished of [question, { ...requestOf(), feeLimit: msats(0n) }])
      expect(await node.buildOnchain(unpublished)).toEqual({ kind: "refused", reason: "fee_limit" });
    expect(await publish(node, built)).toBe("taken");
    expect(await build(node, request)).toEqual(built);
    expect(await build(node, question)).toEqual(built);
    await confirm(world, built);
    expect(await build(node, request)).toEqual(built);
    expect(await build(node, question)).toEqual(built);
    for (const other of [{ amount: sats(60_000n) }, { address: freshAddress("wpkh") }])
      await expect(node.buildOnchain({ ...request, ...other })).rejects.toThrow(NodeUnavailable);
  });

  test("gives no coin to two references", async (world) => {
    const { node } = world;
    const [one, two] = [requestOf(), requestOf()];

    const built = await Promise.all([build(node, one), build(node, two)]);

    const coins = built.flatMap(coinsOf);
    expect(new Set(coins).size).toBe(coins.length);
    for (const one of built) expect(await publish(node, one)).toBe("taken");
    await world.chain.mine(1);
    for (const { txid } of built)
      expect(await node.lookupOnchain(txid)).toEqual({ kind: "confirmed", confirmations: 1 });
  });

  test("publishes the same again, before and after it is in a block, and pays once", async (world) => {
    const { node } = world;
    const request = requestOf();
    const built = await build(node, request);
    const again = () => publish(node, built);
    expect(await Promise.all([again(), again()])).toEqual(["taken", "taken"]);
    expect(await node.lookupOnchain(built.txid)).toEqual({ kind: "pending" });
    expect(await again()).toBe("taken");
    await confirm(world, built);
    expect(await again()).toBe("taken");
    await world.chain.mine(2);
    expect(await node.lookupOnchain(built.txid)).toEqual({ kind: "confirmed", confirmations: 3 });
    expect(await world.chain.receivedAt(request.address)).toBe(request.amount);
  });

  test("publishes nothing but what it built", async (world) => {
    const { node } = world;
    const built = await build(node, requestOf());
    const changed = Uint8Array.from(built.transaction);
    changed.set([(changed.at(-1) ?? 0) ^ 1], changed.length - 1);
    for (const other of [changed, Uint8Array.of(...built.transaction, 0), Uint8Array.of(2)])
      await expect(node.publishOnchain(other, built.reference)).rejects.toThrow(NodeUnavailable);
    expect(await publish(node, built)).toBe("taken");
    await confirm(world, built);
  });

  test("knows a request after it was killed between building and publishing, and what it published", async (world) => {
    const { node } = world;
    const request = requestOf();
    const built = await build(node, request);

    await world.restart();

    expect(await build(node, request)).toEqual(built);
    expect(await publish(node, built)).toBe("taken");
    await world.restart();
    expect(await build(node, request)).toEqual(built);
    expect(await node.lookupOnchain(built.txid)).toEqual({ kind: "pending" });
    await confirm(world, built);
    expect(await world.chain.receivedAt(request.address)).toBe(request.amount);
  });

  test("takes no request that the chain would not", async ({ node }) => {
    for (const wrong of [
      { address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" },
      { address: "nonsense" },
      { amount: msats(100_000_001n) },
      { amount: sats(329n) },
      { address: freshAddress("pkh"), amount: sats(545n) },
      { reference: "" },
      { reference: "A" },
      { reference: "a".repeat(65) },
    ])
      await expect(node.buildOnchain(requestOf(wrong))).rejects.toThrow(NodeUnavailable);
  });

  test("knows nothing of a transaction of others", async ({ node }) => {
    expect(await node.lookupOnchain(UNKNOWN_TXID)).toEqual({ kind: "not_found" });
  });

  test("says nothing when no connection stands, and nothing is published", async (world) => {
    const built = await build(world.node, requestOf());
    for (const call of onchainCalls(world.unreachable, requestOf(), built))
      await expect(call()).rejects.toThrow(NodeUnavailable);
    expect(await world.node.lookupOnchain(built.txid)).toEqual({ kind: "not_found" });
    expect(await publish(world.node, built)).toBe("taken");
    await confirm(world, built);
  });
}

/** What a node does for the chain when it is not the required one: nothing. */
export function refusingOnchainConforms(world: () => Conformance): void {
  it("builds and publishes nothing until it is the required one", async () => {
    const { node } = world();
    if (!node.capabilities.onchain) return;
    const { nodeId } = await node.info();
    const [request, other] = [requestOf(), requestOf()];
    const built = await build(node, request);

    node.requireNode(`${nodeId.startsWith("02") ? "03" : "02"}${nodeId.slice(2)}`);
    for (const call of onchainCalls(node, other, built)) await expect(call()).rejects.toThrow(NodeUnavailable);
    node.requireNode(nodeId);

    expect(await node.lookupOnchain(built.txid)).toEqual({ kind: "not_found" });
    expect(await publish(node, built)).toBe("taken");
    await confirm(world(), built);
    expect(await world().chain.receivedAt(other.address)).toBe(0n);
  });
}

function onchainCalls(
  node: LightningNode,
  request: OnchainBuildRequest,
  { transaction, txid }: Pick<Built, "transaction" | "txid">,
) {
  return [
    () => node.estimateOnchain(request),
    () => node.buildOnchain(request),
    () => node.publishOnchain(transaction, request.reference),
    () => node.listOnchain(new Date(0)),
    () => node.lookupOnchain(txid),
  ];
}

function requestOf(changes: Partial<OnchainBuildRequest> = {}): OnchainBuildRequest {
  return {
    address: freshAddress("wpkh"),
    amount: sats(50_000n),
    feeLimit: FEE_LIMIT,
    reference: randomBytes(16).toString("hex"),
    ...changes,
  };
}

async function build(node: LightningNode, request: OnchainBuildRequest): Promise<Built> {
  const answer = await node.buildOnchain(request);
  if (answer.kind !== "built") throw new Error(`not built: ${answer.reason}`);
  return { ...answer, reference: request.reference };
}

async function publish(node: LightningNode, { transaction, reference }: Built): Promise<"taken" | "refused"> {
  return await node.publishOnchain(transaction, reference);
}

async function confirm({ node, chain }: Conformance, { txid }: Built): Promise<void> {
  await chain.mine(1);
  expect(await node.lookupOnchain(txid)).toEqual({ kind: "confirmed", confirmations: 1 });
}

function coinsOf({ transaction }: Built): readonly string[] {
  const read = Transaction.fromRaw(transaction, { allowUnknownOutputs: true, disableScriptCheck: true });
  return Array.from({ length: read.inputsLength }, (_, i) => {
    const { txid = new Uint8Array(0), index } = read.getInput(i);
    return `${Buffer.from(txid).toString("hex")}:${index}`;
  });
}

/** An address that nobody has used. */
export function freshAddress(kind: AddressKind): string {
  const secret = Uint8Array.from(randomBytes(32));
  const script = p2wpkh(pubECDSA(secret));
  const payments = {
    pkh: () => p2pkh(pubECDSA(secret), REGTEST),
    sh: () => p2sh(script, REGTEST),
    wpkh: () => p2wpkh(pubECDSA(secret), REGTEST),
    wsh: () => p2wsh(p2pkh(pubECDSA(secret)), REGTEST),
    tr: () => p2tr(pubSchnorr(secret), undefined, REGTEST),
  };
  const { address } = payments[kind]();
  if (address === undefined) throw new Error("a script without an address");
  return address;
}
