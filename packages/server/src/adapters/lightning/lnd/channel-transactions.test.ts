import { randomBytes } from "node:crypto";
import { p2wpkh, TEST_NETWORK, Transaction } from "@scure/btc-signer";
import { pubECDSA } from "@scure/btc-signer/utils.js";
import { expect, it } from "vitest";
import { msats, sats } from "#kernel/money.ts";
import { channelTransactionsOf, type KnownChannel, type Resolved } from "./channel-transactions.ts";
import { fails } from "./testing/faults.harness.ts";
import { RpcError } from "./testing/fields.harness.ts";
import { pairsOfEachTest } from "./testing/pair.harness.ts";
import { addressOf } from "./testing/wallet.harness.ts";
import type { WalletTransaction } from "./transactions.ts";

const given = pairsOfEachTest();

const KEY = new Uint8Array(32).fill(9);
const { script } = p2wpkh(pubECDSA(KEY), TEST_NETWORK);

/** A transaction of the wallet that spends these coins, all of them with one key. */
function made(
  coins: readonly (readonly [coin: string, sats: bigint])[],
  outputs: readonly bigint[],
  label = "",
  gain = outputs.reduce((sum, amount) => sum + amount, 0n),
) {
  const tx = new Transaction({ allowUnknownOutputs: true });
  for (const [coin, amount] of coins) {
    const [txid = "", index = ""] = coin.split(":");
    tx.addInput({ txid, index: Number(index), witnessUtxo: { script, amount } });
  }
  for (const amount of outputs) tx.addOutput({ script, amount });
  tx.sign(KEY);
  tx.finalize();
  const own = sats(outputs.reduce((sum, amount) => sum + amount, 0n));
  const rest = { own, fee: msats(0n), confirmations: 6, at: new Date(0), coins: [], isOurs: true };
  const transaction: WalletTransaction = { txid: tx.id, bytes: tx.extract(), label, gain: gain * 1_000n, ...rest };
  return transaction;
}

const foreignCoin = () => `${randomBytes(32).toString("hex")}:0`;
const read = (transactions: readonly WalletTransaction[], channels: KnownChannel[] = [], resolved: Resolved[] = []) =>
  channelTransactionsOf({ transactions, channels, resolved, atBlock: 900 }).map(({ txid, kind, fee }) => [
    txid,
    kind,
    fee,
  ]);

it("knows what an open cost by what the wallet put in, and leaves alone what only pays", () => {
  const income = made([[foreignCoin(), 100_500n]], [100_000n]);
  const open = made([[`${income.txid}:0`, 100_000n]], [60_000n, 39_300n], "0:openchannel:1", -60_700n);
  const payment = made([[`${open.txid}:1`, 39_300n]], [39_000n], "leyden:one");
  const point = `${open.txid}:0`;
  const channel = { point, capacity: sats(60_000n), isOurs: true };
  expect(read([income, open, payment], [channel])).toEqual([[open.txid, "open", sats(700n)]]);
  expect(read([open], [channel])).toEqual([[open.txid, "open", undefined]]);
  const paysToo = { ...open, gain: -1_000n * 61_000n };
  expect(read([income, paysToo], [channel])).toEqual([[open.txid, "open", undefined]]);
});

it("knows what a close by both cost by what the channel held, and that the opener pays for it", () => {
  const point = foreignCoin();
  const close = made([[point, 60_000n]], [40_000n, 19_800n], "0:closechannel:shortchanid-1");
  const channel = (isOurs: boolean) => [{ point, capacity: sats(60_000n), isOurs }];
  expect(read([close], channel(true))).toEqual([[close.txid, "close", sats(200n)]]);
  expect(read([close], channel(false))).toEqual([[close.txid, "close", 0n]]);
});

it("knows by its channel how deep a commitment transaction is of which the wallet sees no block", () => {
  const point = foreignCoin();
  const commit = { ...made([[point, 60_000n]], [59_000n], "0:closechannel:1", 0n), confirmations: 0 };
  const channel = { point, capacity: sats(60_000n), isOurs: true };
  const depth = (close?: { txid: string; height: number }) =>
    channelTransactionsOf({
      transactions: [commit],
      channels: [close === undefined ? channel : { ...channel, close }],
      resolved: [],
      atBlock: 900,
    }).map(({ confirmations, fee }) => [confirmations, fee]);
  expect(depth()).toEqual([[0, sats(1_000n)]]);
  expect(depth({ txid: commit.txid, height: 894 })).toEqual([[7, sats(1_000n)]]);
  expect(depth({ txid: "ab".repeat(32), height: 894 })).toEqual([[0, sats(1_000n)]]);
  expect(depth({ txid: commit.txid, height: 0 })).toEqual([[0, sats(1_000n)]]);
});

