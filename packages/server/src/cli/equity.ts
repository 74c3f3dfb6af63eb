import type { Command } from "commander";
import { type TransferId, uuid } from "#kernel/ids.ts";
import { parseMsats } from "#kernel/money.ts";
import { findTotals } from "#ledger";
import {
  bookOperatorMoney,
  findOwnMoney,
  listOperatorBookings,
  type OperatorBookingKind,
  undoOperatorBooking,
} from "#lightning";
import { print, printTable } from "./output.ts";
import { type Session, withDatabase } from "./session.ts";

const LIST_MAX = 1_000;

/** The operator's own money in the node. These commands record what has happened; they send nothing. */
export function addEquityCommands(program: Command): void {
  const equity = program
    .command("equity")
    .description("your own money in the node: record what you put in or took out; nothing is sent");
  addBooking(equity, "deposit", "equity_deposit", "record money that you put into the node");
  addBooking(equity, "withdraw", "equity_withdrawal", "record money that you took out of the node");
  addBooking(equity, "chain-cost", "chain_cost", "record what miners took, or what a forced close lost");
  equity
    .command("undo <transfer>")
    .description("take back a booking that was a mistake, by its reverse; once")
    .requiredOption("--because <text>", "what was wrong; it is recorded")
    .action((transfer: string, { because }: { because: string }) =>
      withDatabase(async (session) => {
        const undoes = uuid<TransferId>("transfer", transfer);
        const id = await undoOperatorBooking(session, { undoes, reason: because });
        print(`Booking ${undoes} is undone by transfer ${id}.`);
        await printBalances(session);
      }),
    );
  equity
    .command("list")
    .description("list what was recorded, newest first, and what is left")
    .action(() => withDatabase(list));
}

type BookingOptions = { readonly reason: string; readonly moreThanIsMine?: true };

function addBooking(equity: Command, name: string, kind: OperatorBookingKind, about: string): void {
  const command = equity
    .command(`${name} <msats>`)
    .description(about)
    .requiredOption("--reason <text>", "what it was, such as the id of the on-chain transaction; it is recorded");
  if (kind !== "equity_deposit")
    command.option("--more-than-is-mine", "book it although it is more than your own money: it has happened");
  command.action(async (text: string, { reason, moreThanIsMine }: BookingOptions) => {
    const amount = parseMsats(text, "msats");
    await withDatabase((session) => book(session, { kind, amount, reason, despiteOwn: moreThanIsMine === true }));
  });
}

async function book(session: Session, booking: Parameters<typeof bookOperatorMoney>[1]): Promise<void> {
  const id = await bookOperatorMoney(session, booking);
  print(`Recorded ${booking.amount} msats as transfer ${id}.`);
  await printBalances(session);
}

async function list(session: Session): Promise<void> {
  const bookings = await listOperatorBookings(session.db, LIST_MAX);
  const rows = bookings.map(({ id, kind, amount, bookedAt, undoes, reason }) => ({
    id,
    bookedAt: bookedAt.toISOString(),
    kind,
    msats: String(amount),
    undoes,
    reason,
  }));
  printTable(rows, "Nothing was recorded.");
  await printBalances(session);
}

/** Costs are what was debited, so their balance is below zero. */
async function printBalances({ db, clock }: Session): Promise<void> {
  const { system } = await findTotals(db);
  const costOf = (name: string) => -(system.get(name) ?? 0n);
  print(
    `Your equity is ${system.get("operator_equity") ?? 0n} msats, your chain costs are ${costOf("chain_costs")} msats.`,
  );
  const { own, sellable } = await findOwnMoney(db, clock.now());
  print(
    `Your own money is ${own} msats: equity and fees of ${system.get("fee_income_email") ?? 0n} msats, without losses ` +
      `of ${costOf("loss")}, incidents of ${costOf("incident")}, and costs of the chain and of liquidity ` +
      `(${costOf("liquidity_expense")}).`,
  );
  print(
    sellable === undefined
      ? "Nothing of it is sold: the node was not compared with the books in the last five minutes."
      : `${sellable > 0n ? sellable : 0n} msats of it may be sold.`,
  );
}
