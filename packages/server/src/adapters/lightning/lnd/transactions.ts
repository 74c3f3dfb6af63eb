import { type Msats, msats, sats } from "#kernel/money.ts";
import { bytesOf, countOf, type Fields, listOf, nonsense, textOf, txidOf, yesOrNo } from "../answers.ts";
import { satsOf, secondsOf, signedSatsOf, textOrEmpty, uint64Of } from "./answers.ts";
import type { Connection } from "./connections.ts";

/** A transaction of LND's wallet. */
export type WalletTransaction = {
  readonly txid: string;
  readonly bytes: Uint8Array;
  readonly label: string;
  /** Of its own coins; 0 where others made it. */
  readonly fee: Msats;
  /** What the wallet has more by it; below zero: less. In msats. */
  readonly gain: bigint;
  /** What of its outputs is the wallet's. */
  readonly own: Msats;
  /** 0: in no block. */
  readonly confirmations: number;
  readonly at: Date;
  /** Coins that it spends, `txid:index`. */
  readonly coins: readonly string[];
  /** It spends coins of the wallet. */
  readonly isOurs: boolean;
};

/** Of the wallet. */
export type OwnOutput = { readonly index: number; readonly amount: Msats };

const TRANSACTIONS_MAX = 200_000;
/** No block has room for one with more: anybody may pay the wallet by such a one. */
const OUTPUTS_MAX = 150_000;
const INPUTS_MAX = 25_000;
const LIST_MAX_BYTES = 256 * 1024 * 1024;
const LIST_MS = 60_000;
/** No chain is so long: what is asked from here on is in no block. */
const NO_BLOCK = 1_000_000_000;

/** `from`: of blocks from this height on, and those in no block. @throws {NodeUnavailable} */
export async function readTransactions(
  connection: Connection,
  which: "all" | "unconfirmed" | { readonly from: number },
): Promise<readonly WalletTransaction[]> {
  const from = which === "all" ? 0 : which === "unconfirmed" ? NO_BLOCK : which.from;
  const path = `/v1/transactions?start_height=${from}&end_height=-1`;
  const answer = await connection.ask({ method: "GET", path }, { timeoutMs: LIST_MS, maxBytes: LIST_MAX_BYTES });
  return listOf(answer["transactions"], TRANSACTIONS_MAX).map(transactionOf);
}

/** Outputs of a transaction in no block that are the wallet's. */
export async function readOwnOutputs(connection: Connection, txid: string): Promise<readonly OwnOutput[]> {
  const path = `/v1/transactions?start_height=${NO_BLOCK}&end_height=-1`;
  const answer = await connection.ask({ method: "GET", path }, { timeoutMs: LIST_MS, maxBytes: LIST_MAX_BYTES });
  return listOf(answer["transactions"], TRANSACTIONS_MAX)
    .filter((one) => txidOf(one["tx_hash"]) === txid)
    .flatMap(ownOutputsOf);
}

function ownOutputsOf(transaction: Fields): readonly OwnOutput[] {
  return listOf(transaction["output_details"], OUTPUTS_MAX)
    .filter(({ is_our_address }) => yesOrNo(is_our_address))
    .map((one) => ({ index: Number(uint64Of(one["output_index"])), amount: satsOf(one["amount"]) }));
}

function transactionOf(one: Fields): WalletTransaction {
  const inputs = listOf(one["previous_outpoints"], INPUTS_MAX);
  return {
    txid: txidOf(one["tx_hash"]),
    bytes: bytesOf(one["raw_tx_hex"]),
    label: textOrEmpty(one["label"]),
    fee: sats(uint64Of(one["total_fees"])),
    gain: signedSatsOf(one["amount"]) * 1_000n,
    own: msats(ownOutputsOf(one).reduce((sum, { amount }) => sum + amount, 0n)),
    confirmations: confirmationsOf(one["num_confirmations"]),
    at: secondsOf(one["time_stamp"]),
    coins: inputs.map(({ outpoint }) => textOf(outpoint)),
    isOurs: inputs.some(({ is_our_output }) => yesOrNo(is_our_output)),
  };
}

/** A transaction in no block has 0, and -1 has been seen while a block arrives. */
function confirmationsOf(value: unknown): number {
  if (typeof value !== "number") throw nonsense("a number", value);
  return value < 0 ? 0 : countOf(value);
}
