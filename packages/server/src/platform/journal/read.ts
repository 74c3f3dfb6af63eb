import { type ListedFile, listJournalFiles } from "./list-files.ts";
import { mergeLines, type Opened } from "./merge.ts";
import { type FileProblem, type ReadLine, readFile } from "./read-file.ts";

/** A file as the database lists it. */
export type KnownFile = {
  readonly process: string;
  readonly openedAt: Date;
  readonly lastN: bigint;
  /** It was deleted because a proved backup is newer. */
  readonly deletedAt: Date | undefined;
};

/** What one process has left. */
export type ProcessReport = {
  readonly process: string;
  /** Undefined: there is no file of it. */
  readonly path: string | undefined;
  /** Times of its first and last line, by its own clock. Undefined without a line. */
  readonly from: Date | undefined;
  readonly until: Date | undefined;
  readonly lastN: bigint;
  /** By epoch: the number of the ledger's last posting that its lines have seen. */
  readonly books: ReadonlyMap<bigint, bigint>;
  /** It has written its last line: it did not die. */
  readonly isClosed: boolean;
  readonly problems: readonly FileProblem[];
  /** Nothing of it is missing up to its last line. Otherwise all of its time is a question. */
  readonly isWhole: boolean;
};

export type JournalReport = {
  readonly processes: readonly ProcessReport[];
  /**
   * Files that the database or another file names and that are not there. `openedAt`: when one was begun, or first
   * named.
   */
  readonly missing: readonly { readonly process: string; readonly openedAt: Date }[];
  /** Files that were deleted behind a proved backup. */
  readonly deleted: readonly string[];
  /** Times in which a process could not write: what left then has no line. */
  readonly gaps: readonly { readonly process: string; readonly from: Date | undefined; readonly until: Date }[];
  /** Folders that cannot be read. */
  readonly unreadable: readonly { readonly folder: string; readonly detail: string }[];
  /** Everything that any process wrote is here. */
  readonly isWhole: boolean;
};

type Wanted = {
  /** Those of all machines. */
  readonly folders: readonly string[];
  readonly installation: string;
  /** As the database lists them; of a copy: as it listed them. */
  readonly known: readonly KnownFile[];
};

type Found = {
  readonly process: string;
  readonly path: string;
  problems: FileProblem[];
  from: Date | undefined;
  until: Date | undefined;
  lastN: bigint;
  readonly books: Map<bigint, bigint>;
  isClosed: boolean;
};

/**
 * Reads the journal of all processes, and gives each line to `onLine`: in a file in their order, between files by the
 * number of the ledger's last posting, never by clock. Needs memory for one line of each file that is open, however
 * many lines there are.
 */
export async function readJournal(
  { folders, installation, known }: Wanted,
  onLine: (read: ReadLine) => void | Promise<void>,
): Promise<JournalReport> {
  const { files, unreadable } = await listFiles(folders, installation);
  const found = new Map<string, Found>();
  const opened = [...files].map(([process, { path, isRegular }]): Opened => {
    const one: Found = { process, path, problems: [], books: new Map(), ...NOTHING };
    found.set(process, one);
    const lines = () => {
      one.problems = []; // it may be read twice: for its first line, and for all
      return readSafely({ path, process, installation, isRegular }, one);
    };
    return { process, lines };
  });
  const named = new Map(known.map(({ process, openedAt }) => [process, openedAt]));
  const deleted = new Set(known.filter(({ deletedAt }) => deletedAt !== undefined).map(({ process }) => process));
  for await (const read of mergeLines(opened)) {
    const { line } = read;
    remember(found.get(line.process), read);
    if (line.what === "journal.delete") deleted.add(line.id);
    const other = line.what === "journal.file" ? line.id : line.what === "journal.open" ? line.subject : undefined;
    if (other !== undefined && !named.has(other)) named.set(other, line.at);
    await onLine(read);
  }
  for (const { process, lastN } of known) addCut(found.get(process), lastN);
  const processes = [...found.values()].map(reportOf).sort((a, b) => (a.process < b.process ? -1 : 1));
  const missing = [...named]
    .filter(([process]) => !found.has(process) && !deleted.has(process))
    .map(([process, openedAt]) => ({ process, openedAt }));
  const gaps = gapsIn(processes);
  const isWhole =
    [missing, gaps, unreadable].every(({ length }) => length === 0) && processes.every((one) => one.isWhole);
  return { processes, missing, deleted: [...deleted].filter((one) => !found.has(one)), gaps, unreadable, isWhole };
}

