import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBitcoinTransaction } from "./bitcoin-transaction.ts";
import { ProtocolError } from "./protocol-error.ts";

/**
 * BIP 143, "Native P2WPKH": unsigned, and signed. A witness is not part of the id (BIP 144); a signature in an input
 * is.
 */
const UNSIGNED =
  "0100000002fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f0000000000eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac11000000";
const SIGNED =
  "01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000";
/** The first transaction of the chain, as Bitcoin Core has it (chainparams.cpp). */
const FIRST =
  "01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000";

const PAID = [
  { sats: 112_340_000n, script: "76a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac" },
  { sats: 223_450_000n, script: "76a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac" },
];

function read(raw: string) {
  const { txid, outputs } = parseBitcoinTransaction(hexToBytes(raw));
  return { txid, outputs: outputs.map(({ sats, script }) => ({ sats, script: bytesToHex(script) })) };
}

function problemOf(raw: Uint8Array): string {
  try {
    return `read: ${parseBitcoinTransaction(raw).txid}`;
  } catch (error) {
    return error instanceof ProtocolError ? error.problem : `thrown: ${String(error)}`;
  }
}

describe("parseBitcoinTransaction", () => {
  it("reads amounts and scripts, with a witness and without", () => {
    const txid = "e8151a2af31c368a35053ddd4bdb285a8595c769a3ad83e0fa02314a602d4609";
    expect(read(SIGNED)).toEqual({ txid, outputs: PAID });
    expect(read(UNSIGNED).outputs).toEqual(PAID);
    expect(read(UNSIGNED).txid).not.toBe(txid);
  });

  it("says what it takes in a block: a byte of the witness is a quarter", () => {
    const vbytes = (raw: string) => parseBitcoinTransaction(hexToBytes(raw)).vbytes;
    expect(vbytes(UNSIGNED)).toBe(BigInt(UNSIGNED.length / 2));
    // BIP 143's example: 343 bytes, 110 of them marker, flag and witness.
    expect(vbytes(SIGNED)).toBe(BigInt(Math.ceil((233 * 4 + 110) / 4)));
  });

  it("reads the first transaction of the chain", () => {
    const { txid, outputs } = read(FIRST);
    expect(txid).toBe("4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b");
    expect(outputs.map(({ sats }) => sats)).toEqual([5_000_000_000n]);
  });

  it("reads the largest amount, and scripts that mean nothing", () => {
    const most = read(FIRST.replace("00f2052a01000000", "0040075af0750700"));
    expect(most.outputs.map(({ sats }) => sats)).toEqual([2_100_000_000_000_000n]);
    expect(read(SIGNED.replace("76a9143bde", "6a4c163bde")).outputs[1]?.script).toMatch(/^6a4c16/);
  });

  it("refuses a transaction that ends early, and bytes behind one", () => {
    for (let length = 0; length < SIGNED.length; length += 2)
      expect(problemOf(hexToBytes(SIGNED.slice(0, length)))).toBe("malformed");
    for (const behind of ["00", SIGNED]) expect(problemOf(hexToBytes(SIGNED + behind))).toBe("malformed");
  });

  it("refuses one that spends or pays nothing, and a length in more bytes than it needs", () => {
    expect(problemOf(hexToBytes("02000000000000000000"))).toBe("malformed");
    expect(problemOf(hexToBytes(FIRST.replace("ffffffff0100f2052a01000000", "fffffffffd010000f2052a01000000")))).toBe(
      "malformed",
    );
  });

  it("refuses what is too long before it reads it", () => {
    expect(problemOf(new Uint8Array(400_001))).toBe("too_long");
    expect(problemOf(new Uint8Array(400_000))).toBe("malformed");
  });

  it("throws nothing but ProtocolError for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (raw) => {
        expect(problemOf(raw)).toMatch(/^(malformed|read: [0-9a-f]{64})$/);
      }),
    );
    fc.assert(
      fc.property(fc.nat({ max: SIGNED.length / 2 - 1 }), fc.nat({ max: 255 }), (at, byte) => {
        const raw = hexToBytes(SIGNED);
        raw[at] = byte;
        expect(problemOf(raw)).toMatch(/^(malformed|read: [0-9a-f]{64})$/);
      }),
    );
  });
});
