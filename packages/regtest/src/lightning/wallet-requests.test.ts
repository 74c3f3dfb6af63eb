import { bech32m } from "@scure/base";
import { p2pkh, p2sh, p2tr, p2wpkh, p2wsh, Transaction } from "@scure/btc-signer";
import { beforeEach, describe, expect, it } from "vitest";
import { CONFLICT_BLOCKS, ONCHAIN_KEPT_MS } from "../control-api.ts";
import { REGTEST, scriptOf } from "./address.ts";
import { type Block, type Transaction as Parsed, parseTransaction } from "./block.ts";
import { unhex } from "./bytes.ts";
import { dustOf } from "./coins.ts";
import { openWallet, type RequestLimits, type Wallet } from "./wallet.ts";
import type { KnownTransaction } from "./wallet-state.ts";

const SEED = new Uint8Array(32).fill(1);
const FIRST_BLOCK = { hash: "00".repeat(32), height: 500 };
const PUBLIC_KEY = Uint8Array.from([2, ...unhex("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")]);
const WITNESS_KEY = p2wpkh(PUBLIC_KEY, REGTEST);
const KINDS = {
  P2PKH: p2pkh(PUBLIC_KEY, REGTEST),
  P2SH: p2sh(WITNESS_KEY, REGTEST),
  P2WPKH: WITNESS_KEY,
  P2WSH: p2wsh(p2pkh(PUBLIC_KEY, REGTEST), REGTEST),
  P2TR: p2tr(PUBLIC_KEY.subarray(1), undefined, REGTEST),
};
const { script: ELSEWHERE } = WITNESS_KEY;
const COIN = 100_000n;
const REQUEST: RequestLimits = { reference: "one", feeLimitSats: 10_000n };
const PAYMENT = { script: ELSEWHERE, sats: 30_000n };