const NOTHING = { from: undefined, until: undefined, lastN: 0n, isClosed: false } as const;

/** The file of each process: of several copies the one with the most lines that are as they were written. */
async function listFiles(folders: readonly string[], installation: string) {
  const copies = new Map<string, ListedFile[]>();
  const unreadable: { folder: string; detail: string }[] = [];
  for (const folder of folders)
    try {
      for (const file of await listJournalFiles(folder))
        copies.set(file.process, [...(copies.get(file.process) ?? []), file]);
    } catch (error) {
      unreadable.push({ folder, detail: (error as Error).message });
    }
  const files = new Map<string, ListedFile>();
  for (const [process, [first, ...others]] of copies) {
    if (first === undefined) continue;
    let best = { file: first, proved: others.length === 0 ? 0n : await countProved(first, installation) };
    for (const file of others) {
      const proved = await countProved(file, installation);
      if (proved > best.proved) best = { file, proved };
    }
    files.set(process, best.file);
  }
  return { files, unreadable };
}

async function countProved({ path, process, isRegular }: ListedFile, installation: string): Promise<bigint> {
  if (!isRegular) return -1n;
  let count = 0n;
  try {
    for await (const { isProved } of readFile({ path, process, installation }, () => undefined))
      if (isProved) count += 1n;
  } catch {
    return count; // what cannot be read counts for nothing, and is told when no other copy is better
  }
  return count;
}

/** A file that cannot be read is a problem of its own, and hides no other. */
async function* readSafely(
  source: Pick<ListedFile, "path" | "process" | "isRegular"> & { readonly installation: string },
  one: Found,
): AsyncGenerator<ReadLine> {
  try {
    if (!source.isRegular) throw new Error("it is no regular file");
    yield* readFile(source, (problem) => one.problems.push(problem));
  } catch (error) {
    one.problems.push({ kind: "no_lines", detail: (error as Error).message });
  }
}

function remember(one: Found | undefined, { line }: ReadLine): void {
  if (one === undefined) throw new Error(`a line of ${line.process}, of which there is no file`);
  one.from ??= line.at;
  one.until = line.at;
  one.lastN = line.n;
  if (line.book !== undefined) one.books.set(line.epoch, line.book.number);
  one.isClosed = line.what === "journal.close";
}

function addCut(one: Found | undefined, known: bigint): void {
  if (one !== undefined && one.lastN < known && !isForeign(one))
    one.problems.push({ kind: "cut", after: one.lastN, known });
}

function isForeign({ problems }: Found): boolean {
  return problems.some(({ kind }) => kind === "foreign");
}

/** Problems of which nothing is missing: what was cut short by a crash was not relied on, and a gap is told apart. */
const HARMLESS: readonly FileProblem["kind"][] = ["torn", "interrupted"];

function reportOf(one: Found): ProcessReport {
  const problems: readonly FileProblem[] =
    one.lastN === 0n && one.problems.length === 0 ? [{ kind: "no_lines", detail: "it is empty" }] : one.problems;
  return { ...one, problems, isWhole: problems.every(({ kind }) => HARMLESS.includes(kind)) };
}

function gapsIn(processes: readonly ProcessReport[]): JournalReport["gaps"] {
  const byName = new Map(processes.map((one) => [one.process, one]));
  return processes.flatMap(({ process, problems, from }) =>
    problems.flatMap((problem) => {
      if (problem.kind !== "interrupted" || from === undefined) return [];
      const before = problem.previous === undefined ? undefined : byName.get(problem.previous);
      return [{ process, from: before?.until, until: from }];
    }),
  );
}
