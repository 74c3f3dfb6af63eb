import { expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { machineClock } from "#platform/machine/clock.ts";
import type { Fields } from "../answers.ts";
import type { Connection, Connections } from "./connections.ts";
import { gatherEvidence } from "./evidence.ts";
import { unspentLeases } from "./leases.ts";
import type { Outcomes } from "./outcomes.ts";
import { keysend } from "./paying.ts";
import { paymentOf } from "./payment.ts";
import { readTransactions } from "./transactions.ts";

const HASH = "07".repeat(32);
const COIN = { txid_str: "ab".repeat(32), output_index: 1 };

const payment = (htlcs: readonly Fields[]): Fields => ({
  payment_hash: HASH,
  payment_index: "3",
  creation_time_ns: "1700000000000000000",
  value_msat: "1000",
  status: "IN_FLIGHT",
  htlcs,
});

it("an attempt for which no way can be short enough is not called failed while the hash is in flight", async () => {
  const stream = { next: async () => payment([]), close: () => undefined };
  const connection = { stream: () => stream } as unknown as Connection;
  const connections = { take: async () => connection } as unknown as Connections;
  const deps = { connections, clock: machineClock, outcomes: {} as Outcomes };
  const outcome = await keysend(deps, {
    nodeId: `02${"ab".repeat(32)}`,
    preimage: new Uint8Array(32),
    paymentHash: new Uint8Array(32).fill(7),
    amount: msats(1_000n),
    records: [],
    feeLimit: msats(0n),
    cltvLimitBlocks: 83,
    expiresAt: new Date(Date.now() + 60_000),
    deadlineMonotonicMs: machineClock.monotonicMs() + 5_000,
    onReference: () => undefined,
  });
  expect(outcome).toEqual({ kind: "not_sent", reason: "known_hash" });
});

it("an HTLC that came in with the hash is none that went out", async () => {
  const hash_lock = Buffer.from(HASH, "hex").toString("base64");
  const channel = { chan_id: "5", active: true, pending_htlcs: [{ incoming: true, hash_lock }] };
  const answers: Readonly<Record<string, object>> = {
    "/v1/getinfo": { synced_to_chain: true, block_height: 200 },
    "/v1/channels": { channels: [channel] },
  };
  const ask = async ({ path }: { readonly path: string }) => answers[path];
  const route = { total_time_lock: 150, hops: [{ chan_id: "5" }] };
  const flying = paymentOf(payment([{ status: "IN_FLIGHT", route }]));
  expect(await gatherEvidence({ connections: { ask } as unknown as Connections }, flying)).toEqual({
    lockedUntilBlock: 150,
    atBlock: 200,
    place: "gone",
  });
});

const TRANSACTION: Fields = {
  tx_hash: "cd".repeat(32),
  raw_tx_hex: "02",
  num_confirmations: 0,
  time_stamp: "1",
  total_fees: "1",
  amount: "-1",
  output_details: [],
};

it("a transaction of somebody that fills a block is read: one that could not be would stop all that lists them", async () => {
  const outpoint = `${COIN.txid_str}:${COIN.output_index}`;
  const transaction = {
    ...TRANSACTION,
    raw_tx_hex: "02".repeat(3_999_000),
    previous_outpoints: Array.from({ length: 24_390 }, () => ({ outpoint, is_our_output: false })),
  };
  const connection = { ask: async () => ({ transactions: [transaction] }) } as unknown as Connection;
  const [read] = await readTransactions(connection, "all");
  expect(read).toMatchObject({ isOurs: false, coins: { length: 24_390 }, bytes: { length: 3_999_000 } });
});

it("a close with as many HTLCs as a channel can have says of each how it ended", async () => {
  const outcome = (outcome: string) => ({ resolution_type: "OUTGOING_HTLC", outcome });
  const resolutions = Array.from({ length: 966 }, () => [outcome("FIRST_STAGE"), outcome("TIMEOUT")]).flat();
  const answers: Readonly<Record<string, object>> = {
    "/v1/getinfo": { synced_to_chain: true, block_height: 200 },
    "/v1/channels": { channels: [] },
    "/v1/channels/closed": { channels: [{ chan_id: "5", close_type: "LOCAL_FORCE_CLOSE", resolutions }] },
  };
  const ask = async ({ path }: { readonly path: string }) => answers[path];
  const route = { total_time_lock: 150, hops: [{ chan_id: "5" }] };
  const flying = paymentOf(payment([{ status: "IN_FLIGHT", route }]));
  expect(await gatherEvidence({ connections: { ask } as unknown as Connections }, flying)).toMatchObject({
    place: "gone",
  });
});

it.each([
  [[], 1_000_000n],
  [[{ outpoint: `${COIN.txid_str}:${COIN.output_index}`, is_our_output: true }], 0n],
])("a coin that is kept counts until a transaction spends it: %j", async (previous_outpoints, kept) => {
  const answers: Readonly<Record<string, object>> = {
    POST: { locked_utxos: [{ id: "aa", outpoint: COIN, value: "1000" }] },
    GET: { transactions: [{ ...TRANSACTION, previous_outpoints }] },
  };
  const ask = async ({ method }: { readonly method: string }) => answers[method];
  const connection = { ask } as unknown as Connection;
  expect(await unspentLeases(connection, await readTransactions(connection, "unconfirmed"))).toBe(kept);
});
