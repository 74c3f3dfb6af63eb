import { randomBytes } from "node:crypto";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { p2wpkh, TEST_NETWORK, Transaction } from "@scure/btc-signer";
import { pubECDSA } from "@scure/btc-signer/utils.js";
import type { Clock } from "#kernel/clock.ts";
import { msats } from "#kernel/money.ts";
import { parseBitcoinAddress } from "#protocol/bitcoin-address.ts";
import { parseBitcoinTransaction } from "#protocol/bitcoin-transaction.ts";
import type { Network } from "../model/node-info.ts";
import { NodeUnavailable } from "../model/node-unavailable.ts";
import type {
  OnchainBuildRequest,
  OnchainBuilt,
  OnchainChange,
  OnchainChildRequest,
  OnchainEstimate,
  OnchainPublished,
  OnchainRequest,
  OnchainStatus,
} from "../model/onchain-transaction.ts";
import { CONFLICT_BLOCKS, ONCHAIN_KEPT_MS } from "../model/send-limits.ts";
import { DUST_SATS, feeOf, OUTPUT_BYTES, read } from "./fake-transaction.harness.ts";

type Built = Extract<OnchainBuilt, { readonly kind: "built" }>;
type Taken = "taken" | "refused";

/** The chain of the fake node, and its wallet there. The fields that are not readonly are knobs for tests. */
export type FakeOnchain = {
  /** Satoshis per virtual byte. */
  feeRate: bigint;
  /** The wallet holds nothing that it could spend. */
  isPoor: boolean;
  /** What its channels need and nobody gets, in satoshis. */
  reserve: bigint;
  /** The mempool takes nothing. */
  refuses: boolean;
  /** What was given to `publishOnchain`, every call of it, in order. */
  readonly published: Uint8Array[];
  /** Makes the answer to a build that succeeded; its coins are kept by then. May throw. `buildsWrongly` makes some. */
  onBuild: (built: Built, draft: OnchainBuildRequest) => OnchainBuilt | Promise<OnchainBuilt>;
  /** Makes the answer to a request for a child that succeeded. May throw. */
  onBuildChild: (built: Built) => OnchainBuilt | Promise<OnchainBuilt>;
  /** Answers a call to publish. It takes effect with `take()`: before or after that a test may throw. */
  onPublish: (take: () => Taken) => Taken | Promise<Taken>;
  /** Mines what is in the mempool, and blocks on top of it. Default 1. */
  mine(blocks?: number): void;
  /**
   * Another transaction spends the coins of this one; it is in the next block, and final `CONFLICT_BLOCKS` blocks from
   * now.
   */
  conflict(txid: string): void;
  /** The same, by a transaction that pays the same address `more` satoshis more, for `fee` satoshis more to miners. */
  replace(txid: string, fee: bigint, more?: bigint): string;
  /** The mempool loses what is in no block. The node finds it no more, until it is published again. */
  forget(): void;
  /** What an address was paid in blocks. */
  receivedAt(address: string): bigint;
  /** What the wallet holds, also in change that is in no block yet. In msats. */
  balance(): bigint;
  estimate(request: OnchainRequest): OnchainEstimate;
  build(draft: OnchainBuildRequest): Promise<OnchainBuilt>;
  change(txid: string): OnchainChange;
  buildChild(request: OnchainChildRequest): Promise<OnchainBuilt>;
  publish(transaction: Uint8Array, reference: string): Promise<Taken>;
  list(): readonly OnchainPublished[];
  lookup(txid: string): OnchainStatus;
  /** The wallet is made again from its seed: it knows its coins, and none of its drafts and references. */
  forgetDrafts(): void;
};

export type FakeOnchainOptions = {
  readonly clock: Clock;
  readonly network: Network;
  /** The node's private key. */
  readonly key: Uint8Array;
  /** Coins at the start, in satoshis. */
  readonly coins: readonly bigint[];
  readonly firstHeight: number;
  readonly onHeight: (height: number) => void;
};

type Coin = { readonly txid: string; readonly index: number; readonly sats: bigint };

type Made = {
  readonly draft: OnchainBuildRequest;
  readonly answer: Built;
  readonly inputs: readonly Coin[];
  readonly change: Coin | undefined;
  readonly keptUntilMs: number;
  /** Whose change it spends, which may be in no block. */
  readonly parent?: Made;
  /** Under which it was published. */
  reference: string | undefined;
  wasPublished: boolean;
  isInMempool: boolean;
  /** Height of its block. */
  height: number | undefined;
  /** Of the transaction that took its coins. */
  rivalHeight: number | undefined;
  /** That one, where it is a replacement. */
  rival?: Uint8Array;
};

const REFERENCE = /^[0-9a-z-]{1,64}$/;

