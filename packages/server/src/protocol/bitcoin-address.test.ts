import { bytesToHex } from "@noble/hashes/utils.js";
import { bech32, bech32m } from "@scure/base";
import { describe, expect, it } from "vitest";
import { type BitcoinNetwork, hasBitcoinAddressShape, parseBitcoinAddress } from "./bitcoin-address.ts";
import { ProtocolError } from "./protocol-error.ts";

/** BIP 350, "Test vectors": version 0, and version 1 with 32 bytes. BIP 173's of version 0 are among them. */
const SEGWIT: readonly [string, BitcoinNetwork, string][] = [
  ["BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4", "mainnet", "0014751e76e8199196d454941c45d1b3a323f1433bd6"],
  [
    "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7",
    "testnet",
    "00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262",
  ],
  [
    "tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy",
    "signet",
    "0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433",
  ],
  [
    "tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c",
    "testnet",
    "5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433",
  ],
  [
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
    "mainnet",
    "512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
  ],
];

/** BIP 350: what is valid and of a version that nobody knows how to spend, and version 1 with another length. */
const UNKNOWN_VERSIONS = [
  "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y",
  "BC1SW50QGDZ25J",
  "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs",
];

/** BIP 350: prefix, checksum algorithm, character, version, length, case, padding, no data. */
const INVALID = [
  "tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut",
  "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
  "tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf",
  "BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL",
  "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh",
  "tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47",
  "bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4",
  "BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R",
  "bc1pw5dgrnzv",
  "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav",
  "BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P",
  "tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq",
  "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf",
  "tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j",
  "bc1gmk9yu",
];

const BASE58: readonly [string, BitcoinNetwork, string][] = [
  // The first block's reward, and BIP 16's kind of script.
  ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "mainnet", "76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac"],
  ["3P14159f73E4gFr7JterCCQh9QjiTjiZrG", "mainnet", "a914e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a87"],
  ["mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn", "testnet", "76a914243f1394f44554f4ce3fd68649c19adc483ce92488ac"],
  ["mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn", "regtest", "76a914243f1394f44554f4ce3fd68649c19adc483ce92488ac"],
  ["2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc", "signet", "a9144e9f39ca4688ff102128ea4ccda34105324305b087"],
];

const NETWORKS: readonly BitcoinNetwork[] = ["mainnet", "testnet", "signet", "regtest"];
const KEY = bech32.toWords(new Uint8Array(20).fill(7));

function problemOf(text: string, network: BitcoinNetwork): string {
  try {
    return `read: ${parseBitcoinAddress(text, network).text}`;
  } catch (error) {
    return error instanceof ProtocolError ? error.problem : `thrown: ${String(error)}`;
  }
}

describe("parseBitcoinAddress", () => {
  it.each([...SEGWIT, ...BASE58])("reads %s of %s", (text, network, script) => {
    const read = parseBitcoinAddress(text, network);
    expect(bytesToHex(read.script)).toBe(script);
    expect(read.text).toBe(text.startsWith("BC1") ? text.toLowerCase() : text);
    expect(hasBitcoinAddressShape(text)).toBe(true);
  });

  it.each([...UNKNOWN_VERSIONS, ...INVALID])("refuses %s on every network", (text) => {
    for (const network of NETWORKS) expect(problemOf(text, network)).toBe("malformed");
  });

  it("reads one address in lower and in upper case as the same, and refuses a mixture", () => {
    const text = bech32.encode("bcrt", [0, ...KEY]);
    expect(parseBitcoinAddress(text.toUpperCase(), "regtest")).toEqual(parseBitcoinAddress(text, "regtest"));
    for (const mixed of [text.replace("bcrt1q", "bcrt1Q"), text.toUpperCase().replace("BCRT", "bcrt")])
      expect(problemOf(mixed, "regtest")).toBe("malformed");
    expect(problemOf("1a1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "mainnet")).toBe("malformed");
  });

  it("says when an address is one of another network", () => {
    const ofMainnet = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    const ofTestnet = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";
    const ofRegtest = bech32.encode("bcrt", [0, ...KEY]);
    for (const network of NETWORKS) {
      const isTest = network === "testnet" || network === "signet";
      expect(problemOf(ofMainnet, network)).toBe(network === "mainnet" ? `read: ${ofMainnet}` : "network");
      expect(problemOf(ofTestnet, network)).toBe(isTest ? `read: ${ofTestnet}` : "network");
      expect(problemOf(ofRegtest, network)).toBe(network === "regtest" ? `read: ${ofRegtest}` : "network");
      const [base58 = ""] = BASE58[0] ?? [];
      expect(problemOf(base58, network)).toBe(network === "mainnet" ? `read: ${base58}` : "network");
    }
  });

  it("refuses a checksum of the other algorithm, one that is wrong, and characters before and after", () => {
    const right = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    expect(problemOf(bech32m.encode("bc", [0, ...KEY]), "mainnet")).toBe("malformed");
    expect(problemOf(bech32.encode("bc", [1, ...bech32.toWords(new Uint8Array(32))]), "mainnet")).toBe("malformed");
    for (const wrong of [
      `${right.slice(0, -1)}5`,
      ` ${right}`,
      `${right}\n`,
      `bitcoin:${right}`,
      "",
      "x".repeat(10_000),
    ])
      expect(problemOf(wrong, "mainnet")).toBe("malformed");
    expect(problemOf("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb", "mainnet")).toBe("malformed");
  });

  it("refuses every version of segwit above 1, and what nobody or anybody could spend", () => {
    for (let version = 2; version <= 16; version++)
      for (const bytes of [2, 20, 32, 40])
        expect(problemOf(bech32m.encode("bc", [version, ...bech32m.toWords(new Uint8Array(bytes))]), "mainnet")).toBe(
          "malformed",
        );
    // Anybody: pay to anchor. Nobody: a taproot key that is not on the curve.
    const anchor = bech32m.encode("bc", [1, ...bech32m.toWords(Uint8Array.of(0x4e, 0x73))]);
    const noKey = bech32m.encode("bc", [1, ...bech32m.toWords(new Uint8Array(32).fill(0xff))]);
    for (const address of [anchor, noKey]) expect(problemOf(address, "mainnet")).toBe("malformed");
  });

  it("does not take an invoice or an e-mail address for the shape of one", () => {
    for (const text of ["lnbc1p", "a@example.com", "bc1", "1", "0x00", "LNURL1DP68"])
      expect(hasBitcoinAddressShape(text)).toBe(false);
  });
});
