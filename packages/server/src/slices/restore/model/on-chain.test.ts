import { expect, it } from "vitest";
import { type Msats, msats, sats } from "#kernel/money.ts";
import type { Published } from "#onchain";
import { parseBitcoinAddress } from "#protocol/bitcoin-address.ts";
import { freshAddress } from "#slices/onchain/testing/address.harness.ts";
import { type ChainPurchase, matchPublished } from "./on-chain.ts";

const AMOUNT = sats(20_000n);
const ADDRESS = freshAddress();

function purchase(id: string, over: Partial<ChainPurchase> = {}): ChainPurchase {
  const own = { id, state: "captured", paymentId: undefined, createdAt: new Date(0) };
  return { ...own, destination: ADDRESS, amount: AMOUNT, feeLimit: AMOUNT, ...over };
}

function published(txid: string, over: Partial<Published> & { readonly pays?: readonly Msats[] } = {}): Published {
  const { pays = [AMOUNT], ...rest } = over;
  const { script } = parseBitcoinAddress(ADDRESS, "regtest");
  const outputs = pays.map((amount) => ({ sats: amount / 1_000n, script }));
  const own = { txid, transaction: new Uint8Array(0), reference: undefined, fee: msats(0n), confirmations: 0 };
  return { ...own, outputs, ...rest };
}

const match = (purchases: readonly ChainPurchase[], all: readonly Published[]) =>
  matchPublished(purchases, all, "regtest").map((one) => `${one.purchase.id} ${one.published.txid}`);

it("is the transaction with its id, also where another one pays the same, and the deepest of several", () => {
  expect(match([purchase("a")], [published("x"), published("y", { reference: "a" })])).toEqual(["a y"]);
  const several = [published("x", { reference: "a" }), published("y", { reference: "a", confirmations: 2 })];
  expect(match([purchase("a")], several)).toEqual(["a y"]);
  expect(match([purchase("a")], [published("x", { reference: "a", pays: [sats(20_001n)] })])).toEqual(["a x"]);
  expect(match([purchase("a")], [published("x", { reference: "a", pays: [sats(19_999n)] })])).toEqual([]);
});

it("is one without a reference only where it pays just the amount, alone, and nobody else is owed it", () => {
  expect(match([purchase("a")], [published("x")])).toEqual(["a x"]);
  expect(match([purchase("a")], [published("x"), published("y")])).toEqual([]);
  expect(match([purchase("a"), purchase("b")], [published("x")])).toEqual([]);
  expect(match([purchase("a"), purchase("b", { destination: freshAddress() })], [published("x")])).toEqual(["a x"]);
  expect(match([purchase("a")], [published("x", { reference: "c" })])).toEqual([]);
  for (const pays of [[sats(20_001n)], [AMOUNT, sats(330n)], [sats(10_000n), sats(10_000n)]])
    expect(match([purchase("a")], [published("x", { pays })])).toEqual([]);
});

it("is none where the address is of another network", () => {
  const destination = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
  expect(match([purchase("a", { destination })], [published("x", { reference: "a" })])).toEqual([]);
});
