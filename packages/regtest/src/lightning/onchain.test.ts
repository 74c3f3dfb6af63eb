import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { p2wpkh } from "@scure/btc-signer";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BadRequest } from "../children/control-server.ts";
import { CONFLICT_BLOCKS, ONCHAIN_KEPT_MS, type OnchainBuilt } from "../control-api.ts";
import { recordingDisk } from "../log/disk.harness.ts";
import { openStore, type Store } from "../log/store.ts";
import { type Block, parseTransaction, type Transaction } from "./block.ts";
import { hex, unhex } from "./bytes.ts";
import { type History, openHistory } from "./history.ts";
import { WALLET_KEY } from "./loop.ts";
import { type CheckedRequest, type Onchain, onchain } from "./onchain.ts";
import { openWallet, type Wallet } from "./wallet.ts";

const SEED = new Uint8Array(32).fill(1);
const FIRST_BLOCK = { hash: "00".repeat(32), height: 500 };
const PUBLIC_KEY = unhex("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798");
const { script: ELSEWHERE } = p2wpkh(PUBLIC_KEY);
const COIN = 100_000n;
const REQUEST: CheckedRequest = { script: ELSEWHERE, sats: 30_000n, feeLimitSats: 10_000n, reference: "one" };

describe("payments to addresses of the chain", () => {
  let folder: string;
  let store: Store;
  let wallet: Wallet;
  let history: History;
  let paying: Onchain;
  let nowMs: number;
  let height: number;
  /** What happened to the disk and to the chain, in order. */
  let steps: string[];
  let chainAnswer: "taken" | "refused" | "silent";

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "leyden-onchain-"));
    [nowMs, height, chainAnswer] = [1_000_000, FIRST_BLOCK.height, "taken"];
    open();
    mine(coin(1), coin(2));
  });
  afterEach(() => {
    store.close();
    rmSync(folder, { recursive: true });
  });

  function open(): void {
    const { disk, calls } = recordingDisk();
    const opened = openStore(folder, disk);
    store = opened.store;
    steps = [];
    calls.push = (...added) => steps.push(...added.map(({ kind }) => kind));
    history = openHistory(opened.history, store);
    wallet = openWallet(SEED, store.get(WALLET_KEY), FIRST_BLOCK, () => nowMs);
    paying = onchain({ wallet, store, history, settled, publish });
  }

  /** Commits later, as the loop of a node does. */
  async function settled(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 1));
    store.commit();
  }

  async function publish(raw: Uint8Array): Promise<"taken" | "refused"> {
    steps.push(`published ${parseTransaction(raw).txid}`);
    if (chainAnswer === "silent") throw new Error("no answer");
    return chainAnswer;
  }

  /** The process dies: what was not committed is gone. */
  function crash(): void {
    store.close();
    open();
  }

  function mine(...transactions: readonly Transaction[]): void {
    const empty = new Uint8Array(0);
    const block: Block = { raw: empty, header: empty, hash: "11".repeat(32), previous: FIRST_BLOCK.hash, transactions };
    wallet.connect(block, ++height);
    paying.onBlock();
    store.put(WALLET_KEY, wallet.write());
    store.commit();
  }

  function mineEmpty(blocks: number): void {
    for (let i = 0; i < blocks; i++) mine();
  }

  function coin(n: number): Transaction {
    const outputs = [{ sats: COIN, script: wallet.script }];
    const inputs = [{ txid: `${n}`.padStart(64, "a"), vout: 0 }];
    return { raw: new Uint8Array(0), txid: `${n}`.padStart(64, "b"), inputs, outputs };
  }

  async function build(changes: Partial<CheckedRequest> = {}) {
    return builtOf(await paying.build({ ...REQUEST, ...changes }));
  }

  it("are built when the transaction is durable, not before, and nothing is published then", async () => {
    const building = paying.build(REQUEST);
    expect(steps).toEqual(["write", "sync"]); // the block with the coins
    const built = builtOf(await building);
    expect(steps).toEqual(["write", "sync", "write", "sync"]);
    crash();
    expect(await build()).toEqual(built);
    expect(wallet.unconfirmed()).toEqual([]);
  });

  it("are on their way when that is durable, and the chain gets them only then", async () => {
    const { transaction, txid } = await build();
    expect(await paying.list("")).toEqual([]);
    steps.splice(0);
    expect(await paying.publish(transaction, "one")).toBe("taken");
    expect(steps).toEqual(["write", "sync", `published ${txid}`]);
    expect(await paying.lookup(txid)).toEqual({ kind: "pending" });
    expect(await paying.list("")).toMatchObject([{ reference: "one", txid, state: { kind: "pending" } }]);
    crash();
    expect(wallet.unconfirmed().map(hex)).toEqual([transaction]);
    expect(await paying.lookup(txid)).toEqual({ kind: "pending" });
  });

  it("are sent again when the chain was silent or has refused, with the same bytes", async () => {
    const { transaction, txid } = await build();
    chainAnswer = "silent";
    await expect(paying.publish(transaction, "one")).rejects.toThrow("no answer");
    crash();
    chainAnswer = "refused";
    expect(await paying.publish(transaction, "one")).toBe("refused");
    expect(wallet.unconfirmed().map(hex)).toEqual([transaction]);
    expect(await paying.lookup(txid)).toEqual({ kind: "pending" });
    chainAnswer = "taken";
    expect(await paying.publish(transaction, "one")).toBe("taken");
  });

  it("have one transaction for a reference for ever once it was published", async () => {
    const built = await build();
    await paying.publish(built.transaction, "one");
    nowMs += 100 * ONCHAIN_KEPT_MS;
    expect(await build({ feeLimitSats: 0n })).toEqual(built);
    mine(parseTransaction(unhex(built.transaction)));
    mineEmpty(150);
    expect(wallet.request({ reference: "one" })).toBeUndefined();
    store.compact();
    crash();
    expect(await build()).toEqual(built);
    expect(await paying.lookup(built.txid)).toEqual({ kind: "confirmed", confirmations: 151 });
    await expect(build({ sats: 30_001n })).rejects.toThrow(BadRequest);
    await expect(build({ script: wallet.script })).rejects.toThrow(BadRequest);
    await expect(paying.publish(built.transaction, "two")).rejects.toThrow(BadRequest);
    const { txid, transaction, feeMsats } = built;
    const state = { kind: "confirmed", confirmations: 151 };
    expect(await paying.list("")).toEqual([{ reference: "one", txid, transaction, feeMsats, state }]);
    expect(await paying.list(txid)).toEqual([]);
    expect(await paying.publish(built.transaction, "one")).toBe("taken");
    expect(wallet.unconfirmed()).toEqual([]);
  });

  it("have another transaction for a reference whose coins are not kept any more, and the older one is no more published", async () => {
    const first = await build();
    expect(await build()).toEqual(first);
    await expect(build({ sats: 30_001n })).rejects.toThrow(BadRequest);
    expect(await paying.build({ ...REQUEST, feeLimitSats: 281n })).toEqual({ kind: "refused", reason: "fee_limit" });
    nowMs += ONCHAIN_KEPT_MS;
    const second = await build({ sats: 40_000n });
    expect(second.txid).not.toBe(first.txid);
    await expect(paying.publish(first.transaction, "one")).rejects.toThrow(BadRequest);
    expect(await paying.lookup(first.txid)).toEqual({ kind: "not_found" });
    expect(await paying.publish(second.transaction, "one")).toBe("taken");
  });

  it("are given to the chain for a node that was replaced, when neither reference nor transaction is its own", async () => {
    const { transaction } = await build();
    const foreign = transaction.replace(amountOf(REQUEST.sats), amountOf(REQUEST.sats - 1n));
    const { txid } = parseTransaction(unhex(foreign));
    await expect(paying.publish(foreign, "one")).rejects.toThrow(BadRequest);
    await expect(paying.publish(transaction, "former")).rejects.toThrow(BadRequest);
    expect(steps.filter((step) => step.startsWith("published"))).toEqual([]);
    expect(await paying.publish(foreign, "former")).toBe("taken");
    expect(steps).toContain(`published ${txid}`);
    chainAnswer = "refused";
    expect(await paying.publish(foreign, "former")).toBe("refused");
    expect([await paying.list(""), await paying.lookup(txid)]).toEqual([[], { kind: "not_found" }]);
    await paying.publish(transaction, "one");
    await expect(paying.publish(foreign, "one")).rejects.toThrow(BadRequest);
  });

  it("are published also when their coins are not kept any more, unless somebody has them", async () => {
    const [one, two] = [await build({ sats: 150_000n }), REQUEST];
    nowMs += ONCHAIN_KEPT_MS;
    const other = await build({ ...two, reference: "two" });
    expect(await paying.publish(one.transaction, "one")).toBe("refused");
    expect(wallet.unconfirmed()).toEqual([]);
    nowMs += ONCHAIN_KEPT_MS;
    expect(await paying.publish(one.transaction, "one")).toBe("taken");
    expect(await paying.publish(other.transaction, "two")).toBe("refused");
    mine(parseTransaction(unhex(one.transaction)));
    mineEmpty(CONFLICT_BLOCKS - 2);
    expect(await paying.lookup(other.txid)).toEqual({ kind: "not_found" });
    mine();
    expect(await paying.lookup(other.txid)).toEqual({ kind: "conflicted" });
    mineEmpty(150);
    expect(await paying.lookup(other.txid)).toEqual({ kind: "conflicted" });
    // Never published: its reference may have another one.
    expect((await build({ reference: "two" })).txid).not.toBe(other.txid);
  });

  it("are nothing but what this wallet has built", async () => {
    const { transaction } = await build();
    const stranger = openWallet(new Uint8Array(32), undefined, FIRST_BLOCK);
    const ours = wallet.fund(ELSEWHERE, 1_000n);
    stranger.connect(
      {
        raw: ours,
        header: ours,
        hash: "",
        previous: "",
        transactions: [{ ...coin(3), outputs: [{ sats: COIN, script: stranger.script }] }],
      },
      501,
    );
    const foreign = hex(stranger.fund(ELSEWHERE, 1_000n));
    const changed = `${transaction.slice(0, -10)}00${transaction.slice(-8)}`;
    for (const raw of [foreign, hex(ours), changed, `${transaction}00`, transaction.slice(2), "00"])
      await expect(paying.publish(raw, "one")).rejects.toThrow(BadRequest);
    expect(steps.filter((step) => step.startsWith("published"))).toEqual([]);
  });

  it("are confirmed, pending after a reorganization, and confirmed again", async () => {
    const { transaction, txid } = await build();
    await paying.publish(transaction, "one");
    mine(parseTransaction(unhex(transaction)));
    mine();
    expect(await paying.lookup(txid)).toEqual({ kind: "confirmed", confirmations: 2 });
    for (let i = 0; i < 2; i++) wallet.disconnect(FIRST_BLOCK.hash, height--);
    expect(await paying.lookup(txid)).toEqual({ kind: "pending" });
    mineEmpty(10);
    expect(await paying.lookup(txid)).toEqual({ kind: "pending" });
    mine(parseTransaction(unhex(transaction)));
    expect(await paying.lookup(txid)).toEqual({ kind: "confirmed", confirmations: 1 });
  });

  it("count as published when they are in a block, whoever sent them", async () => {
    const built = await build();
    mine(parseTransaction(unhex(built.transaction)));
    expect(await paying.lookup(built.txid)).toEqual({ kind: "confirmed", confirmations: 1 });
    wallet.disconnect(FIRST_BLOCK.hash, height--);
    nowMs += ONCHAIN_KEPT_MS;
    expect(await build()).toEqual(built);
    expect(wallet.unconfirmed().map(hex)).toEqual([built.transaction]);
  });

  it("have a child of their change, which the balance counts once, up to its block", async () => {
    const before = wallet.balance().total;
    const parent = await build();
    await paying.publish(parent.transaction, "one");
    const paid = before - wallet.balance().total;
    const [change] = paying.change(parent.txid).outputs;
    expect(change?.index).toBe(1);
    const request = { parent: parent.txid, index: 1, satsPerVbyte: 20n, feeLimitSats: 10_000n, reference: "child" };
    const child = builtOf(await paying.buildChild(request));
    expect(before - wallet.balance().total).toBe(paid);
    crash();
    expect(await paying.buildChild(request)).toEqual(child);
    expect(await paying.publish(child.transaction, "child")).toBe("taken");
    const cost = BigInt(child.feeMsats) / 1_000n;
    expect(before - wallet.balance().total).toBe(paid + cost);
    expect(wallet.unconfirmed().map(hex)).toEqual([parent.transaction, child.transaction]);
    mine(parseTransaction(unhex(parent.transaction)));
    expect(await paying.lookup(child.txid)).toEqual({ kind: "pending" });
    expect(before - wallet.balance().total).toBe(paid + cost);
    mine(parseTransaction(unhex(child.transaction)));
    expect(await paying.lookup(child.txid)).toEqual({ kind: "confirmed", confirmations: 1 });
    expect(before - wallet.balance().total).toBe(paid + cost);
    expect(paying.change(parent.txid).outputs).toEqual([]);
  });

  it("lose their child with their coins, for good after six blocks, and have it again when that is undone", async () => {
    const parent = await build();
    await paying.publish(parent.transaction, "one");
    const request = { parent: parent.txid, index: 1, satsPerVbyte: 20n, feeLimitSats: 10_000n, reference: "child" };
    const child = builtOf(await paying.buildChild(request));
    await paying.publish(child.transaction, "child");
    const own = wallet.balance().total;
    const { inputs } = parseTransaction(unhex(parent.transaction));
    mine({ raw: new Uint8Array(0), txid: "c".repeat(64), inputs, outputs: [] });
    expect(wallet.unconfirmed()).toEqual([]);
    expect(wallet.balance().total).toBe(2n * COIN - COIN);
    mineEmpty(CONFLICT_BLOCKS - 2);
    expect(await paying.lookup(child.txid)).toEqual({ kind: "pending" });
    mine();
    expect(await paying.lookup(child.txid)).toEqual({ kind: "conflicted" });
    for (let i = 0; i < CONFLICT_BLOCKS; i++) wallet.disconnect(FIRST_BLOCK.hash, height--);
    expect(wallet.balance().total).toBe(own);
    expect(wallet.unconfirmed().map(hex)).toEqual([parent.transaction, child.transaction]);
  });
});

function builtOf(answer: OnchainBuilt) {
  if (answer.kind !== "built") throw new Error(answer.reason);
  return answer;
}

/** As a transaction writes it, hex. */
function amountOf(sats: bigint): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(sats);
  return bytes.toString("hex");
}
