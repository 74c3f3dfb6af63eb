import { type Journal, type JournalEntry, JournalUnavailable } from "#kernel/journal.ts";
import { fieldsOf } from "../format.ts";

/** A journal in memory, for tests of what writes lines. */
export type MemoryJournal = Journal & {
  readonly entries: JournalEntry[];
  isBroken: boolean;
  /** Awaited before a line counts as written. */
  before: (entry: JournalEntry) => Promise<void>;
};

export function memoryJournal(): MemoryJournal {
  const journal: MemoryJournal = {
    entries: [],
    isBroken: false,
    before: async () => undefined,
    async append(entry) {
      fieldsOf(entry); // as a file would have it
      await journal.before(entry);
      if (journal.isBroken) throw new JournalUnavailable("a drill");
      journal.entries.push(entry);
    },
    async appendIfPossible(entry) {
      await journal.append(entry).catch(() => undefined);
    },
  };
  return journal;
}
