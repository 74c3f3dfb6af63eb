import { sha256 } from "@noble/hashes/sha2.js";
import { p2wpkh } from "@scure/btc-signer";
import { pubECDSA } from "@scure/btc-signer/utils.js";
import { ONCHAIN_KEPT_MS } from "../control-api.ts";
import { REGTEST } from "./address.ts";
import { type Block, type Output, parseTransaction } from "./block.ts";
import { hex, unhex } from "./bytes.ts";
import { type Choice, type Coin, chooseCoins, type Payment, signed, spendCoin } from "./coins.ts";
import {
  connected,
  disconnected,
  inputsOf,
  isFinal,
  type KnownTransaction,
  nameOf,
  type WalletState,
} from "./wallet-state.ts";
import { viewOf } from "./wallet-view.ts";

/**
 * On-chain money of a node: one key, native SegWit. Keeps its coins across starts, so that no block is read twice,
 * and every transaction it sent until it is buried, so that a chain that forgot one gets it again.
 */
export type Wallet = {
  readonly address: string;
  readonly script: Uint8Array;
  /** The last block it has seen. */
  best(): { readonly hash: string; readonly height: number };
  connect(block: Block, height: number): void;
  disconnect(previous: string, height: number): void;
  /**
   * A signed transaction that pays `sats` to `script`. Until `sent` another `fund` may spend its coins, but for some
   * time no request.
   * @throws when it is too poor.
   */
  fund(script: Uint8Array, sats: bigint): Uint8Array;
  /** Fee of a payment, with what is on its way to the wallet. In satoshis; undefined when it is too poor. */
  estimate(payment: Payment): bigint | undefined;
  /**
   * Signs a transaction for a request and keeps its coins for it. It takes the place of an older one of the reference.
   */
  build(payment: Payment, request: RequestLimits): KnownTransaction | "insufficient" | "fee_limit";
  /** Coins that a transaction on its way will give the wallet. */
  coinsOf(txid: string): readonly Coin[];
  /** The same for a child: it spends one such coin to the wallet itself. */
  buildChild(coin: Coin, request: ChildLimits): KnownTransaction | "insufficient" | "fee_limit";
  /** The transaction of a request that was built and is not buried yet. */
  request(which: { readonly reference: string } | { readonly txid: string }): KnownTransaction | undefined;
  /** Whether its coins are kept for a transaction that was built and not published. */
  isKept(known: KnownTransaction): boolean;
  /** Whether its coins are there for it: no other transaction has spent them, is about to, or has them kept. */
  hasCoins(known: KnownTransaction): boolean;
  /** Whether another transaction has spent its coins for good. */
  isConflicted(known: KnownTransaction): boolean;
  /** Requests that are in the chain, or never will be, for good. The wallet forgets them. */
  takeBuried(): readonly KnownTransaction[];
  /** Transactions of requests that are in a block. */
  confirmed(): readonly KnownTransaction[];
  /** Remembers a transaction as on its way when it concerns this wallet: it spends our coins or pays us. */
  sent(raw: Uint8Array): void;
  /** Transactions that are on their way into a block. */
  unconfirmed(): readonly Uint8Array[];
  /** All that is ours, on its way included; and what `fund` could spend now. In satoshis. */
  balance(): { readonly total: bigint; readonly spendable: bigint };
  /** The state to be stored. */
  write(): Uint8Array;
};

export type ChildLimits = RequestLimits & { readonly satsPerVbyte: bigint };

export type RequestLimits = { readonly reference: string; readonly feeLimitSats: bigint };

/** A channel that is being opened is funded sooner, or never. */
const FUNDING_KEPT_MS = 600_000;