it("names a close that it pays for although the wallet lists the sweep alone, and does not say what it cost", () => {
  const point = foreignCoin();
  const [txid = ""] = foreignCoin().split(":");
  const coin = `${txid}:1`;
  const sweep = { ...made([[coin, 50_000n]], [49_600n], "0:sweep"), coins: [coin] };
  const closed = (isOurs: boolean) => [{ point, capacity: sats(60_000n), isOurs, close: { txid, height: 894 } }];
  const resolved = [{ coin, amount: sats(50_000n) }];
  const swept = [sweep.txid, "sweep", sats(400n)];
  expect(read([sweep], closed(true), resolved)).toEqual([swept, [txid, "close", undefined]]);
  expect(read([sweep], closed(false), resolved)).toEqual([swept]);
  expect(read([], closed(true))).toEqual([]);
  const commit = { ...made([[point, 60_000n]], [59_000n]), txid };
  expect(read([commit, sweep], closed(true), resolved).filter(([, kind]) => kind === "close")).toHaveLength(1);
});

it("knows what a sweep cost by what the close has left, with coins of the wallet, or says that it does not", () => {
  const [commit, anchor] = [foreignCoin(), foreignCoin()];
  const income = made([[foreignCoin(), 9_000n]], [8_000n]);
  const resolved = [
    { coin: commit, amount: sats(50_000n) },
    { coin: anchor, amount: sats(330n) },
  ];
  const sweep = made([[commit, 50_000n]], [49_600n], "0:sweep");
  const bump = made(
    [
      [anchor, 330n],
      [`${income.txid}:0`, 8_000n],
    ],
    [7_000n],
    "0:sweep",
  );
  expect(read([income, sweep, bump], [], resolved)).toEqual([
    [sweep.txid, "sweep", sats(400n)],
    [bump.txid, "sweep", sats(1_330n)],
  ]);
  expect(read([sweep])).toEqual([[sweep.txid, "sweep", undefined]]);
  expect(read([income, bump])).toEqual([[bump.txid, "sweep", undefined]]);
  const spent = made([[commit, 50_000n]], [30_000n, 19_600n], "", -30_400n); // it was a coin of the wallet
  expect(read([spent, { ...sweep, label: "leyden:one" }], [], resolved)).toEqual([]);
  expect(read([made([[commit, 50_000n]], [49_600n])], [], resolved).map(([, kind]) => kind)).toEqual(["sweep"]);
});

it("reads them of the node, with what the wallet has more or less by each", async () => {
  const { lnd, node } = await given();
  const { channels, wallet } = lnd.now;
  const { funded_psbt } = wallet.fund({
    raw: { outputs: { [addressOf(script)]: 300_000n } },
    sat_per_vbyte: 2n,
  }) as { funded_psbt: Uint8Array };
  const { raw_final_tx } = wallet.finalize(funded_psbt) as { raw_final_tx: Uint8Array };
  wallet.publish(raw_final_tx, "0:openchannel");
  const opened = wallet.transactions.at(-1);
  if (opened === undefined || node.operations === undefined) throw new Error("no transaction");
  const channel = channels.open({ capacitySats: 300_000n, localSats: 300_000n });
  Object.assign(channel, { txid: opened.txid });
  expect(await node.operations.channelTransactions()).toEqual([
    {
      txid: opened.txid,
      kind: "open",
      fee: opened.fee * 1_000n,
      gain: opened.gain * 1_000n,
      confirmations: 0,
      at: expect.any(Date),
    },
  ]);
  expect(opened.gain).toBeLessThan(0n);
  channels.forceClose(channel);
  channels.confirmClose(channel, 140);
  channels.endClose(channel);
  expect(await node.operations.channelTransactions()).toHaveLength(1);
});

it("says nothing where the credential may not ask for the wallet's transactions", async () => {
  const pair = await given();
  pair.lnd.next("GetTransactions", fails(new RpcError(2, "permission denied")));
  expect(await pair.node.operations?.channelTransactions()).toBeUndefined();
});
