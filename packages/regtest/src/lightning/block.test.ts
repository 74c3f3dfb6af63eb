import { describe, expect, it } from "vitest";
import { NO_TXID, parseBlock, parseTransaction } from "./block.ts";
import { unhex } from "./bytes.ts";

/** The first block of regtest, as Bitcoin Core has it (chainparams.cpp). */
const GENESIS =
  "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4adae5494dffff7f2002000000" +
  "0101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000";

/** BIP 143, "Native P2WPKH": the signed transaction. Its id is that of the unsigned one. */
const WITNESS_TRANSACTION =
  "01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000";
const WITNESS_TXID = "e8151a2af31c368a35053ddd4bdb285a8595c769a3ad83e0fa02314a602d4609";

describe("parseBlock", () => {
  it("reads the first block of regtest", () => {
    const block = parseBlock(unhex(GENESIS));
    expect(block.hash).toBe("0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206");
    expect(block.previous).toBe(NO_TXID);
    expect(block.transactions.map(({ txid }) => txid)).toEqual([
      "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b",
    ]);
    expect(block.transactions[0]?.outputs.map(({ sats }) => sats)).toEqual([5_000_000_000n]);
    expect(block.transactions[0]?.inputs[0]?.txid).toBe(NO_TXID);
  });

  it("throws on a block that ends early", () => {
    for (const length of [0, 79, 100, GENESIS.length / 2 - 1])
      expect(() => parseBlock(unhex(GENESIS).subarray(0, length))).toThrow();
  });
});

describe("parseTransaction", () => {
  it("leaves the witness out of the id and keeps it in the bytes", () => {
    const transaction = parseTransaction(unhex(WITNESS_TRANSACTION));
    expect(transaction.txid).toBe(WITNESS_TXID);
    expect(Buffer.from(transaction.raw).toString("hex")).toBe(WITNESS_TRANSACTION);
    expect(transaction.inputs.map(({ vout }) => vout)).toEqual([0, 1]);
    expect(transaction.outputs.map(({ sats }) => sats)).toEqual([112_340_000n, 223_450_000n]);
  });
});
