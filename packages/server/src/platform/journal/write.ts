import { type Journal, type JournalEntry, JournalUnavailable } from "#kernel/journal.ts";
import { fieldsOf, type LineFields } from "./format.ts";
import { type Beginning, beginFile, type LineFile, type LineFilesOptions, type WrittenFile } from "./line-file.ts";
import { createPatience } from "./patience.ts";

/** Lines written together at most. */
const TOGETHER_MAX = 500;

export type JournalWriter = Journal & {
  /** Why lines are refused; undefined while they are not. */
  broken(): JournalUnavailable | undefined;
  /**
   * Makes a file when there is none that can be written: at the start, and again after a failure, when nothing else
   * tries. True when lines can be written.
   */
  open(): Promise<boolean>;
  /** The files that this process has written, the newest last. */
  files(): readonly WrittenFile[];
  /** Writes the last line. Nothing can be appended afterwards. */
  close(): Promise<void>;
};

export type WriterOptions = LineFilesOptions & {
  /** Told when lines are refused from now on. */
  readonly onBroken?: (error: JournalUnavailable) => void;
};

/** `fields`: undefined where only a file is asked for. */
type Item = {
  readonly fields: LineFields | undefined;
  readonly done: () => void;
  readonly refuse: (error: JournalUnavailable) => void;
};

/**
 * Appends lines to a file of this process alone. Lines that come while others are being written are written together
 * and share a sync. What fails once is over for its file: nobody knows then what of it is on disk (a failed fsync is
 * reported once, and the next one succeeds without the data), so the next line begins another file.
 */
export function createJournal(options: WriterOptions): JournalWriter {
  const { clock, onBroken = () => undefined } = options;
  const patience = createPatience(clock);
  const written = new Map<string, WrittenFile>();
  const waiting: Item[] = [];
  let file: LineFile | undefined;
  let broken: JournalUnavailable | undefined;
  let running: Promise<void> | undefined;
  let isClosed = false;

  const begin = async (kind: Beginning): Promise<LineFile> => {
    const begun = await beginFile({ ...options, patience }, { kind, previous: [...written.keys()].at(-1) });
    note(begun);
    return begun;
  };

  const note = (one: LineFile): void => {
    const last = one.written();
    written.set(last.process, last);
  };

  const writeLines = async (lines: readonly LineFields[]): Promise<void> => {
    const full = file?.isFull() ? file : undefined;
    if (full !== undefined) {
      await full.end();
      note(full);
      file = undefined;
    }
    file ??= await begin(broken !== undefined ? "after_failure" : written.size === 0 ? "start" : "next");
    broken = undefined;
    if (lines.length === 0) return;
    await file.write(lines);
    note(file);
  };

  const fail = (items: readonly Item[], cause: unknown): void => {
    const error = new JournalUnavailable(cause);
    const isNew = broken === undefined;
    broken = error;
    file?.abandon();
    file = undefined;
    for (const { refuse } of [...items, ...waiting.splice(0)]) refuse(error);
    if (isNew) onBroken(error);
  };

  const writeWaiting = async (): Promise<void> => {
    await clock.turn(); // callers of the same turn of the event loop share a sync
    while (waiting.length > 0) {
      const items = waiting.splice(0, TOGETHER_MAX);
      try {
        await writeLines(items.flatMap(({ fields }) => fields ?? []));
        for (const { done } of items) done();
      } catch (error) {
        fail(items, error);
      }
    }
    running = undefined;
  };

  const ask = (fields: LineFields | undefined): Promise<void> =>
    new Promise((done, refuse) => {
      waiting.push({ fields, done, refuse });
      running ??= writeWaiting();
    });

  const append = async (entry: JournalEntry): Promise<void> => {
    const fields = fieldsOf(entry);
    if (broken !== undefined) throw broken;
    if (isClosed) throw new JournalUnavailable("it is closed");
    await ask(fields);
  };

  return {
    append,
    appendIfPossible: (entry) => goOn(append(entry)),
    broken: () => broken,
    files: () => [...written.values()],
    async open() {
      if (!isClosed) await goOn(ask(undefined));
      return file !== undefined;
    },
    async close() {
      isClosed = true;
      await running;
      const last = file;
      file = undefined;
      if (last === undefined) return;
      await last.end().catch(last.abandon);
      note(last);
    },
  };
}

/** A line that cannot be written stops nothing here; that its value is wrong is a bug and does. */
async function goOn(appended: Promise<void>): Promise<void> {
  try {
    await appended;
  } catch (error) {
    if (!(error instanceof JournalUnavailable)) throw error;
  }
}