/** The wallet of a node's seed: from its stored state, or new at `firstBlock`. `now` in milliseconds since 1970. */
export function openWallet(
  seed: Uint8Array,
  stored: Uint8Array | undefined,
  firstBlock: { readonly hash: string; readonly height: number },
  now: () => number = Date.now,
): Wallet {
  const key = sha256(Buffer.concat([Buffer.from("onchain"), seed]));
  const payment = p2wpkh(pubECDSA(key), REGTEST);
  const script = payment.script;
  let state: WalletState =
    stored === undefined
      ? { ...firstBlock, coins: [], sent: [] }
      : (JSON.parse(Buffer.from(stored).toString("utf8")) as WalletState);

  const isOurs = (output: Output) => Buffer.compare(output.script, script) === 0;
  const view = viewOf(() => state, { isOurs, now });
  const { freeFor, arriving, isOnItsWay, isKept, isHolding, isHoldingForAll } = view;
  const sign = (choice: Choice, target: Payment, lockTime = 0) =>
    signed({ choice, payment: target, script, key, lockTime });
  const remember = (known: KnownTransaction, forget: (other: KnownTransaction) => boolean = () => false) => {
    state = { ...state, sent: [...state.sent.filter((other) => !forget(other)), known] };
  };
  const keep = (raw: Uint8Array, made: Made): KnownTransaction => {
    const known = { ...requested(raw, made), keptUntilMs: now() + ONCHAIN_KEPT_MS };
    remember(known, (other) => other.request?.reference === made.reference);
    return known;
  };

  return {
    address: payment.address ?? "",
    script,
    best: () => ({ hash: state.hash, height: state.height }),
    connect(block, height) {
      state = connected(state, block, height, { isOurs, nowMs: now() });
    },
    disconnect(previous, height) {
      state = disconnected(state, previous, height);
    },
    fund(target, sats) {
      const choice = chooseCoins(freeFor(isHoldingForAll), { script: target, sats }, undefined);
      if (typeof choice === "string")
        throw new Error(`the on-chain wallet holds too little for ${sats} sat and the fee`);
      const raw = sign(choice, { script: target, sats });
      const { txid } = parseTransaction(raw);
      remember({ txid, raw: hex(raw), keptUntilMs: now() + FUNDING_KEPT_MS }, (other) => other.txid === txid);
      return raw;
    },
    estimate(target) {
      const soon = arriving(state.sent.filter((known) => isOnItsWay(known) || isKept(known)));
      const choice = chooseCoins([...freeFor(isHolding), ...soon], target, undefined);
      return typeof choice === "string" ? undefined : choice.fee;
    },
    build(target, { reference, feeLimitSats }) {
      const choice = chooseCoins(freeFor(isHolding), target, feeLimitSats);
      if (typeof choice === "string") return choice;
      return keep(sign(choice, target, lockTimeOf(reference)), { reference, choice, target });
    },
    coinsOf: view.coinsFrom,
    buildChild(coin, { satsPerVbyte, reference, feeLimitSats }) {
      if (!view.isFree(coin)) return "insufficient";
      const choice = spendCoin(coin, script, { satsPerVbyte, feeLimit: feeLimitSats });
      if (typeof choice === "string") return choice;
      const sats = BigInt(coin.sats) - choice.fee;
      return keep(sign(choice, { script, sats }), { reference, choice, target: { script, sats } });
    },
    request: (which) =>
      state.sent.find(({ txid, request }) =>
        "txid" in which ? request && txid === which.txid : request?.reference === which.reference,
      ),
    isKept,
    hasCoins(known) {
      const others = state.sent.filter((other) => other.txid !== known.txid && isHolding(other));
      const taken = new Set(others.flatMap(inputsOf));
      return known.rivalHeight === undefined && !inputsOf(known).some((input) => taken.has(input));
    },
    isConflicted: view.isConflicted,
    takeBuried() {
      const buried = state.sent.filter((known) => known.request !== undefined && isFinal(known, state.height));
      state = { ...state, sent: state.sent.filter((known) => !buried.includes(known)) };
      return buried;
    },
    confirmed: () => state.sent.filter(({ request, height }) => request !== undefined && height !== undefined),
    sent(raw) {
      const tx = parseTransaction(raw);
      const known = state.sent.find(({ txid }) => txid === tx.txid);
      if (known !== undefined) {
        const { keptUntilMs, ...published } = known;
        if (keptUntilMs !== undefined) remember(published, (other) => other === known);
        return;
      }
      const spendsOurs = tx.inputs.some((input) => state.coins.some((coin) => nameOf(coin) === nameOf(input)));
      if (spendsOurs || tx.outputs.some(isOurs)) remember({ txid: tx.txid, raw: hex(raw) });
    },
    unconfirmed: () => state.sent.filter(isOnItsWay).map(({ raw }) => unhex(raw)),
    balance() {
      const onTheirWay = state.sent.filter(isOnItsWay);
      return {
        total: sum(view.unspent(onTheirWay)) + sum(arriving(onTheirWay)),
        spendable: sum(freeFor(isHoldingForAll)),
      };
    },
    write: () => Buffer.from(JSON.stringify(state)),
  };
}

function lockTimeOf(reference: string): number {
  return Buffer.from(sha256(Buffer.from(reference))).readUInt32LE();
}

type Made = { readonly reference: string; readonly choice: Choice; readonly target: Payment };

/** A signed transaction with what was asked for. */
function requested(raw: Uint8Array, { reference, choice, target }: Made): KnownTransaction {
  const request = { reference, script: hex(target.script), sats: String(target.sats), feeSats: String(choice.fee) };
  return { txid: parseTransaction(raw).txid, raw: hex(raw), request };
}

function sum(coins: readonly Coin[]): bigint {
  return coins.reduce((total, { sats }) => total + BigInt(sats), 0n);
}