export function createFakeOnchain(options: FakeOnchainOptions): FakeOnchain {
  const { clock, network, onHeight } = options;
  const key = sha256(Buffer.concat([Buffer.from("onchain"), options.key]));
  const { script: ownScript } = p2wpkh(pubECDSA(key), TEST_NETWORK);
  const firstCoins = options.coins.map((sats): Coin => ({ txid: bytesToHex(randomBytes(32)), index: 0, sats }));
  const all: Made[] = [];
  const drafts = new Map<string, Made>();
  let height = options.firstHeight;

  const isSpending = (made: Made) => made.isInMempool || made.height !== undefined;
  const isKept = (made: Made) =>
    made.rivalHeight === undefined && (made.wasPublished || clock.now().getTime() < made.keptUntilMs);
  const isTakenByRival = ({ rivalHeight }: Made) => rivalHeight !== undefined && rivalHeight <= height;
  const changeOf = (which: (made: Made) => boolean) =>
    all.flatMap((made) => (made.change !== undefined && which(made) ? [made.change] : []));
  const without = (coins: readonly Coin[], spending: readonly Made[]) => {
    const spent = new Set(spending.flatMap(({ inputs }) => inputs));
    return coins.filter((coin) => !spent.has(coin));
  };
  /** Coins that a build may take: confirmed, and of no other draft. */
  const free = () => {
    const coins = [...firstCoins, ...changeOf((made) => made.height !== undefined)];
    return without(
      coins,
      all.filter((made) => isKept(made) || isSpending(made) || isTakenByRival(made)),
    );
  };
  const find = (txid: string) => all.findLast(({ answer }) => answer.txid === txid);

  /** The fewest coins for a draft; undefined when all are too little, or would leave less than the reserve. */
  function choose(coins: readonly Coin[], sats: bigint, script: Uint8Array) {
    const inputs: Coin[] = [];
    const held = coins.reduce((sum, coin) => sum + coin.sats, 0n);
    for (const coin of [...coins].sort((a, b) => Number(b.sats - a.sats))) {
      inputs.push(coin);
      const fee = feeOf(inputs.length, [script, ownScript], chain.feeRate);
      const change = inputs.reduce((sum, input) => sum + input.sats, 0n) - sats - fee;
      if (change < DUST_SATS.segwit) continue;
      return held - sats - fee < chain.reserve ? undefined : { inputs, fee, change };
    }
    return undefined;
  }

  function make(draft: OnchainBuildRequest): Made | Extract<OnchainBuilt, { readonly kind: "refused" }> {
    const { sats, script } = read(draft, network);
    const chosen = chain.isPoor ? undefined : choose(free(), sats, script);
    if (chosen === undefined) return { kind: "refused", reason: "insufficient" };
    const fee = msats(chosen.fee * 1_000n);
    if (fee > draft.feeLimit) return { kind: "refused", reason: "fee_limit" };
    // Without meaning, because the inputs are final: it makes the transactions of two references differ.
    const lockTime = Buffer.from(sha256(Buffer.from(draft.reference))).readUInt32LE();
    const tx = new Transaction({ allowUnknownOutputs: true, lockTime });
    for (const coin of chosen.inputs) tx.addInput({ ...coin, witnessUtxo: { script: ownScript, amount: coin.sats } });
    tx.addOutput({ script, amount: sats });
    tx.addOutput({ script: ownScript, amount: chosen.change });
    tx.sign(key);
    tx.finalize();
    return {
      draft,
      answer: { kind: "built", txid: tx.id, transaction: tx.extract(), fee },
      inputs: chosen.inputs,
      change: { txid: tx.id, index: 1, sats: chosen.change },
      keptUntilMs: clock.now().getTime() + ONCHAIN_KEPT_MS,
      reference: undefined,
      wasPublished: false,
      isInMempool: false,
      height: undefined,
      rivalHeight: undefined,
    };
  }

  /** A draft whose name is known: the same transaction, as long as it has its coins. */
  function known(draft: OnchainBuildRequest): Made | undefined {
    const made = drafts.get(draft.reference);
    if (made === undefined || !(made.wasPublished || isKept(made))) return undefined;
    if (made.draft.address !== draft.address || made.draft.amount !== draft.amount)
      throw new NodeUnavailable("the reference names another payment");
    return made;
  }

  /** A child spends the change of a transaction that is in the mempool or in a block. */
  function makeChild({ parent: { txid, index }, satsPerVbyte, feeLimit, reference }: OnchainChildRequest) {
    const parent = find(txid);
    const coin = parent?.change?.index === index && isSpending(parent) ? parent.change : undefined;
    const taken = all.filter((made) => isKept(made) || isSpending(made) || isTakenByRival(made));
    if (parent === undefined || coin === undefined || without([coin], taken).length === 0)
      return { kind: "refused", reason: "insufficient" } as const;
    const fee = feeOf(1, [ownScript], satsPerVbyte);
    if (fee * 1_000n > feeLimit) return { kind: "refused", reason: "fee_limit" } as const;
    const tx = new Transaction();
    tx.addInput({ ...coin, witnessUtxo: { script: ownScript, amount: coin.sats } });
    tx.addOutput({ script: ownScript, amount: coin.sats - fee });
    tx.sign(key);
    tx.finalize();
    const made: Made = {
      draft: { address: txid, amount: parent.draft.amount, feeLimit, reference },
      answer: { kind: "built", txid: tx.id, transaction: tx.extract(), fee: msats(fee * 1_000n) },
      inputs: [coin],
      change: { txid: tx.id, index: 0, sats: coin.sats - fee },
      keptUntilMs: clock.now().getTime() + ONCHAIN_KEPT_MS,
      parent,
      reference: undefined,
      wasPublished: false,
      isInMempool: false,
      height: undefined,
      rivalHeight: undefined,
    };
    return made;
  }

  function take(transaction: Uint8Array, reference: string): Taken {
    const made = all.findLast(({ answer }) => Buffer.compare(answer.transaction, transaction) === 0);
    if (made?.draft.reference !== reference || (drafts.get(reference) ?? made) !== made)
      throw new NodeUnavailable("the wallet has not built this transaction, or another one for its reference since");
    if (isSpending(made)) return "taken";
    const rivals = all.filter((other) => other !== made && (isKept(other) || isSpending(other)));
    if (made.parent !== undefined && !isSpending(made.parent)) return "refused";
    if (chain.refuses || made.rivalHeight !== undefined || without(made.inputs, rivals).length < made.inputs.length)
      return "refused";
    made.reference = reference;
    made.wasPublished = true;
    made.isInMempool = true;
    return "taken";
  }

  const chain: FakeOnchain = {
    feeRate: 2n,
    isPoor: false,
    reserve: 0n,
    refuses: false,
    published: [],
    onBuild: (built) => built,
    onBuildChild: (built) => built,
    onPublish: (take) => take(),
    mine(blocks = 1) {
      for (const made of all.filter(({ isInMempool }) => isInMempool)) {
        made.isInMempool = false;
        const isOrphan = made.parent !== undefined && made.parent.height === undefined;
        if (made.rivalHeight === undefined && !isOrphan) made.height = height + 1;
      }
      height += blocks;
      onHeight(height);
    },
    conflict(txid) {
      const made = find(txid);
      if (made === undefined || made.height !== undefined) throw new Error("no transaction that could be in conflict");
      made.rivalHeight = height + 1;
    },
    replace(txid, fee, more = 0n) {
      const made = find(txid);
      const [paid, change] = made === undefined ? [] : parseBitcoinTransaction(made.answer.transaction).outputs;
      if (made === undefined || paid === undefined || change === undefined) throw new Error("no such transaction");
      const tx = new Transaction({ allowUnknownOutputs: true });
      for (const coin of made.inputs) tx.addInput({ ...coin, witnessUtxo: { script: ownScript, amount: coin.sats } });
      tx.addOutput({ script: paid.script, amount: paid.sats + more });
      tx.addOutput({ script: change.script, amount: change.sats - fee - more });
      tx.sign(key);
      tx.finalize();
      chain.conflict(txid);
      made.rival = tx.extract();
      return tx.id;
    },
    forget() {
      for (const made of all) made.isInMempool = false;
    },
    receivedAt(address) {
      const { script } = parseBitcoinAddress(address, network);
      const outputs = all
        .filter((made) => made.height !== undefined)
        .flatMap(({ answer }) => parseBitcoinTransaction(answer.transaction).outputs)
        .filter((output) => Buffer.compare(output.script, script) === 0);
      return outputs.reduce((sum, { sats }) => sum + sats * 1_000n, 0n);
    },
    balance() {
      const gone = all.filter((made) => isSpending(made) || isTakenByRival(made));
      const coins = without([...firstCoins, ...changeOf(isSpending)], gone);
      return coins.reduce((sum, { sats }) => sum + sats * 1_000n, 0n);
    },
    estimate(request) {
      const { sats, script } = read(request, network);
      const coming = without(
        changeOf((made) => made.height === undefined && isKept(made)),
        all.filter(isKept),
      );
      const chosen = chain.isPoor ? undefined : choose([...free(), ...coming], sats, script);
      return chosen === undefined ? { kind: "insufficient" } : { kind: "fee", fee: msats(chosen.fee * 1_000n) };
    },
    async build(draft) {
      if (!REFERENCE.test(draft.reference)) throw new NodeUnavailable("the reference is not as it must be");
      const before = known(draft);
      const made = before ?? make(draft);
      if ("kind" in made) return made;
      if (!made.wasPublished && made.answer.fee > draft.feeLimit) return { kind: "refused", reason: "fee_limit" };
      if (before === undefined) {
        drafts.set(draft.reference, made);
        all.push(made);
      }
      return await chain.onBuild(made.answer, draft);
    },
    change(txid) {
      const made = find(txid);
      const outputs = made?.change !== undefined && made.isInMempool ? [made.change] : [];
      return {
        outputs: outputs.map(({ index, sats }) => ({ index, amount: msats(sats * 1_000n) })),
        rate: chain.feeRate * 1_000n,
      };
    },
    async buildChild(request) {
      const before = drafts.get(request.reference);
      const isKnown = before !== undefined && (before.wasPublished || isKept(before));
      if (isKnown && before.draft.address !== request.parent.txid)
        throw new NodeUnavailable("the reference names another transaction");
      const made = isKnown ? before : makeChild(request);
      if ("kind" in made) return made;
      if (!made.wasPublished && made.answer.fee > request.feeLimit) return { kind: "refused", reason: "fee_limit" };
      if (!isKnown) {
        drafts.set(request.reference, made);
        all.push(made);
      }
      return await chain.onBuildChild(made.answer);
    },
    async publish(transaction, reference) {
      chain.published.push(transaction);
      return await chain.onPublish(() => take(transaction, reference));
    },
    list: () =>
      all.flatMap((made) => {
        const { answer, reference, wasPublished, rival, rivalHeight = Number.POSITIVE_INFINITY } = made;
        const { txid, transaction, fee } = answer;
        const confirmations = made.height === undefined ? 0 : height - made.height + 1;
        const own = { txid, transaction, reference, fee, confirmations };
        const depth = Math.max(0, height - rivalHeight + 1);
        return [
          ...(wasPublished && depth < CONFLICT_BLOCKS ? [own] : []),
          ...(rival === undefined ? [] : [{ ...replacing(made, rival), confirmations: depth }]),
        ];
      }),
    lookup(txid) {
      const made = find(txid);
      const replaced = all.find(({ rival }) => rival !== undefined && parseBitcoinTransaction(rival).txid === txid);
      if (replaced?.rivalHeight !== undefined)
        return replaced.rivalHeight > height
          ? { kind: "pending" }
          : { kind: "confirmed", confirmations: height - replaced.rivalHeight + 1 };
      if (made?.height !== undefined) return { kind: "confirmed", confirmations: height - made.height + 1 };
      if (made?.rivalHeight !== undefined && height - made.rivalHeight + 1 >= CONFLICT_BLOCKS)
        return { kind: "conflicted", by: made.rival };
      const isTaken = made?.isInMempool || (made?.wasPublished && made.rivalHeight !== undefined);
      return { kind: isTaken ? "pending" : "not_found" };
    },
    forgetDrafts() {
      drafts.clear();
      for (const made of all) made.reference = undefined;
    },
  };
  return chain;
}

