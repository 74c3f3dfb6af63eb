import { p2wpkh, TEST_NETWORK, Transaction } from "@scure/btc-signer";
import { pubECDSA } from "@scure/btc-signer/utils.js";
import { describe, expect, it } from "vitest";
import { type Msats, msats, sats } from "#kernel/money.ts";
import { NodeUnavailable } from "#lightning";
import { checkBuilt } from "./check-built.ts";

const KEY = new Uint8Array(32).fill(1);
const scriptOf = (key: Uint8Array) => p2wpkh(pubECDSA(key), TEST_NETWORK).script;
const OWN = scriptOf(KEY);
const RECIPIENT = scriptOf(new Uint8Array(32).fill(2));
const REQUEST = { amount: sats(20_000n), feeLimit: sats(1_000n) };

type Output = readonly [script: Uint8Array, sats: bigint];

/** A signed transaction that pays these. */
function built(outputs: readonly Output[]) {
  const tx = new Transaction();
  tx.addInput({ txid: "ab".repeat(32), index: 0, witnessUtxo: { script: OWN, amount: 1_000_000n } });
  for (const [script, amount] of outputs) tx.addOutput({ script, amount });
  tx.sign(KEY);
  tx.finalize();
  return { kind: "built", txid: tx.id, transaction: tx.extract(), fee: sats(282n) } as const;
}

describe("what a node has built", () => {
  const good = built([
    [RECIPIENT, 20_000n],
    [OWN, 900_000n],
  ]);
  const check = (answer: typeof good) => checkBuilt(answer, { script: RECIPIENT }, REQUEST);

  it("is taken when it pays the address the amount, wherever the output stands", () => {
    check(good);
    check(
      built([
        [OWN, 900_000n],
        [RECIPIENT, 20_000n],
      ]),
    );
    check({ ...good, fee: REQUEST.feeLimit });
  });

  it.each<[string, Output, Output]>([
    ["pays the address twice", [RECIPIENT, 20_000n], [RECIPIENT, 20_000n]],
    ["pays the address something else besides", [RECIPIENT, 20_000n], [RECIPIENT, 330n]],
    ["pays the amount in two parts", [RECIPIENT, 10_000n], [RECIPIENT, 10_000n]],
    ["pays a sat too much", [RECIPIENT, 20_001n], [OWN, 900_000n]],
    ["pays a sat too little", [RECIPIENT, 19_999n], [OWN, 900_000n]],
    ["pays the amount to itself", [OWN, 20_000n], [OWN, 900_000n]],
  ])("is not taken when it %s", (_, one, two) => {
    expect(() => check(built([one, two]))).toThrow(NodeUnavailable);
  });

  it.each([
    ["named wrongly", { txid: "ab".repeat(32) }],
    ["no transaction", { transaction: good.transaction.subarray(1) }],
    ["followed by something", { transaction: Uint8Array.from([...good.transaction, 0]) }],
    ["dearer than the limit", { fee: sats(1_001n) }],
    ["of a fee that is no whole sats", { fee: msats(282_500n) }],
    ["of a fee below nothing", { fee: -1_000n as Msats }],
  ])("is not taken when it is %s", (_, change) => {
    expect(() => check({ ...good, ...change })).toThrow(NodeUnavailable);
  });
});
