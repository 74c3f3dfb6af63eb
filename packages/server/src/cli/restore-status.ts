import type { JournalReport } from "#platform/journal/read.ts";
import { type Deadline, listDeadlines, listDeficits } from "#restore";
import { type Left, readLeft } from "#service/left-since.ts";
import { findDoubts, WHEN_DOUBTED, whyDoubted } from "#service/node-doubts.ts";
import { nothingLeft, placeOf, printJournal, withNodeIfItAnswers } from "./import-journal.ts";
import { print, printTable } from "./output.ts";
import type { Session } from "./session.ts";

/** What a journal tells of that the copy lacks. */
export type LeftSince = { readonly report: JournalReport; readonly left: readonly Left[] };

export function readLeftSince(session: Session, folders: readonly string[] | undefined): Promise<LeftSince> {
  return withNodeIfItAnswers(session, async (node) => await readLeft({ ...session, node }, placeOf(session, folders)));
}

/** What the journal and the deadlines say of a restore, below what waits for it. */
export async function printLeft(session: Session, { report, left }: LeftSince, isOpen: boolean): Promise<void> {
  print("\nThe journal:");
  printJournal(report);
  print("\nWhat left since the copy, by the journal:");
  printTable(left.map(rowOf), nothingLeft(report));
  if (left.length > 0) print(`\`npm run leyden -- restore import\` brings back ${isOpen ? "all of it" : PROMISED}.`);
  if (!isOpen) return;
  const why = whyDoubted(await findDoubts(session, left));
  if (why !== undefined) print(`\n\`restore release\` is refused: ${why}. ${WHEN_DOUBTED}`);
  print("\nWhat ends by its time:");
  printTable((await listDeadlines(session.db)).map(deadlineOf), "Nothing that waits ends by its time.");
}

const PROMISED =
  "the charges, withdrawal requests, and revoked keys, applications and client secrets among it; no other line while no restore is open";

/** What wallets owe for payments that had left before the restore. */
export async function printDeficits({ db }: Pick<Session, "db">): Promise<void> {
  const deficits = await listDeficits(db);
  if (deficits.length === 0) return;
  print("\nWhat was lent to wallets:");
  printTable(
    deficits.map(({ walletId, owed, balance }) => ({ wallet: walletId, owed: String(owed), holds: String(balance) })),
    "",
  );
}

function rowOf({ what, id, at, amount, paymentHash, match }: Left) {
  return { what, id, at: at.toISOString(), msats: amount?.toString(), paymentHash, node: match };
}

function deadlineOf({ kind, id, at }: Deadline) {
  return { kind, id, at: at.toISOString() };
}
