import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { type LightningNode, NodeUnavailable } from "#lightning";
import { journalFolder } from "#platform/journal/place.ts";
import type { JournalReport, ProcessReport } from "#platform/journal/read.ts";
import { findRestore, type Imported } from "#restore";
import { importJournal, importPromised, type JournalPlace } from "#service/import-journal.ts";
import { recordForeignPayments } from "#service/worker.ts";
import { printFullLimits } from "./lift-limits.ts";
import { print, printTable } from "./output.ts";
import { commandLog, type Session, withDatabase, withNodeIfRunning } from "./session.ts";

export const JOURNAL_OPTION = [
  "--journal <folder...>",
  "the folders of the journals of the other machines; the one of this installation is always read",
] as const;

/** `restore import`: what left after the copy was made comes back from the journal. */
export function addImportCommand(restore: Command): void {
  restore
    .command("import")
    .description("bring back from the journal what left after the copy was made; safe to repeat")
    .option(...JOURNAL_OPTION)
    .action(({ journal }: { journal?: readonly string[] }) => withDatabase((session) => run(session, journal)));
}

/** Where the journals lie that a command reads. A command alone may run where this installation has made none yet. */
export function placeOf(
  { config, installation }: Pick<Session, "config" | "installation">,
  folders: readonly string[] | undefined,
): JournalPlace {
  const own = journalFolder(config);
  const others = (folders ?? []).filter((folder) => resolve(folder) !== resolve(own));
  const isThere = others.length === 0 || existsSync(own);
  return { folders: isThere ? [own, ...others] : others, installation };
}

async function run(session: Session, folders: readonly string[] | undefined): Promise<void> {
  const log = commandLog();
  const isOpen = (await findRestore(session.db)) !== undefined;
  const place = placeOf(session, folders);
  const { report, imported, left } = await withNodeIfItAnswers(session, async (node) => {
    const deps = { ...session, node, log };
    if (!isOpen) return await importPromised(deps, place);
    // What the node has paid is written down first: its amounts are compared with the lines.
    if (node !== undefined) await recordForeignPayments({ ...session, node, log }, false);
    return { ...(await importJournal(deps, place)), left: undefined };
  });
  printTable(
    imported.map(({ outcome, what, id, detail }) => ({ outcome, what, id, detail })),
    nothingLeft(report),
  );
  printJournal(report);
  tell(imported, report);
  if (left !== undefined) tellNoRestore(left);
  await printFullLimits(session, isOpen);
}

/** A node that does not answer is as one that does not run. `work` can be repeated. */
export async function withNodeIfItAnswers<T>(
  session: Session,
  work: (node: LightningNode | undefined) => Promise<T>,
): Promise<T> {
  try {
    return await withNodeIfRunning(session, work);
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    return await work(undefined);
  }
}

function tell(imported: readonly Imported[], { isWhole }: JournalReport): void {
  const done = imported.filter(({ outcome }) => outcome === "done").length;
  const questions = imported.filter(({ outcome }) => outcome === "question").length;
  print(`${done} came back. ${questions} need a decision of yours.`);
  if (!isWhole)
    print(
      "The journal is not whole: what else left is not known. Name all its folders with --journal, or set LEYDEN_JOURNAL_DIR as the service has it.",
    );
  process.exitCode = isWhole && questions === 0 ? 0 : 1;
}

function tellNoRestore(left: number): void {
  print(
    "No restore is open: only charges, withdrawal requests, and revoked keys, applications and client secrets come back.",
  );
  if (left > 0)
    print(`${left} other lines are left, such as of what was in work at a crash: \`restore status\` shows them.`);
}

/** A journal with a hole may have told of more. */
export function nothingLeft({ isWhole }: Pick<JournalReport, "isWhole">): string {
  return isWhole
    ? "The database has everything that the journal says."
    : "The database has all that these files say, but the journal is not whole: more may have left.";
}

/** What is there of the journal of each process, and what is missing. */
export function printJournal({ processes, missing, gaps, unreadable, isWhole }: JournalReport): void {
  const found = processes.map((one) => ({
    process: one.process,
    lines: String(one.lastN),
    from: one.from?.toISOString(),
    until: one.until?.toISOString(),
    state: one.isWhole ? (one.isClosed ? "whole" : "whole, not closed") : "not whole",
    problems: problemsOf(one),
  }));
  const lost = missing.map(({ process, openedAt }) => ({
    process,
    lines: undefined,
    from: openedAt.toISOString(),
    until: undefined,
    state: "missing",
    problems: "the file is not in these folders",
  }));
  printTable([...found, ...lost], "No journal is in these folders.");
  for (const { folder, detail } of unreadable) print(`The folder ${folder} cannot be read: ${detail}.`);
  for (const { process, from, until } of gaps)
    print(
      `Process ${process} could not write from ${from?.toISOString() ?? "an unknown time"} to ${until.toISOString()}.`,
    );
  if (isWhole && processes.length > 0) print("The journal is whole.");
}

function problemsOf({ problems }: ProcessReport): string | undefined {
  return problems.length === 0 ? undefined : problems.map(problemText).join("; ");
}

function problemText(problem: ProcessReport["problems"][number]): string {
  switch (problem.kind) {
    case "torn":
      return `the last line is cut short after ${problem.after}; nothing relied on it`;
    case "hole":
      return `lines ${problem.after + 1n} to ${problem.next - 1n} are missing`;
    case "wrong_sum":
      return `the line after ${problem.after} does not follow from it`;
    case "unreadable":
      return `the line after ${problem.after} cannot be read`;
    case "interrupted":
      return "it could not write for a time";
    case "foreign":
      return `it is of the installation ${problem.installation}: nothing of it was used`;
    case "cut":
      return `it ends with line ${problem.after}; the database knows ${problem.known}`;
    case "no_lines":
      return problem.detail;
  }
}
