import type { JournalWhat } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import type { JournalLine } from "#platform/journal/format.ts";
import type { ImportDeps, Imported } from "#restore";

/** How lines of some kinds come back. */
export type LineKind = {
  readonly whats: readonly JournalWhat[];
  /** Of several lines about a thing only the newest counts: `lacking` gets all lines at once, and they are few. */
  readonly newestDecides?: true;
  /**
   * Of these lines, at most `PAGE` of them in the journal's order, those whose thing the copy lacks. What it has is
   * left out here, and shown nowhere: the reader gives every line of every life of the installation.
   */
  readonly lacking: (db: Db, lines: readonly JournalLine[]) => Promise<readonly JournalLine[]>;
  /**
   * Decides about all lines that are lacking, in the journal's order, and acts. Safe to repeat, after a crash at any
   * step, and by several at once.
   */
  readonly bringBack: (deps: ImportDeps, lines: readonly JournalLine[]) => Promise<readonly Imported[]>;
};

/** The lines that tell what the copy lacks, by their kind in the order of the work. */
export type Lacking = readonly { readonly kind: LineKind; readonly lines: readonly JournalLine[] }[];
