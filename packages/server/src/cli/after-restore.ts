import { bytesToHex } from "@noble/hashes/utils.js";
import type { Command } from "commander";
import { listPauses } from "#ledger";
import { OperatorError } from "#platform/operator-error.ts";
import { fitOf, type RestoreStatus, readRestore, releaseRestore, type Waiting } from "#restore";
import { recordForeignPayments } from "#service/worker.ts";
import { addImportCommand, JOURNAL_OPTION } from "./import-journal.ts";
import { print, printTable } from "./output.ts";
import { printDeficits, printLeft } from "./restore-status.ts";
import { commandLog, withDatabase, withNodeIfRunning } from "./session.ts";

/** What to do after the database was restored from a copy. */
export function addAfterRestoreCommands(program: Command): void {
  const restore = program.commands.find((command) => command.name() === "restore") ?? program.command("restore");
  restore
    .command("status")
    .description("what waits for the restore, and what left since the copy was made, by the node and by the journal")
    .option(...JOURNAL_OPTION)
    .action(({ journal }: { journal?: readonly string[] }) =>
      withDatabase(async (session) => {
        const status = await readRestore(session);
        printStatus(status);
        if (status.restore !== undefined || journal !== undefined) await printLeft(session, journal);
        await printDeficits(session);
      }),
    );
  addImportCommand(restore);
  restore
    .command("release")
    .description(
      "let go on what no unexplained payment of the node can be, and let everybody else work; safe to repeat",
    )
    .requiredOption("--reason <text>", "what was restored, for the record")
    .action(({ reason }: { reason: string }) =>
      withDatabase(async (session) => {
        const log = commandLog();
        await withNodeIfRunning(session, async (node) => {
          if (node === undefined)
            throw new OperatorError(
              "the Lightning node is not running, and what it has paid is not known",
              "Start it with `npm start`, then run this in another terminal.",
            );
          await recordForeignPayments({ ...session, node, log }, false);
        });
        const { free, waiting, restore: outcome } = await releaseRestore({ ...session, log }, { reason });
        print(`${free.length} go on. ${waiting.length} wait.`);
        print(OUTCOMES[outcome]);
        if ((await listPauses(session.db)).some(({ kind }) => kind === "foreign_payments"))
          print(
            'Sending is still paused: `npm run leyden -- reconcile --reason "…"` audits, and lets payments go out.',
          );
      }),
    );
}

const OUTCOMES = {
  ended: "The restore has ended.",
  waiting: "The ledger is open for everybody else. `npm run leyden -- restore status` shows what waits, and for what.",
  none: "No restore is open.",
} as const;

function printStatus({ restore, waiting, unexplained }: RestoreStatus): void {
  if (restore === undefined) {
    print("No restore is open.");
    return;
  }
  const { cause, openedAt, found, seenNo } = restore;
  print(`Restore since ${openedAt.toISOString()}: ${CAUSES[cause]}.`);
  print(`The copy ends with posting ${found.no}${found.at ? ` of ${found.at.toISOString()}` : ""}.`);
  if (seenNo !== undefined) print(`The service had seen posting ${seenNo}.`);
  const rows = waiting.map((one) => ({
    kind: one.kind,
    id: one.id,
    state: one.state,
    createdAt: one.createdAt.toISOString(),
    mayBe: candidatesOf(one, unexplained),
  }));
  printTable(rows, "Nothing waits.");
  const left = unexplained.map(({ paymentHash, amount }) => ({
    paymentHash: bytesToHex(paymentHash),
    msats: String(amount),
  }));
  printTable(left, "Every payment of the node is explained.");
}

const CAUSES = {
  book_went_back: "the ledger lacks a posting that the service had seen",
  foreign_payments: "the node made payments that the database does not have",
  node_rebuilt: "the node has lost its past",
} as const;

/** The hashes of the node's payments that it may be; a certain one alone. */
function candidatesOf(waiting: Waiting, unexplained: RestoreStatus["unexplained"]): string {
  const fits = unexplained.map((payment) => ({ hash: bytesToHex(payment.paymentHash), fit: fitOf(waiting, payment) }));
  const certain = fits.find(({ fit }) => fit === "certain");
  if (certain !== undefined) return `${certain.hash} (certain)`;
  return fits.flatMap(({ hash, fit }) => (fit === undefined ? [] : [hash])).join(" ");
}