/** As the wallet lists what took the place of a transaction: without a reference. */
function replacing({ inputs }: Made, transaction: Uint8Array) {
  const { txid, outputs } = parseBitcoinTransaction(transaction);
  const spent = inputs.reduce((sum, { sats }) => sum + sats, 0n);
  const paid = outputs.reduce((sum, { sats }) => sum + sats, 0n);
  return { txid, transaction, reference: undefined, fee: msats((spent - paid) * 1_000n) };
}

/**
 * For `onBuild`: a transaction that pays another amount or another script, an answer with another txid, or a fee above
 * the limit.
 */
export function buildsWrongly(what: "amount" | "script" | "txid" | "fee"): FakeOnchain["onBuild"] {
  return (built, draft) => {
    if (what === "txid") return { ...built, txid: bytesToHex(sha256(built.transaction)) };
    if (what === "fee") return { ...built, fee: msats(draft.feeLimit + 1_000n) };
    const transaction = Buffer.from(built.transaction);
    const [paid] = parseBitcoinTransaction(transaction).outputs;
    if (paid === undefined) throw new Error("the transaction pays nobody");
    const scriptAt = transaction.indexOf(paid.script);
    if (what === "script") transaction.writeUInt8(transaction.readUInt8(scriptAt + 3) ^ 1, scriptAt + 3);
    else transaction.writeBigUInt64LE(paid.sats + 1n, scriptAt - Number(OUTPUT_BYTES));
    const changed = Uint8Array.from(transaction);
    return { ...built, txid: parseBitcoinTransaction(changed).txid, transaction: changed };
  };
}
