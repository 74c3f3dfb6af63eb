import { type Msats, msats } from "#kernel/money.ts";
import { satsOf } from "./answers.ts";
import type { Connection } from "./connections.ts";
import { Refusal } from "./errors.ts";

/** What the wallet could spend now. What is kept for a transaction (leased) is in none of it. */
export type Spendable = {
  /** In blocks. */
  readonly confirmed: Msats;
  /** Also what is in no block yet. */
  readonly coming: Msats;
  /**
   * What LND keeps for the anchors of its channels. It refuses to go below only in calls that build and publish in one
   * step, and when it opens channels: FundPsbt and EstimateFee give it away (lnd 0.21.3, walletkit_server.go).
   */
  readonly reserve: Msats;
};

/** @throws {NodeUnavailable} */
export async function readSpendable(connection: Connection): Promise<Spendable> {
  const answer = await connection.ask({ method: "GET", path: "/v1/balance/blockchain" });
  return {
    confirmed: satsOf(answer["confirmed_balance"]),
    coming: satsOf(answer["total_balance"]),
    reserve: satsOf(answer["reserved_balance_anchor_chan"]),
  };
}

/** Above this a failure has another reason than the fee that the amount leaves no room for. */
const FEE_ROOM = msats(20_000_000n);

/**
 * Whether an error of the node is that its wallet holds too little: its text would say it, and texts change. So the
 * balance is looked at.
 */
export async function isInsufficient(connection: Connection, error: unknown, amount: Msats): Promise<boolean> {
  if (!(error instanceof Refusal) || error.code === undefined) return false;
  const { confirmed, reserve } = await readSpendable(connection);
  return confirmed <= amount + reserve + FEE_ROOM;
}
