import { type Block, NO_TXID, type Outpoint, type Output, parseTransaction, type Transaction } from "./block.ts";
import { unhex } from "./bytes.ts";
import type { Coin } from "./coins.ts";

/** A payment to an address that was asked for. */
export type WalletRequest = {
  /** Names the payment. */
  readonly reference: string;
  /** What it pays to, hex. */
  readonly script: string;
  readonly sats: string;
  readonly feeSats: string;
};

/** A transaction of the wallet. */
export type KnownTransaction = {
  readonly txid: string;
  readonly raw: string;
  /** Block that it is in. */
  readonly height?: number;
  /** First block in which another transaction spends one of its coins. */
  readonly rivalHeight?: number;
  /** Set as long as it was not published: until when its coins are kept for it, in milliseconds since 1970. */
  readonly keptUntilMs?: number;
  readonly request?: WalletRequest;
};

export type WalletState = {
  readonly hash: string;
  readonly height: number;
  readonly coins: readonly Coin[];
  readonly sent: readonly KnownTransaction[];
};

/** What lies deeper than this is not undone by a reorganization. */
export const BURIED_BLOCKS = 100;

/**
 * The state after a block. Transactions with a request stay until somebody has read their end (`takeBuried` of
 * the wallet).
 */
export function connected(
  state: WalletState,
  block: Block,
  height: number,
  { isOurs, nowMs }: { readonly isOurs: (output: Output) => boolean; readonly nowMs: number },
): WalletState {
  const inBlock = new Set(block.transactions.map(({ txid }) => txid));
  const spent = new Set(block.transactions.flatMap(({ inputs }) => inputs.map(nameOf)));
  const created = block.transactions.flatMap((tx) => coinsOf(tx, height, isOurs));
  const coins = [...state.coins, ...created]
    .filter((coin) => !isBuried(coin.spentHeight, height))
    .map((coin) => (spent.has(nameOf(coin)) ? { ...coin, spentHeight: height } : coin));
  const sent = state.sent
    .filter((known) => known.request !== undefined || !isOver(known, height, nowMs))
    .map((known) => seen(known, { inBlock, spent, height }))
    .map((known, _, all) => orphaned(known, all));
  return { hash: block.hash, height, coins, sent };
}

/** The state without the block at `height`: coins and transactions are as before it. */
export function disconnected(state: WalletState, previous: string, height: number): WalletState {
  const coins = state.coins
    .filter((coin) => coin.height !== height)
    .map(({ spentHeight, ...coin }) =>
      spentHeight === undefined || spentHeight === height ? coin : { ...coin, spentHeight },
    );
  const sent = state.sent.map(({ height: at, rivalHeight, ...known }) => ({
    ...known,
    ...(at !== undefined && at !== height && { height: at }),
    ...(rivalHeight !== undefined && rivalHeight !== height && { rivalHeight }),
  }));
  return { hash: previous, height: height - 1, coins, sent };
}

/** Whether the end of a transaction, in the chain or by a rival, lies so deep that it is final. */
export function isFinal({ height: at, rivalHeight }: KnownTransaction, height: number): boolean {
  return isBuried(at ?? rivalHeight, height);
}

export function inputsOf({ raw }: KnownTransaction): readonly string[] {
  return parseTransaction(unhex(raw)).inputs.map(nameOf);
}

export function nameOf({ txid, vout }: Outpoint): string {
  return `${txid}:${vout}`;
}

type Seen = { readonly inBlock: ReadonlySet<string>; readonly spent: ReadonlySet<string>; readonly height: number };

/** What a block says about a transaction of ours. One that is in a block was published, by whomever. */
function seen(known: KnownTransaction, { inBlock, spent, height }: Seen): KnownTransaction {
  if (inBlock.has(known.txid)) {
    const { keptUntilMs, ...published } = known;
    return { ...published, height };
  }
  const isNewRival = known.height === undefined && known.rivalHeight === undefined;
  return isNewRival && inputsOf(known).some((input) => spent.has(input)) ? { ...known, rivalHeight: height } : known;
}

/** A transaction that spends one with a rival can confirm only where that one can. */
function orphaned(known: KnownTransaction, all: readonly KnownTransaction[]): KnownTransaction {
  if (known.height !== undefined || known.rivalHeight !== undefined) return known;
  const parents = new Set(parseTransaction(unhex(known.raw)).inputs.map(({ txid }) => txid));
  const lost = all.find(({ txid, rivalHeight }) => rivalHeight !== undefined && parents.has(txid));
  return lost?.rivalHeight === undefined ? known : { ...known, rivalHeight: lost.rivalHeight };
}

/** The coins of ours that a transaction makes in a block at `height`. */
export function coinsOf(
  { txid, inputs, outputs }: Transaction,
  height: number,
  isOurs: (output: Output) => boolean,
): Coin[] {
  const isReward = inputs[0]?.txid === NO_TXID;
  return outputs.flatMap((output, vout) =>
    isOurs(output) ? [{ txid, vout, sats: String(output.sats), height, isReward }] : [],
  );
}

function isOver(known: KnownTransaction, height: number, nowMs: number): boolean {
  return isFinal(known, height) || (known.keptUntilMs !== undefined && known.keptUntilMs <= nowMs);
}

function isBuried(at: number | undefined, height: number): boolean {
  return at !== undefined && at <= height - BURIED_BLOCKS;
}
