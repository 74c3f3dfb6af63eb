import { findTotals } from "#ledger";
import { findOwnMoney } from "#lightning";
import { print } from "./output.ts";
import type { Session } from "./session.ts";

/** Costs are what was debited, so their balance is below zero. */
export async function printBalances({ db, clock }: Pick<Session, "db" | "clock">): Promise<void> {
  const { system } = await findTotals(db);
  const costOf = (name: string) => -(system.get(name) ?? 0n);
  print(
    `Your equity is ${system.get("operator_equity") ?? 0n} msats, your chain costs are ${costOf("chain_costs")} msats, ` +
      `forwarding earned ${system.get("routing_income") ?? 0n}.`,
  );
  const { own, sellable } = await findOwnMoney(db, clock.now());
  print(
    `Your own money is ${own} msats: equity, what forwarding earned, and fees of ` +
      `${system.get("fee_income_email") ?? 0n} msats, without losses of ${costOf("loss")}, incidents of ${costOf("incident")}, and costs of the chain and of liquidity ` +
      `(${costOf("liquidity_expense")}).`,
  );
  print(
    sellable === undefined
      ? "Nothing of it is sold: the node was not compared with the books in the last five minutes."
      : `${sellable > 0n ? sellable : 0n} msats of it may be sold.`,
  );
}
