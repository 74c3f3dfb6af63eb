import { msats } from "#kernel/money.ts";
import type { ChannelTransaction } from "#lightning";
import { amountOf, type Fields, LIST_MAX, listOf, textOf, txidOf } from "../answers.ts";
import { numberOf, timeOf } from "./answers.ts";
import { Refused } from "./errors.ts";
import type { Caller } from "./transport.ts";

/** A change of what an account of the node has on the chain (`listchainmoves`); payments of channels are in no move. */
export type ChainMove = {
  /** `wallet`, `external` (of others), or the id of a channel. */
  readonly account: string;
  /** The transaction that paid it, or spent it. */
  readonly txid: string;
  /** What the account has more; below zero: less. In msats. */
  readonly change: bigint;
  readonly tag: string;
  readonly extraTags: readonly string[];
  /** From which account it came, where the node says it. */
  readonly from: string | undefined;
  readonly height: number;
  readonly at: Date;
};

const WALLET = "wallet";
const EXTERNAL = "external";
/** HTLCs that ended on the chain, and punishments: what they took is no fee of miners. */
const UNCLEAR: readonly string[] = [
  ...["htlc_tx", "htlc_timeout", "htlc_fulfill", "penalty", "penalized", "stolen", "splice", "leased"],
];
/** A fee above a hundredth of a bitcoin is no fee: others got it. Ours. */
const FEE_MAX = 1_000_000_000n;

/** Undefined where the rune does not allow it. @throws {NodeUnavailable} */
export async function readChannelTransactions({ call }: Caller): Promise<readonly ChannelTransaction[] | undefined> {
  try {
    const moves: ChainMove[] = [];
    for (let start = 1; ; ) {
      const { chainmoves } = await call("listchainmoves", { index: "created", start, limit: LIST_MAX });
      const page = listOf(chainmoves);
      moves.push(...page.map(moveOf));
      if (page.length < LIST_MAX) break;
      start = numberOf(page.at(-1)?.["created_index"]) + 1;
    }
    return channelTransactionsOf(moves, numberOf((await call("getinfo"))["blockheight"]));
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

function moveOf(move: Fields): ChainMove {
  const [credit, debit] = [amountOf(move["credit_msat"]), amountOf(move["debit_msat"])];
  const { spending_txid: spentBy, extra_tags: extraTags, originating_account: from } = move;
  return {
    account: textOf(move["account_id"]),
    txid: txidOf(spentBy === undefined ? textOf(move["utxo"]).split(":")[0] : spentBy),
    change: credit - debit,
    tag: textOf(move["primary_tag"]),
    extraTags: Array.isArray(extraTags) ? extraTags.map(textOf) : [],
    from: from === undefined ? undefined : textOf(from),
    height: numberOf(move["blockheight"]),
    at: timeOf(move["timestamp"]),
  };
}

/** The transactions that opened, closed or swept channels, and what each cost us. All of them are in blocks. */
export function channelTransactionsOf(moves: readonly ChainMove[], atBlock: number): readonly ChannelTransaction[] {
  const unclear = new Set(
    moves
      .filter(({ tag, extraTags }) => [tag, ...extraTags].some((one) => UNCLEAR.includes(one)))
      .map(({ account }) => account),
  );
  const byTransaction = Map.groupBy(moves, ({ txid }) => txid);
  return [...byTransaction].flatMap(([txid, all]): readonly ChannelTransaction[] => {
    const ofChannels = all.filter(({ account }) => account !== WALLET && account !== EXTERNAL);
    if (ofChannels.length === 0) return [];
    const gain = sumOf(all.filter(({ account }) => account === WALLET));
    const height = Math.max(...all.map((move) => move.height));
    const at = new Date(Math.max(...all.map((move) => move.at.getTime())));
    // what our wallet and our channels have less, and nobody else got
    const fee = -(gain + sumOf(ofChannels));
    const paysOthers = all.some(({ account, from }) => account === EXTERNAL && from === WALLET);
    const isKnown =
      fee >= 0n && fee <= FEE_MAX && !paysOthers && ofChannels.every(({ account }) => !unclear.has(account));
    const confirmations = Math.max(0, atBlock - height + 1);
    return [{ txid, kind: kindOf(ofChannels), fee: isKnown ? msats(fee) : undefined, gain, confirmations, at }];
  });
}

function kindOf(ofChannels: readonly ChainMove[]): ChannelTransaction["kind"] {
  if (ofChannels.some(({ tag }) => tag === "channel_open")) return "open";
  return ofChannels.some(({ tag }) => tag === "channel_close") ? "close" : "sweep";
}

function sumOf(moves: readonly ChainMove[]): bigint {
  return moves.reduce((sum, { change }) => sum + change, 0n);
}
