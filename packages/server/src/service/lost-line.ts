import type { ProjectKeyId } from "#kernel/ids.ts";
import type { JournalLine } from "#platform/journal/format.ts";
import type { Restore } from "#restore";

/** Between a line and what it announces there are seconds; clocks of machines differ. */
const MARGIN_MS = 10 * 60_000;

/**
 * The copy would have what this line announces: it was refused, or its process died before. Of lines that come before
 * what they announce.
 */
export function isBeforeCopy({ book, at }: JournalLine, restore: Restore | undefined): boolean {
  const { no, at: newest } = restore?.found ?? {};
  if (book === undefined || no === undefined || newest === undefined) return false;
  return book.number < no && at.getTime() < newest.getTime() - MARGIN_MS;
}

/** The key of a project that asked for it. */
export function keyIn({ actor }: JournalLine): ProjectKeyId | undefined {
  return actor?.kind === "key" ? (actor.id as ProjectKeyId | undefined) : undefined;
}

/** The Idempotency-Key of a line, as `idempotency.claim` has it. */
export function idempotencyIn({ key, input }: JournalLine) {
  return key === undefined || input === undefined ? undefined : { scope: key, input };
}
