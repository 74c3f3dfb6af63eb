import type { Command } from "commander";
import { InvalidInput } from "#kernel/errors.ts";
import { type TransferId, uuid } from "#kernel/ids.ts";
import { parseMsats } from "#kernel/money.ts";
import { bookOperatorMoney, listOperatorBookings, type OperatorBookingKind, undoOperatorBooking } from "#lightning";
import { addEquityNodeCommands, recordMeasured } from "./equity-node.ts";
import { print, printTable } from "./output.ts";
import { printBalances } from "./own-money.ts";
import { type Session, withDatabase, withNodeIfRunning } from "./session.ts";

const LIST_MAX = 1_000;

/** The operator's own money in the node. These commands record what has happened; they send nothing. */
export function addEquityCommands(program: Command): void {
  const equity = program
    .command("equity")
    .description("your own money in the node: record what you put in or took out; nothing is sent");
  addBooking(equity, "deposit", "equity_deposit", "record money that you put into the node");
  addBooking(equity, "withdraw", "equity_withdrawal", "record money that you took out of the node");
  addChainCost(equity);
  addBooking(equity, "to-channels", "to_channels", "record what moved from the node's wallet into its channels");
  addBooking(equity, "to-chain", "to_chain", "record what moved out of the node's channels into its wallet");
  addEquityNodeCommands(equity);
  equity
    .command("undo <transfer>")
    .description("take back a booking that was a mistake, by its reverse; once")
    .requiredOption("--reason <text>", "what was wrong; it is recorded")
    .action((transfer: string, { reason }: { reason: string }) =>
      withDatabase(async (session) => {
        const undoes = uuid<TransferId>("transfer", transfer);
        const id = await undoOperatorBooking(session, { undoes, reason });
        print(`Booking ${undoes} is undone by transfer ${id}.`);
        await printBalances(session);
      }),
    );
  equity
    .command("list")
    .description("list what was recorded, newest first, and what is left")
    .action(() => withDatabase(list));
}

type CostOptions = { readonly reason?: string; readonly measured?: true; readonly moreThanIsMine?: true };

function addChainCost(equity: Command): void {
  equity
    .command("chain-cost [msats]")
    .description("record what miners took, or what a forced close lost")
    .option("--measured", "record what the node says of opens, closes and sweeps, each once; takes no amount")
    .option("--reason <text>", "what it was, such as the id of the on-chain transaction; it is recorded")
    .option("--more-than-is-mine", "book it although it is more than your own money: it has happened")
    .action(async (text: string | undefined, { reason, measured, moreThanIsMine }: CostOptions) => {
      const despiteOwn = moreThanIsMine === true;
      if ((text === undefined) !== (measured === true))
        throw new InvalidInput("msats", "must be given, or --measured in its place: one of them");
      if (text === undefined)
        return await withDatabase((session) =>
          withNodeIfRunning(session, (node) => recordMeasured(session, node, { despiteOwn })),
        );
      if (reason === undefined) throw new InvalidInput("--reason", "is required: it is recorded");
      const amount = parseMsats(text, "msats");
      await withDatabase((session) => book(session, { kind: "chain_cost", amount, reason, despiteOwn }));
    });
}

type BookingOptions = { readonly reason: string; readonly moreThanIsMine?: true };

function addBooking(equity: Command, name: string, kind: OperatorBookingKind, about: string): void {
  const command = equity
    .command(`${name} <msats>`)
    .description(about)
    .requiredOption("--reason <text>", "what it was, such as the id of the on-chain transaction; it is recorded");
  if (kind === "equity_withdrawal")
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
