import type { JournalWhat } from "#kernel/journal.ts";
import type { JournalReport } from "#platform/journal/read.ts";
import type { Imported, LimitsOf, Opening, Restore } from "#restore";

/** What counts on limits of wallets and budgets of keys, and on limits of the on-ramp. */
const COUNTED: Readonly<Record<LimitsOf, readonly JournalWhat[]>> = {
  wallets: ["payment.dispatch", "voucher.issue", "withdrawal.issue"],
  purchases: ["purchase.begin", "purchase.capture", "purchase.refund"],
};

type Lost = Pick<Restore, "lostFrom"> & { readonly openings: readonly Opening[] };

/**
 * Of which limits it is known what was spent since the copy: the journal is whole for that time, and nothing of it that
 * counts there needs a decision still. `questions`: what could not be brought back, without what belongs to wallets
 * that the copy does not have.
 */
export function knownSpending(
  report: JournalReport,
  restore: Lost,
  questions: readonly Pick<Imported, "what">[],
): readonly LimitsOf[] {
  if (!coversLost(report, restore)) return [];
  const isOpen = (of: LimitsOf) => questions.some(({ what }) => COUNTED[of].includes(what));
  return (["wallets", "purchases"] as const).filter((of) => !isOpen(of));
}

/** Whether the journal tells all of the time that is in question. What is missing before it does not matter. */
export function coversLost(
  { processes, missing, gaps, unreadable }: JournalReport,
  { lostFrom, openings }: Lost,
): boolean {
  if (processes.length === 0 || missing.length > 0 || unreadable.length > 0) return false;
  const isBefore = (time: Date | undefined) => time !== undefined && lostFrom !== undefined && time < lostFrom;
  if (!gaps.every(({ until }) => isBefore(until))) return false;
  // A file that was closed has its last line: nothing of it came later.
  if (!processes.every((one) => one.isWhole || (one.isClosed && isBefore(one.until)))) return false;
  return openings.every((one) => isTold(processes, one));
}

/** A process saw more of the ledger than the copy has: a file has lines of that time, or the newest one is missing. */
function isTold(processes: JournalReport["processes"], { foundNo, seenNo, seenEpoch }: Opening): boolean {
  if (seenNo === undefined || seenNo <= foundNo) return true;
  // After a restore the numbers come a second time: those of another epoch say nothing of it.
  const isOfThen = (epoch: bigint) => seenEpoch === undefined || epoch === seenEpoch;
  return processes.some(({ books }) => [...books].some(([epoch, number]) => isOfThen(epoch) && number > foundNo));
}
