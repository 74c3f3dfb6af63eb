import { CONFLICT_BLOCKS } from "../control-api.ts";
import { type Output, parseTransaction } from "./block.ts";
import { unhex } from "./bytes.ts";
import type { Coin } from "./coins.ts";
import { coinsOf, inputsOf, type KnownTransaction, nameOf, type WalletState } from "./wallet-state.ts";

/** A mined reward may be spent only after so many blocks (consensus rule). */
const MATURITY_BLOCKS = 100;

/** What a wallet's state says about its coins and transactions now. */
export function viewOf(
  state: () => WalletState,
  { isOurs, now }: { readonly isOurs: (output: Output) => boolean; readonly now: () => number },
) {
  /** Another transaction has spent its coins for good. */
  const isConflicted = ({ rivalHeight }: KnownTransaction) =>
    rivalHeight !== undefined && state().height - rivalHeight + 1 >= CONFLICT_BLOCKS;
  const isUnconfirmed = ({ height, keptUntilMs }: KnownTransaction) =>
    height === undefined && keptUntilMs === undefined;
  const isOnItsWay = (known: KnownTransaction) => isUnconfirmed(known) && known.rivalHeight === undefined;
  /** Its coins are kept for it, and it was not published. */
  const isKept = ({ height, rivalHeight, keptUntilMs = 0 }: KnownTransaction) =>
    height === undefined && rivalHeight === undefined && now() < keptUntilMs;
  /**
   * Its coins are not free for a request. A rival's block may still be undone: until then the other coins are not free
   * either.
   */
  const isHolding = (known: KnownTransaction) => (isUnconfirmed(known) && !isConflicted(known)) || isKept(known);
  /** Its coins are not free for a channel either. */
  const isHoldingForAll = (known: KnownTransaction) =>
    isHolding(known) && (known.request !== undefined || known.keptUntilMs === undefined);

  /** Coins that neither the chain nor one of these transactions has spent. */
  const unspent = (spending: readonly KnownTransaction[]): Coin[] => {
    const taken = new Set(spending.flatMap(inputsOf));
    return state().coins.filter((coin) => coin.spentHeight === undefined && !taken.has(nameOf(coin)));
  };
  const isMature = (coin: Coin) => !coin.isReward || state().height - coin.height >= MATURITY_BLOCKS;
  /** Coins that may be spent while those of the transactions that `holds` says are not free. */
  const freeFor = (holds: (known: KnownTransaction) => boolean) => unspent(state().sent.filter(holds)).filter(isMature);
  /** What a transaction will pay us when it is in a block. */
  const coming = ({ raw }: KnownTransaction): Coin[] => coinsOf(parseTransaction(unhex(raw)), state().height, isOurs);
  /** The same of several, without what one of them spends itself. */
  const arriving = (transactions: readonly KnownTransaction[]): Coin[] => {
    const taken = new Set(transactions.flatMap(inputsOf));
    return transactions.flatMap(coming).filter((coin) => !taken.has(nameOf(coin)));
  };
  /** What a transaction on its way will pay us. */
  const coinsFrom = (txid: string): Coin[] =>
    state()
      .sent.filter((known) => known.txid === txid && isOnItsWay(known))
      .flatMap(coming);
  /** Whether nothing spends such a coin, or has it kept. */
  const isFree = (coin: Coin) => !state().sent.filter(isHolding).flatMap(inputsOf).includes(nameOf(coin));
  return {
    isConflicted,
    isOnItsWay,
    isKept,
    isHolding,
    isHoldingForAll,
    unspent,
    freeFor,
    arriving,
    coinsFrom,
    isFree,
  };
}
