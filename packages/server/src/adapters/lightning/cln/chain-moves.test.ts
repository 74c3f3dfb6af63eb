import { afterEach, beforeEach, expect, it } from "vitest";
import { type ClnWorld, clnWorld } from "./testing/cln-world.harness.ts";

let world: ClnWorld;
beforeEach(async () => {
  world = await clnWorld();
  world.fake.info["blockheight"] = 120;
});
afterEach(() => world.stop());

const [FUNDS, OPEN, CLOSE, SWEEP, PAID] = ["a1", "b2", "c3", "d4", "e5"].map((byte) => byte.repeat(32)) as [
  string,
  ...string[],
] as [string, string, string, string, string];
const CHANNEL = "f6".repeat(32);
const AT = 1_795_000_000;

type Move = { account: string; tag: string; credit?: bigint; debit?: bigint; utxo: string; by?: string };

/** As Core Lightning v26.06 writes them (its tests/test_coinmoves.py). */
function add(height: number, moves: readonly Move[], more: Record<string, unknown> = {}): void {
  for (const { account, tag, credit = 0n, debit = 0n, utxo, by } of moves)
    world.fake.chainMoves.push({
      account_id: account,
      primary_tag: tag,
      extra_tags: [],
      credit_msat: credit,
      debit_msat: debit,
      output_msat: credit + debit,
      timestamp: AT + height,
      blockheight: height,
      utxo,
      ...(by !== undefined && { spending_txid: by }),
      ...more,
    });
}

function opened(): void {
  add(104, [
    { account: "wallet", tag: "withdrawal", debit: 99_995_433_000n, utxo: `${FUNDS}:1`, by: OPEN },
    { account: "wallet", tag: "deposit", credit: 25_000_000n, utxo: `${OPEN}:1` },
    { account: CHANNEL, tag: "channel_open", credit: 99_965_813_000n, utxo: `${OPEN}:0` },
  ]);
}
const read = async () => await world.node.operations?.channelTransactions();
const at = (height: number) => new Date((AT + height) * 1_000);

it("says what an open cost, and what moved into the channel", async () => {
  add(100, [{ account: "wallet", tag: "deposit", credit: 99_995_433_000n, utxo: `${FUNDS}:1` }]);
  opened();
  expect(await read()).toEqual([
    { txid: OPEN, kind: "open", fee: 4_620_000n, gain: -99_970_433_000n, confirmations: 17, at: at(104) },
  ]);
});

it("says what a close in agreement cost: the opener the fee, the other one what was rounded", async () => {
  const closed = (debit: bigint, credit: bigint) => {
    world.fake.chainMoves.length = 0;
    add(111, [
      { account: "wallet", tag: "deposit", credit, utxo: `${CLOSE}:0` },
      { account: CHANNEL, tag: "channel_close", debit, utxo: `${OPEN}:0`, by: CLOSE },
    ]);
    add(111, [{ account: "external", tag: "to_them", credit: 9_000n, utxo: `${CLOSE}:1` }], {
      originating_account: CHANNEL,
    });
  };
  closed(89_964_813_000n, 89_961_918_000n);
  expect(await read()).toMatchObject([{ kind: "close", fee: 2_895_000n, gain: 89_961_918_000n, confirmations: 10 }]);
  closed(10_001_000_899n, 10_001_000_000n);
  expect(await read()).toMatchObject([{ kind: "close", fee: 899n, gain: 10_001_000_000n }]);
});

it("says what a forced close cost, and the sweep that takes its output home", async () => {
  add(104, [
    { account: CHANNEL, tag: "channel_close", debit: 49_970_000_000n, utxo: `${OPEN}:0`, by: CLOSE },
    { account: CHANNEL, tag: "delayed_to_us", credit: 49_965_193_000n, utxo: `${CLOSE}:1` },
  ]);
  add(109, [
    { account: "wallet", tag: "deposit", credit: 49_965_059_000n, utxo: `${SWEEP}:0` },
    { account: CHANNEL, tag: "to_wallet", debit: 49_965_193_000n, utxo: `${CLOSE}:1`, by: SWEEP },
  ]);
  expect(await read()).toMatchObject([
    { txid: CLOSE, kind: "close", fee: 4_807_000n, gain: 0n },
    { txid: SWEEP, kind: "sweep", fee: 134_000n, gain: 49_965_059_000n },
  ]);
});

it("says no fee where others got something, where an HTLC ended on the chain, and where it cannot be one", async () => {
  opened();
  add(0, [{ account: "external", tag: "deposit", credit: 5_000n, utxo: `${OPEN}:2` }], {
    originating_account: "wallet",
  });
  expect(await read()).toMatchObject([{ kind: "open", fee: undefined }]);
  world.fake.chainMoves.length = 0;
  add(104, [
    { account: CHANNEL, tag: "channel_close", debit: 49_970_000_000n, utxo: `${OPEN}:0`, by: CLOSE },
    { account: CHANNEL, tag: "delayed_to_us", credit: 49_965_193_000n, utxo: `${CLOSE}:1` },
  ]);
  expect((await read())?.[0]?.fee).toBe(4_807_000n);
  add(105, [{ account: CHANNEL, tag: "htlc_timeout", debit: 1_000n, utxo: `${CLOSE}:2`, by: SWEEP }]);
  expect((await read())?.map(({ fee }) => fee)).toEqual([undefined, undefined]);
  world.fake.chainMoves.length = 0;
  for (const [debit, credit] of [
    [1_000n, 2_000n],
    [1_000_001_000n, 0n],
  ] as const) {
    world.fake.chainMoves.length = 0;
    add(111, [
      { account: CHANNEL, tag: "channel_close", debit, utxo: `${OPEN}:0`, by: CLOSE },
      { account: "wallet", tag: "deposit", credit, utxo: `${CLOSE}:0` },
    ]);
    expect(await read()).toMatchObject([{ fee: undefined }]);
  }
});

it("leaves out what touches no channel, reads over pages, and says nothing where the rune does not allow it", async () => {
  add(103, [
    { account: "wallet", tag: "withdrawal", debit: 9_000n, utxo: `${FUNDS}:0`, by: PAID },
    { account: "external", tag: "deposit", credit: 8_000n, utxo: `${PAID}:0` },
  ]);
  expect(await read()).toEqual([]);
  add(
    103,
    Array.from({ length: 998 }, () => ({ account: "wallet", tag: "deposit", credit: 1_000n, utxo: `${PAID}:1` })),
  );
  opened();
  expect((await read())?.map(({ txid }) => txid)).toEqual([OPEN]);
  await world.fake.writeRune(world.fake.rune([["method=getinfo"]]));
  expect(await read()).toBeUndefined();
});
