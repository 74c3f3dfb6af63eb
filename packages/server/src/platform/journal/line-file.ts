import type { Clock, Random } from "#kernel/clock.ts";
import { type Disk, type JournalFile, machineDisk } from "./disk.ts";
import { type BookPosition, encodeLine, FIRST_SUM, fieldsOf, type LineFields } from "./format.ts";
import type { Patience } from "./patience.ts";

/** The end of a file's name; before it stands the name of the process. */
export const JOURNAL_SUFFIX = ".jsonl";

/** A process begins another file then, so that files can be deleted while it runs. */
const FILE_AGE_MAX_MS = 24 * 3_600_000;
const FILE_BYTES_MAX = 64 * 1024 * 1024;

/** Why a file begins: with the process, after one that was long enough, after one that could not be written. */
export type Beginning = "start" | "next" | "after_failure";

export type LineFilesOptions = {
  readonly folder: string;
  readonly installation: string;
  readonly epoch: () => bigint;
  /** The end of the ledger, as this process knows it to be committed. */
  readonly book: () => BookPosition | undefined;
  readonly clock: Clock;
  readonly random: Pick<Random, "uuid">;
  readonly disk?: Disk | undefined;
};

type Deps = LineFilesOptions & { readonly patience: Patience };

export type WrittenFile = {
  readonly process: string;
  readonly openedAt: Date;
  /** Number and time of the last line on disk. */
  readonly lastN: bigint;
  readonly lastAt: Date;
};

/** A file to which this process appends. After an error it is not used again. */
export type LineFile = {
  written(): WrittenFile;
  isFull(): boolean;
  /** Writes lines; they are on disk when it returns. */
  write(lines: readonly LineFields[]): Promise<void>;
  /** Writes the last line and closes it. */
  end(): Promise<void>;
  /** Closes it, whatever the disk says. */
  abandon(): void;
};

/** @throws what the disk says, or that it says nothing. */
export async function beginFile(
  options: Deps,
  { kind, previous }: { readonly kind: Beginning; readonly previous: string | undefined },
): Promise<LineFile> {
  const { folder, disk = machineDisk, patience } = options;
  const process = options.random.uuid();
  const file = await patience.inTime(
    () => disk.create(folder, `${process}${JOURNAL_SUFFIX}`),
    (late) => late.discard(),
  );
  const begun = lineFile(options, process, file);
  try {
    await begun.write([fieldsOf({ what: "journal.open", id: process, subject: previous, kind })]);
  } catch (error) {
    // A full disk would get an empty file with each try. Closing waits for calls that are under way, perhaps for ever.
    const gone = file.discard().catch(() => undefined);
    await patience.inTime(() => gone).catch(() => undefined);
    throw error;
  }
  return begun;
}

function lineFile(options: Deps, process: string, file: JournalFile): LineFile {
  const { clock, installation, epoch, book, patience } = options;
  const openedAt = clock.now();
  let written: WrittenFile = { process, openedAt, lastN: 0n, lastAt: openedAt };
  let sum = FIRST_SUM;
  let bytes = 0;

  async function write(lines: readonly LineFields[]): Promise<void> {
    const at = clock.now();
    const head = { installation, epoch: epoch(), process, book: book(), at };
    let [n, newest, text] = [written.lastN, sum, ""];
    for (const fields of lines) {
      n += 1n;
      const line = encodeLine({ ...head, n }, fields, newest);
      newest = line.sum;
      text += `${line.text}\n`;
    }
    await patience.inTime(() => writeAndSync(file, text));
    written = { ...written, lastN: n, lastAt: at };
    sum = newest;
    bytes += text.length;
  }

  return {
    written: () => written,
    isFull: () => bytes >= FILE_BYTES_MAX || clock.now().getTime() - openedAt.getTime() >= FILE_AGE_MAX_MS,
    write,
    async end() {
      await write([fieldsOf({ what: "journal.close", id: process })]);
      await patience.inTime(file.close);
    },
    abandon: () => void file.close().catch(() => undefined),
  };
}

async function writeAndSync(file: JournalFile, text: string): Promise<void> {
  await file.write(text);
  await file.sync();
}
