import { describe, expect, it } from "vitest";
import { type Block, NO_TXID, parseTransaction, type Transaction } from "./block.ts";
import { openWallet, type Wallet } from "./wallet.ts";

const SEED = new Uint8Array(32).fill(1);
const FIRST_BLOCK = { hash: "00".repeat(32), height: 500 };
const ELSEWHERE = Uint8Array.from([0x00, 0x14, ...Array<number>(20).fill(7)]);
const COIN = 100_000n;

function newWallet(): Wallet {
  return openWallet(SEED, undefined, FIRST_BLOCK);
}

/** A block with just these transactions. */
function blockOf(...transactions: readonly Transaction[]): Block {
  const empty = new Uint8Array(0);
  return { raw: empty, header: empty, hash: "11".repeat(32), previous: FIRST_BLOCK.hash, transactions };
}

/** A transaction that pays `sats` to the wallet. */
function payment(wallet: Wallet, sats: bigint, n: number, from = `${n}`.padStart(64, "a")): Transaction {
  const inputs = [{ txid: from, vout: 0 }];
  return { raw: new Uint8Array(0), txid: `${n}`.padStart(64, "b"), inputs, outputs: [{ sats, script: wallet.script }] };
}

describe("the on-chain wallet", () => {
  it("has one address for a seed", () => {
    expect(newWallet().address).toMatch(/^bcrt1q[0-9a-z]{38}$/);
    expect(newWallet().address).toBe(newWallet().address);
    expect(openWallet(new Uint8Array(32), undefined, FIRST_BLOCK).address).not.toBe(newWallet().address);
  });

  it("counts what it is paid, and the same after a start from its stored state", () => {
    const wallet = newWallet();
    wallet.connect(blockOf(payment(wallet, COIN, 1), payment(wallet, COIN, 2)), 501);
    const again = openWallet(SEED, wallet.write(), { hash: "", height: 0 });
    expect(again.balance()).toEqual({ total: 2n * COIN, spendable: 2n * COIN });
    expect(again.best()).toEqual({ hash: "11".repeat(32), height: 501 });
  });

  it("spends a mined reward after 100 blocks only", () => {
    const wallet = newWallet();
    wallet.connect(blockOf(payment(wallet, COIN, 1, NO_TXID)), 501);
    expect(wallet.balance()).toEqual({ total: COIN, spendable: 0n });
    expect(() => wallet.fund(ELSEWHERE, 1_000n)).toThrow("too little");
    for (let height = 502; height <= 601; height++) wallet.connect(blockOf(), height);
    expect(wallet.balance().spendable).toBe(COIN);
  });

  it("funds from several coins, and counts change while the transaction is on its way", () => {
    const wallet = newWallet();
    wallet.connect(blockOf(payment(wallet, COIN, 1), payment(wallet, COIN, 2), payment(wallet, COIN, 3)), 501);
    const raw = wallet.fund(ELSEWHERE, 150_000n);
    expect(wallet.balance().spendable).toBe(3n * COIN);
    wallet.sent(raw);

    const transaction = parseTransaction(raw);
    const paid = transaction.outputs.reduce((sum, { sats }) => sum + sats, 0n);
    const fee = 2n * COIN - paid;
    expect(transaction.inputs).toHaveLength(2);
    expect(transaction.outputs[0]).toEqual({ sats: 150_000n, script: ELSEWHERE });
    expect(fee).toBeGreaterThan(0n);
    expect(fee).toBeLessThan(1_000n);
    expect(wallet.balance()).toEqual({ total: 3n * COIN - 150_000n - fee, spendable: COIN });
    expect(wallet.unconfirmed()).toEqual([raw]);
    // What is on its way is not spent twice.
    expect(() => wallet.fund(ELSEWHERE, 150_000n)).toThrow("too little");

    wallet.connect(blockOf(transaction), 502);
    expect(wallet.unconfirmed()).toEqual([]);
    expect(wallet.balance().spendable).toBe(3n * COIN - 150_000n - fee);
  });

  it("undoes a block that left the chain, and sends again what was in it", () => {
    const wallet = newWallet();
    wallet.connect(blockOf(payment(wallet, COIN, 1)), 501);
    const raw = wallet.fund(ELSEWHERE, 50_000n);
    wallet.sent(raw);
    const before = wallet.balance();
    wallet.connect(blockOf(parseTransaction(raw), payment(wallet, COIN, 2)), 502);
    wallet.disconnect("22".repeat(32), 502);

    expect(wallet.balance()).toEqual(before);
    expect(wallet.unconfirmed()).toEqual([raw]);
    expect(wallet.best()).toEqual({ hash: "22".repeat(32), height: 501 });
    wallet.disconnect(FIRST_BLOCK.hash, 501);
    expect(wallet.balance().spendable).toBe(0n);
  });

  it("forgets a transaction whose coin another transaction took", () => {
    const wallet = newWallet();
    wallet.connect(blockOf(payment(wallet, COIN, 1)), 501);
    const raw = wallet.fund(ELSEWHERE, 50_000n);
    wallet.sent(raw);
    const rival = { ...parseTransaction(raw), txid: "cc".repeat(32), outputs: [{ sats: 1n, script: ELSEWHERE }] };
    wallet.connect(blockOf(rival), 502);

    expect(wallet.unconfirmed()).toEqual([]);
    expect(wallet.balance()).toEqual({ total: 0n, spendable: 0n });
  });

  it("ignores transactions of others", () => {
    const wallet = newWallet();
    wallet.connect(blockOf(payment(wallet, COIN, 1)), 501);
    const stranger = openWallet(new Uint8Array(32), undefined, FIRST_BLOCK);
    stranger.connect(blockOf(payment(stranger, COIN, 5)), 501);
    wallet.sent(stranger.fund(ELSEWHERE, 50_000n));
    expect(wallet.unconfirmed()).toEqual([]);
  });
});
