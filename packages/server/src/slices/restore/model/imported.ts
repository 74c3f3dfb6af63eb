import type { JournalWhat } from "#kernel/journal.ts";

/** What became of something that a line of the journal tells of and the copy lacked. */
export type Imported = {
  readonly what: JournalWhat;
  readonly id: string;
  /** `done`: written now. `known`: it was there by then. `question`: an operator decides; nothing was written. */
  readonly outcome: "done" | "known" | "question";
  /** What it is and what to do, with the ids and hashes that a later command needs. */
  readonly detail: string;
};
