import { p2wpkh, Transaction } from "@scure/btc-signer";
import { pubECDSA } from "@scure/btc-signer/utils.js";
import { expect, it } from "vitest";
import { msats, sats } from "#kernel/money.ts";
import { NodeUnavailable } from "#lightning";
import { checkChild } from "./check-child.ts";

const KEY = new Uint8Array(32).fill(7);
const { script } = p2wpkh(pubECDSA(KEY));
const PARENT = { txid: "ab".repeat(32), index: 1 };
const WANTED = { parent: PARENT, change: sats(50_000n), maxCost: sats(3_000n) };

function built({ inputs = [PARENT], outputs = [48_000n] }: { inputs?: (typeof PARENT)[]; outputs?: bigint[] } = {}) {
  const tx = new Transaction();
  for (const { txid, index } of inputs) tx.addInput({ txid, index, witnessUtxo: { script, amount: 50_000n } });
  for (const amount of outputs) tx.addOutput({ script, amount });
  tx.sign(KEY);
  tx.finalize();
  return { kind: "built", txid: tx.id, transaction: tx.extract(), fee: sats(2_000n) } as const;
}

it("a child spends the change to one output, for a fee within the limit", () => {
  expect(() => checkChild(built(), WANTED)).not.toThrow();
  expect(() => checkChild(built(), { ...WANTED, maxCost: sats(2_000n) })).not.toThrow();
});

it.each([
  ["another output of the parent", built({ inputs: [{ ...PARENT, index: 0 }] })],
  ["another parent", built({ inputs: [{ ...PARENT, txid: "cd".repeat(32) }] })],
  ["another coin as well", built({ inputs: [PARENT, { ...PARENT, index: 0 }] })],
  ["another output as well", built({ outputs: [40_000n, 8_000n] })],
  ["less than it says", built({ outputs: [47_999n] })],
  ["more than the limit", { ...built({ outputs: [46_999n] }), fee: sats(3_001n) }],
  ["nothing to miners", { ...built({ outputs: [50_000n] }), fee: msats(0n) }],
  ["another name", { ...built(), txid: "00".repeat(32) }],
  ["no transaction", { ...built(), transaction: Uint8Array.of(1, 2, 3) }],
])("a child is refused that is not what was asked for: %s", (_, wrong) => {
  expect(() => checkChild(wrong, WANTED)).toThrow(NodeUnavailable);
});
