import type { Command } from "commander";
import { type Msats, parseMsats } from "#kernel/money.ts";
import { findTotals } from "#ledger";
import { bookOperatorMoney, listOperatorBookings, type OperatorBookingKind } from "#lightning";
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
    .command("list")
    .description("list what was recorded, newest first, and what is left")
    .action(() => withDatabase(list));
}

function addBooking(equity: Command, name: string, kind: OperatorBookingKind, about: string): void {
  equity
    .command(`${name} <msats>`)
    .description(about)
    .requiredOption("--reason <text>", "what it was, such as the id of the on-chain transaction; it is recorded")
    .action(async (text: string, { reason }: { reason: string }) => {
      const amount = parseMsats(text, "msats");
      await withDatabase((session) => book(session, { kind, amount, reason }));
    });
}

async function book(
  session: Session,
  booking: { readonly kind: OperatorBookingKind; readonly amount: Msats; readonly reason: string },
): Promise<void> {
  const id = await bookOperatorMoney(session, booking);
  print(`Recorded ${booking.amount} msats as transfer ${id}.`);
  await printBalances(session);
}

async function list(session: Session): Promise<void> {
  const bookings = await listOperatorBookings(session.db, LIST_MAX);
  const rows = bookings.map(({ id, kind, amount, bookedAt, reason }) => ({
    id,
    bookedAt: bookedAt.toISOString(),
    kind,
    msats: String(amount),
    reason,
  }));
  printTable(rows, "Nothing was recorded.");
  await printBalances(session);
}

/** Costs are what was debited, so their balance is below zero. */
async function printBalances({ db }: Session): Promise<void> {
  const { system } = await findTotals(db);
  const costs = -(system.get("chain_costs") ?? 0n);
  print(`Your equity is ${system.get("operator_equity") ?? 0n} msats, your chain costs are ${costs} msats.`);
}