describe("a request of the on-chain wallet", () => {
  let nowMs: number;
  let wallet: Wallet;
  let height: number;
  beforeEach(() => {
    nowMs = 1_000_000;
    wallet = openWallet(SEED, undefined, FIRST_BLOCK, () => nowMs);
    height = FIRST_BLOCK.height;
  });

  function mine(...transactions: readonly Parsed[]): void {
    wallet.connect(blockOf(transactions), ++height);
  }

  function mineEmpty(blocks: number): void {
    for (let i = 0; i < blocks; i++) mine();
  }

  function undo(): void {
    wallet.disconnect(FIRST_BLOCK.hash, height--);
  }

  /** Coins of these amounts, confirmed. */
  function holds(...amounts: readonly bigint[]): void {
    mine(...amounts.map((sats, i) => coin(wallet, sats, i)));
  }

  function build(changes: Partial<RequestLimits & typeof PAYMENT> = {}): KnownTransaction {
    const made = wallet.build({ ...PAYMENT, ...changes }, { ...REQUEST, ...changes });
    if (typeof made === "string") throw new Error(made);
    return made;
  }

  it.each(Object.entries(KINDS))(
    "pays exactly its amount to %s, for 2 sat a virtual byte",
    (_, { address, script }) => {
      holds(COIN);
      expect(scriptOf(address ?? "")).toEqual(script);
      const { raw, request } = build({ script });
      const [paid, change, ...others] = parseTransaction(unhex(raw)).outputs;
      expect(paid).toEqual({ sats: 30_000n, script });
      expect(others).toEqual([]);
      const fee = COIN - 30_000n - (change?.sats ?? 0n);
      expect(request?.feeSats).toBe(String(fee));
      const size = BigInt(
        Transaction.fromRaw(unhex(raw), { allowUnknownOutputs: true, disableScriptCheck: true }).vsize,
      );
      // One signature of 256 is a byte shorter, which is a quarter of a virtual one.
      expect(fee).toBeGreaterThanOrEqual(2n * size);
      expect(fee).toBeLessThanOrEqual(2n * size + 2n);
      expect(wallet.estimate({ script, sats: 30_000n })).toBe(fee);
    },
  );

  it.each([
    "",
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
    "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt081",
    "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
    // Segwit version 2: who may spend it is not decided.
    bech32m.encode("bcrt", [2, ...bech32m.toWords(PUBLIC_KEY.subarray(1))]),
  ])("is for no address but one of regtest (%s)", (address) => {
    expect(scriptOf(address)).toBeUndefined();
  });

  it("asks for at least 546 sat for the older kinds of scripts, and for 330 sat for segwit", () => {
    expect(Object.values(KINDS).map(({ script }) => dustOf(script))).toEqual([546n, 546n, 330n, 330n, 330n]);
  });

  it("gives change below dust to the fee where the limit allows it, else adds a coin", () => {
    const fee = 2n * 141n; // with change
    holds(30_000n + fee + 329n, 5_000n);
    const generous = build();
    expect(parseTransaction(unhex(generous.raw)).outputs).toHaveLength(1);
    expect(generous.request?.feeSats).toBe(String(fee + 329n));

    nowMs += ONCHAIN_KEPT_MS;
    const exact = build({ feeLimitSats: fee + 134n });
    const { inputs, outputs } = parseTransaction(unhex(exact.raw));
    expect([inputs.length, outputs.length]).toEqual([2, 2]);
    expect(exact.request?.feeSats).toBe(String(fee + 134n));
  });

  it("is refused for its fee, or because the wallet holds too little", () => {
    holds(COIN);
    const limited = (feeLimitSats: bigint, sats = 30_000n) =>
      wallet.build({ ...PAYMENT, sats }, { ...REQUEST, feeLimitSats });
    expect(limited(281n)).toBe("fee_limit");
    expect(limited(282n)).toMatchObject({ request: { feeSats: "282" } });
    nowMs += ONCHAIN_KEPT_MS;
    expect(limited(10_000n, COIN)).toBe("insufficient");
    // Without change the size is smaller, but the rest is above the limit; another coin could help.
    expect(limited(300n, COIN - 400n)).toBe("insufficient");
    expect(wallet.estimate({ ...PAYMENT, sats: COIN })).toBeUndefined();
  });

  it("is not built from coins in no block yet, but its fee is known", () => {
    holds(COIN);
    wallet.sent(unhex(build().raw));
    expect(wallet.build(PAYMENT, { ...REQUEST, reference: "two" })).toBe("insufficient");
    expect(wallet.estimate(PAYMENT)).toBe(282n);
    mine(parseTransaction(wallet.unconfirmed()[0] ?? new Uint8Array(0)));
    expect(build({ reference: "two" }).request?.feeSats).toBe("282");
  });

  it("keeps its coins from other requests and from channels for an hour, over a start too", () => {
    holds(COIN, COIN);
    const [one, two] = [build(), build({ reference: "two" })];
    expect(new Set([...inputsOf(one), ...inputsOf(two)]).size).toBe(2);
    expect(wallet.balance()).toEqual({ total: 2n * COIN, spendable: 0n });

    wallet = openWallet(SEED, wallet.write(), FIRST_BLOCK, () => nowMs);
    expect(wallet.request({ reference: "one" })).toEqual(one);
    nowMs += ONCHAIN_KEPT_MS - 1;
    expect(wallet.build(PAYMENT, { ...REQUEST, reference: "three" })).toBe("insufficient");
    expect(() => wallet.fund(ELSEWHERE, 1_000n)).toThrow("too little");
    nowMs += 1;
    expect(wallet.isKept(one)).toBe(false);
    const three = build({ reference: "three" });
    // The same coin, amount and address, and nevertheless another transaction: none is taken for the other.
    expect([inputsOf(one), inputsOf(two)]).toContainEqual(inputsOf(three));
    expect([one.txid, two.txid]).not.toContain(three.txid);
    expect([one, two].filter(wallet.hasCoins)).toHaveLength(1);
  });

  it("takes no coin of a channel that is being opened", () => {
    holds(COIN);
    const funding = wallet.fund(ELSEWHERE, 20_000n);
    expect(wallet.build(PAYMENT, REQUEST)).toBe("insufficient");
    expect(wallet.fund(ELSEWHERE, 20_000n)).toEqual(funding);
    nowMs += 600_000;
    expect(build().txid).not.toBe(parseTransaction(funding).txid);
    mine();
    wallet.sent(funding);
    expect(wallet.unconfirmed()).toEqual([funding]);
  });

  it("pays out of the balance when it is sent, not before", () => {
    holds(COIN);
    const known = build();
    expect(wallet.unconfirmed()).toEqual([]);
    expect(wallet.balance().total).toBe(COIN);
    wallet.sent(unhex(known.raw));
    expect(wallet.balance().total).toBe(COIN - 30_000n - 282n);
    expect(wallet.unconfirmed()).toEqual([unhex(known.raw)]);
    nowMs += 10 * ONCHAIN_KEPT_MS;
    expect(wallet.build(PAYMENT, { ...REQUEST, reference: "two" })).toBe("insufficient");
  });

  it("is pending again when its block is undone, and keeps its coins", () => {
    holds(COIN);
    const known = build();
    wallet.sent(unhex(known.raw));
    mine(parseTransaction(unhex(known.raw)));
    expect(wallet.request({ txid: known.txid })?.height).toBe(502);
    undo();
    expect(wallet.unconfirmed()).toEqual([unhex(known.raw)]);
    expect(wallet.build(PAYMENT, { ...REQUEST, reference: "two" })).toBe("insufficient");
    mineEmpty(CONFLICT_BLOCKS);
    expect(wallet.isConflicted(wallet.request(known) ?? known)).toBe(false);
    mine(parseTransaction(unhex(known.raw)));
    expect(wallet.request({ txid: known.txid })?.height).toBe(508);
  });

  it("is in conflict when a rival is deep enough, and no more when the rival's block is undone", () => {
    holds(COIN, COIN);
    const known = build({ sats: 150_000n });
    wallet.sent(unhex(known.raw));
    const isConflicted = () => wallet.isConflicted(wallet.request({ txid: known.txid }) ?? known);
    mine(rivalOf(known));
    mineEmpty(CONFLICT_BLOCKS - 2);
    expect(isConflicted()).toBe(false);
    // A coin that the rival left: the transaction may still come back for it.
    expect(wallet.build(PAYMENT, { ...REQUEST, reference: "two" })).toBe("insufficient");
    mine();
    expect(isConflicted()).toBe(true);
    expect(build({ reference: "two" }).txid).not.toBe(known.txid);

    for (let i = 0; i < CONFLICT_BLOCKS; i++) undo();
    mineEmpty(2 * CONFLICT_BLOCKS);
    expect(isConflicted()).toBe(false);
    expect(wallet.unconfirmed()).toEqual([unhex(known.raw)]);
    mine(parseTransaction(unhex(known.raw)));
    mineEmpty(CONFLICT_BLOCKS);
    expect(isConflicted()).toBe(false);
  });

  it("hands over what is buried, and forgets it", () => {
    holds(COIN, COIN);
    const [one, two] = [build(), build({ reference: "two" })];
    wallet.sent(unhex(one.raw));
    mine(parseTransaction(unhex(one.raw)), rivalOf(two));
    expect(wallet.confirmed()).toMatchObject([{ txid: one.txid }]);
    mineEmpty(99);
    expect(wallet.takeBuried()).toEqual([]);
    mine();
    expect(wallet.takeBuried()).toMatchObject([
      { txid: two.txid, rivalHeight: 502 },
      { txid: one.txid, height: 502 },
    ]);
    expect(wallet.takeBuried()).toEqual([]);
    expect(wallet.request({ txid: one.txid })).toBeUndefined();
  });
});

function blockOf(transactions: readonly Parsed[]): Block {
  const empty = new Uint8Array(0);
  return { raw: empty, header: empty, hash: "11".repeat(32), previous: FIRST_BLOCK.hash, transactions };
}

function coin(wallet: Wallet, sats: bigint, n: number): Parsed {
  const inputs = [{ txid: `${n}`.padStart(64, "a"), vout: 0 }];
  return { raw: new Uint8Array(0), txid: `${n}`.padStart(64, "b"), inputs, outputs: [{ sats, script: wallet.script }] };
}

/** Another transaction that spends the first coin of this one. */
function rivalOf({ raw }: KnownTransaction): Parsed {
  const tx = parseTransaction(unhex(raw));
  return { ...tx, txid: "cc".repeat(32), inputs: tx.inputs.slice(0, 1), outputs: [{ sats: 1n, script: ELSEWHERE }] };
}

function inputsOf({ raw }: KnownTransaction): readonly string[] {
  return parseTransaction(unhex(raw)).inputs.map(({ txid, vout }) => `${txid}:${vout}`);
}
